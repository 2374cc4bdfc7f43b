"""The end of Soup is solved: held to every way in which small hands can be played by the rules."""

import hypothesis
import pytest

from engine.cards import Card, hand
from engine.chance import FastRng, SeedChance
from engine.events import Seat
from engine.game import play
from engine.games.duck_soup.model import DuckSoupOptions, Sheet, State, Won
from engine.games.duck_soup.solved import can_be_solved, margins, reaching
from engine.registry import GAMES
from engine.table import Table

GAME = GAMES["duck-soup"]
POSITIONS = 2000 if hypothesis.settings.get_current_profile_name() == "deep" else 200
NO_CHANCE = SeedChance.from_text("never asked")


def small(n: int) -> State:
    """Up to four cards each, few ranks, so that many match; at some a trick has begun."""
    rng = FastRng(n)
    each, ranks = 1 + n % 4, 3 + n // 4 % 3
    pack = [Card(card) for card in rng.shuffled("pack", 0, range(52 - 4 * ranks, 52))]
    options = DuckSoupOptions(length="deal", allow_silent_match=n % 5 == 0, duck_double=n % 3 == 0)
    duck = 1 + int(rng.random() * 9), int(rng.random() * 9)
    points = int(rng.random() * 4), int(rng.random() * 4)
    state = State((hand(pack[:each]), hand(pack[each : 2 * each])), turn=Seat(0), won=Won(points))
    state = State(state.hands, b"", (), Seat(0), state.won, Sheet(options, duck=duck))
    for _ in range(n // 16 % 4):  # somebody leads, replies, plays a third card
        moves = GAME.legal(state, state.turn or Seat(0))
        played = after(state, moves[int(rng.random() * len(moves))])
        if not played.trick:
            break
        state = played
    return state


def by_every_way(state: State) -> int:
    """What seat 0 makes more than seat 1 in the deal."""
    if state.sheet.outcome is not None:
        one, two = state.sheet.deals[-1]
        return one - two
    found = [by_every_way(after(state, move)) for move in GAME.legal(state, state.turn or Seat(0))]
    return max(found) if state.turn == 0 else min(found)


def after(state: State, move: object) -> State:
    done: State = play(GAME, state, state.turn or Seat(0), move, NO_CHANCE)[0]
    return done


def test_every_move_brings_what_it_brings_by_every_way_of_playing() -> None:
    for state in map(small, range(POSITIONS)):
        sign = 1 if state.turn == 0 else -1
        expected = {move: sign * by_every_way(after(state, move)) for move in GAME.legal(state, state.turn or Seat(0))}
        assert margins(state) == expected, state
        assert reaching(state, 1) == {move: margin >= 1 for move, margin in expected.items()}


def test_who_plays_the_best_cards_makes_the_margin_that_was_promised() -> None:
    table = near_the_end("soup", cards=6)
    seat, promised = table.to_act[0], max(margins(table.state).values())
    while table.to_act:
        values = margins(table.state)
        table.make(table.to_act[0], max(values, key=lambda move: (values[move], GAME.move_text(move))))
    scores = table.state.sheet.deals[-1]
    assert scores[seat] - scores[1 - seat] == promised


def near_the_end(seed: str, *, cards: int) -> Table:
    table, rng = Table(GAME, 2, DuckSoupOptions(length="deal"), SeedChance.from_text(seed)), FastRng(seed)
    while table.state.stock or table.state.trick or table.state.hands[0].bit_count() > cards:
        moves = GAME.legal(table.state, table.to_act[0])
        table.make(table.to_act[0], moves[int(rng.random() * len(moves))])
    return table


def test_duck_and_large_hands_are_not_solved() -> None:
    table = Table(GAME, 2, DuckSoupOptions(), SeedChance.from_text("first course"))
    assert not can_be_solved(table.state)
    with pytest.raises(ValueError, match="end of Soup"):
        margins(table.state)
    large = State((hand(range(9)), hand(range(9, 18))), turn=Seat(0))
    with pytest.raises(ValueError, match="end of Soup"):
        margins(large)
    assert reaching(large, 0).keys() == set(GAME.legal(large, Seat(0)))
