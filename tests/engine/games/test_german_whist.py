"""German Whist: its rules case by case, what is known of the other hand, and a plain reference on random positions."""

import pytest

from engine.cards.french import DECK, PACK
from engine.chance import FastRng, SeedChance, StackedChance
from engine.events import Seat
from engine.game import Rejected
from engine.games.german_whist import GermanWhist, GermanWhistOptions
from engine.games.german_whist.bots.prospects import holds
from engine.games.german_whist.events import (
    CardDrawn,
    CardTaken,
    CardTurned,
    DealBegun,
    DealScored,
    Finished,
    StockEmptied,
)
from engine.table import Table
from tests.engine.games.german_whist_reference import Reference
from tests.engine.games.reference_size import POSITIONS

GAME = GermanWhist()


def opened(order: str = "", deals: int = 1) -> Table:
    """A table whose pack begins with *order*: cards in turn to seat 0 and seat 1, then the stock."""
    first = order.split()
    pack = [*first, *(code for code in PACK if code not in first)]
    return Table(GAME, 2, GermanWhistOptions(deals=deals), StackedChance({"pack": [pack]}, SeedChance(b"rest")))


def play(table: Table, *codes: str) -> list[object]:
    """The events that follow as the seats in turn play *codes*."""
    return [event for code in codes for event in table.make(table.to_act[0], GAME.parse_move(code))]


def walked(seed: int, moves: int, deals: int = 1) -> Table:
    table = Table(GAME, 2, GermanWhistOptions(deals=deals), SeedChance.from_text(f"{seed}"))
    rng = FastRng(seed)
    for _ in range(moves):
        if not table.to_act:
            break
        legal = GAME.legal(table.state, table.to_act[0])
        table.make(table.to_act[0], legal[int(rng.random() * len(legal))])
    return table


DEALT = "2H 3H AH 4C 5S 6S 5C 6C 7C 8C 9C TC JC QC 7D 8D 9D TD JD QD KC AC KD AD 2D 3D"
"""Seat 0 has 2H AH 5S 5C 7C 9C JC 7D 9D JD KC KD 2D, seat 1 3H 4C 6S 6C 8C TC QC 8D TD QD AC AD 3D."""


# -- a trick


def test_the_first_card_of_the_stock_names_the_trump():
    table = opened(f"{DEALT} 2S")
    assert GAME.view(table.state, None).trump == "S"
    assert GAME.view(table.state, None).turned == "2S"


def test_suit_is_followed_while_there_is_one():
    table = opened(f"{DEALT} 2S")
    play(table, "2H")
    assert [GAME.move_text(move) for move in GAME.legal(table.state, table.to_act[0])] == ["3H"]
    with pytest.raises(Rejected, match="must_follow"):
        play(table, "6S")
    with pytest.raises(Rejected, match="not_in_hand"):
        play(table, "AH")


@pytest.mark.parametrize(
    ("turned", "led", "reply", "winner"),
    [("2S", "2H", "3H", 1), ("2S", "AH", "3H", 0), ("2S", "9C", "TC", 1), ("2S", "5S", "6S", 1), ("2S", "KC", "AC", 1)],
)
def test_the_higher_card_of_the_suit_wins_aces_high(turned: str, led: str, reply: str, winner: int):
    table = opened(f"{DEALT} {turned}")
    play(table, led, reply)
    assert table.to_act == (winner,), "the winner leads"


def test_a_trump_wins_over_every_other_suit_and_nothing_else_does():
    table = opened(f"{DEALT} 2S 3C 4D 7S 5D 9S")
    play(table, "2H", "3H", "6S", "5S", "6C", "7C")
    play(table, "AH", "AD")
    assert table.to_act == (0,), "a higher card of a third suit wins nothing"
    other = opened(f"{DEALT} 2S 3C 4D 7S 5D 5H")
    play(other, "2H", "3H", "8C", "9C", "AH", "6S")
    assert other.to_act == (1,), "a trump does"


# -- the stock


def test_the_winner_takes_the_open_card_and_the_loser_the_next_one_unseen():
    table = opened(f"{DEALT} 2S 3C 4D")
    events = play(table, "2H", "3H")
    assert CardTaken(Seat(1), "2S") in events
    assert CardDrawn(Seat(0), "3C") in events
    assert CardTurned("4D") in events
    assert GAME.view(table.state, Seat(0)).known == ((), ("2S",)), "all have seen it taken"
    for viewer in (Seat(1), None):
        assert "3C" not in repr(GAME.view(table.state, viewer)), "a card drawn unseen is its taker's alone"
    assert "3C" in GAME.view(table.state, Seat(0)).hand


def test_after_thirteen_tricks_nothing_is_left_to_draw_and_tricks_count():
    table = walked(3, 26)
    view = GAME.view(table.state, None)
    assert isinstance(table.log[-1], StockEmptied)
    assert (view.stock, view.turned, view.counts) == (0, None, (13, 13))
    assert (sum(view.for_stock), view.tricks) == (13, (0, 0))
    assert GAME.points(table.state) == (0, 0), "tricks for the stock count nothing"


def test_most_of_the_last_thirteen_win():
    table = walked(3, 52)
    scored = next(event for event in table.log if isinstance(event, DealScored))
    ended = table.log[-1]
    assert isinstance(ended, Finished)
    assert sum(scored.tricks) == 13
    assert ended.points == scored.tricks == scored.totals
    assert ended.places == ((1, 2) if scored.tricks[0] > 6 else (2, 1))


def test_several_deals_are_added_up_and_the_deal_alternates():
    table = walked(5, 104, deals=2)
    scored = [event for event in table.log if isinstance(event, DealScored)]
    assert table.outcome is not None
    assert table.outcome.points == tuple(map(sum, zip(*(event.tricks for event in scored), strict=True)))
    assert [event.dealer for event in table.log if isinstance(event, DealBegun)] == [1, 0]


@pytest.mark.parametrize("deals", [1, 2, 3])
def test_it_is_settled_from_the_trick_on_that_the_other_cannot_make_up_for(deals: int):
    for seed in range(20):
        table = walked(seed, 0, deals)
        rng, settled = FastRng(seed), []
        while table.to_act:
            legal = GAME.legal(table.state, table.to_act[0])
            table.make(table.to_act[0], legal[int(rng.random() * len(legal))])
            settled.append((GAME.settled(table.state), GAME.points(table.state)))
        assert table.outcome is not None
        tied = table.outcome.places == (1, 1)
        assert [certain for certain, _ in settled] == sorted(certain for certain, _ in settled), "once and for all"
        assert settled[-1][0] is not tied
        for certain, points in settled:
            if certain:
                assert table.outcome.places[points.index(max(points))] == 1
            elif deals == 1:
                assert max(points) < 7, "seven of thirteen win"


# -- what is known of the other hand


def test_a_void_shows_until_its_seat_draws_unseen():
    table = opened(f"{DEALT} 2S 3C 4D 7S 5D 5H")
    play(table, "2H", "3H", "8C", "9C")
    play(table, "AH")
    play(table, "3D")
    assert GAME.view(table.state, Seat(0)).voids == ((), ()), "it lost, and drew a card that may be a heart"
    other = opened(f"{DEALT} 2S 3C 4D 7S 5D 5H")
    play(other, "2H", "3H", "8C", "9C", "AH", "6S")
    assert GAME.view(other.state, Seat(0)).voids == ((), ("H",)), "it won, and what it took is known"


def test_imagined_hands_hold_what_was_seen_and_none_of_a_void():
    for seed in range(60):
        table = walked(seed, 20 + seed % 30)
        view = GAME.view(table.state, Seat(0))
        world = GAME.imagine(view, FastRng(seed))
        theirs = {PACK[card] for card in range(52) if world.hands[1] >> card & 1}
        assert theirs.issuperset(view.known[1])
        hidden = theirs.difference(view.known[1])
        assert not any(code[1] in view.voids[1] for code in hidden)
        if not view.stock and view.turned is None:
            assert world.hands == table.state.hands, "in the second half everything is known to who remembers"


def test_a_lead_holds_for_certain_or_not_at_all_when_the_other_hand_is_known():
    def chance(card: str, theirs: str) -> float:
        return holds(DECK.card[card], 0, 0, 0, DECK.hand(theirs.split()))

    assert chance("KH", "AH 2C") == 0
    assert chance("KH", "QH 2S") == 1, "it has to follow"
    assert chance("KH", "2C 2S") == 0, "it may trump"
    assert chance("KH", "2C AD") == 1


# -- the reference


def test_the_engine_plays_as_the_plain_reference_does():
    seed = positions = 0
    while positions < POSITIONS // 10:
        seed += 1
        deals = 1 + seed % 2
        chance = SeedChance.from_text(f"reference/{seed}")
        table = Table(GAME, 2, GermanWhistOptions(deals=deals), chance)
        plain = Reference([chance.shuffled("pack", n, PACK) for n in range(deals)])
        rng = FastRng(seed)
        while table.to_act:
            positions += 1
            legal = GAME.legal(table.state, table.to_act[0])
            assert table.to_act == (plain.turn,)
            assert [GAME.move_text(move) for move in legal] == plain.legal()
            assert [set(DECK.coded(hand)) for hand in table.state.hands] == plain.hands
            move = legal[int(rng.random() * len(legal))]
            plain.play(GAME.move_text(move))
            table.make(table.to_act[0], move)
        assert plain.over
        assert table.outcome is not None
        assert table.outcome.points == tuple(plain.totals)
