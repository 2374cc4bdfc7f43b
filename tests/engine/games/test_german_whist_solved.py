"""The second half of German Whist is solved: held to every way in which small hands can be played."""

import hypothesis
import pytest

from engine.cards import Card, cards, hand
from engine.cards.french import PACK
from engine.chance import FastRng, SeedChance
from engine.events import Seat
from engine.games.german_whist.model import GermanWhistOptions, Sheet, State
from engine.games.german_whist.moves import BEATEN_BY, playable
from engine.games.german_whist.solved import alike, can_be_solved, tricks
from engine.pairs import OTHER
from engine.registry import GAMES
from engine.table import Table

POSITIONS = 2000 if hypothesis.settings.get_current_profile_name() == "deep" else 300


def small(n: int) -> State:
    """Up to four cards each, at every second one a card is led."""
    rng = FastRng(n)
    each, trump = 1 + n % 4, n // 4 % 4
    pack = [Card(card) for card in rng.shuffled("pack", 0, range(len(PACK)))]
    hands = hand(pack[:each]), hand(pack[each : 2 * each])
    trick: tuple[Card, ...] = ()
    if n // 16 % 2:
        hands, trick = (hand(pack[: each - 1]), hands[1]), (pack[each - 1],)
    return State(hands=hands, trick=trick, turn=Seat(1 if trick else 0), sheet=Sheet(trump=trump))


def most(leads: int, follows: int, trump: int) -> int:
    """By every way of playing: the tricks of who leads."""
    return max((least(card, leads ^ 1 << card, follows, trump) for card in cards(leads)), default=0)


def least(led: Card, leads: int, follows: int, trump: int) -> int:
    return min(after(led, card, leads, follows ^ 1 << card, trump) for card in cards(playable(follows, (led,))))


def after(led: Card, card: Card, leads: int, follows: int, trump: int) -> int:
    """The tricks of who led, this one included."""
    if BEATEN_BY[trump][led] >> card & 1:
        return leads.bit_count() - most(follows, leads, trump)
    return 1 + most(leads, follows, trump)


def test_every_card_brings_what_it_brings_by_every_way_of_playing() -> None:
    for state in map(small, range(POSITIONS)):
        trump, turn = state.sheet.trump, Seat(1 if state.trick else 0)
        mine, theirs = state.hands[turn], state.hands[OTHER[turn]]
        if state.trick:
            led, here = state.trick[0], mine.bit_count()
            expected = {
                card: here - after(led, card, theirs, mine ^ 1 << card, trump)
                for card in cards(playable(mine, state.trick))
            }
        else:
            expected = {card: least(card, mine ^ 1 << card, theirs, trump) for card in cards(mine)}
        assert tricks(state) == expected, state


def test_touching_cards_are_equal_and_each_card_is_in_one_run() -> None:
    runs = 0
    for state in map(small, range(POSITIONS)):
        values, found = tricks(state), alike(state)
        assert sorted(card for run in found for card in run) == sorted(values)
        assert all(len({values[card] for card in run}) == 1 for run in found), state
        runs += sum(len(run) > 1 for run in found)
    assert runs


def test_who_plays_the_best_cards_takes_what_was_promised() -> None:
    game = GAMES["german-whist"]
    table, rng = Table(game, 2, GermanWhistOptions(), SeedChance.from_text("solved")), FastRng("solved")
    while table.state.stock or table.state.hands[0].bit_count() > 8:
        moves = game.legal(table.state, table.to_act[0])
        table.make(table.to_act[0], moves[int(rng.random() * len(moves))])
    seat = table.to_act[0]
    promised = game.points(table.state)[seat] + max(tricks(table.state).values())
    while table.to_act:
        values = tricks(table.state)
        best = max(values, key=lambda card: (values[card], -card))
        table.make(table.to_act[0], game.parse_move(PACK[best]))
    assert game.points(table.state)[seat] == promised


def test_the_first_half_is_not_solved() -> None:
    table = Table(GAMES["german-whist"], 2, GermanWhistOptions(), SeedChance.from_text("first half"))
    assert not can_be_solved(table.state)
    with pytest.raises(ValueError, match="second half"):
        tricks(table.state)
