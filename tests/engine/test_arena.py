from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.arena import contest, seated, wilson
from engine.chance import Rng
from engine.game import AnyGame
from engine.registry import BOTS, GAMES
from tests.engine.walks import TOY


class _Seated:
    """A uniform player that notes the hands it was dealt and where it sat."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.first_hands: list[tuple[int, tuple[str, ...]]] = []

    def choose(self, view: Any, moves: Sequence[Any], rng: Rng) -> Any:
        if len(view.hand) == 4 and not view.trick and not view.seen[1:] and not sum(view.taken):
            self.first_hands.append((view.seat, view.hand))
        return moves[int(rng.random() * len(moves))]


def test_every_deal_is_played_once_from_each_side():
    a, b = _Seated("a"), _Seated("b")
    contest(TOY, [a, b], seats=2, options=TOY.options(deals=1, bids=True), tables=6, seed="x")
    assert a.first_hands != b.first_hands
    assert sorted(a.first_hands) == sorted(b.first_hands)


def test_two_bots_sit_at_a_table_of_three_as_often_each():
    chairs = [seated(number, 3, 2).count(0) for number in range(6)]
    assert chairs == [2, 2, 2, 1, 1, 1]


def test_a_contest_reports_progress_and_comes_out_the_same_again():
    bots = [BOTS["greedy"](TOY), BOTS["uniform"](TOY)]
    done: list[int] = []
    first = contest(TOY, bots, seats=3, options=TOY.options(), tables=9, seed="x", progress=lambda: done.append(1))
    assert len(done) == 9
    assert first == contest(TOY, bots, seats=3, options=TOY.options(), tables=9, seed="x")
    assert sum(score.wins for score in first) == pytest.approx(9)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_greedy_beats_uniform_and_the_interval_says_so(game: AnyGame):
    bots = [BOTS["greedy"](game), BOTS["uniform"](game)]
    seats = 2 if 2 in game.sizes else 4
    greedy, uniform = contest(game, bots, seats=seats, options=game.options(), tables=30, seed="fair")
    assert greedy.low > 0.5 > uniform.high


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_holds_its_rate(sample: tuple[int, int]):
    wins, n = sample
    low, high = wilson(wins, n)
    assert 0 <= low <= wins / n + 1e-9
    assert wins / n - 1e-9 <= high <= 1


def test_an_interval_is_wilsons():
    # Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
