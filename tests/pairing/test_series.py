"""Matches of several tables."""

from collections import Counter
from fractions import Fraction

import pytest

from tournaments.pairing.series import duel
from tournaments.pairing.series.duel import Codes
from tournaments.pairing.series.rules import Level, Series, Table, check

A: Codes = ("1", "0")
B: Codes = ("0", "1")
DRAW: Codes = ("=", "=")
HALF = Fraction(1, 2)

BEST_OF_THREE = Series("best_of", 3)


def exactly(*points: Fraction | int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, points))


# -- best of


def test_best_of_three_with_a_replayed_draw():
    """A wins, draw (replayed), B wins, A wins."""
    made = duel.score(BEST_OF_THREE, [A, DRAW, B, A])
    assert made.points == exactly(2, 1)
    assert made.games == ((2, 1, 1), (1, 2, 1))
    assert made.codes == ("1", "0")
    assert made.by == "points"
    assert made.next is None


def test_a_match_ends_as_soon_as_a_side_has_more_than_half():
    assert duel.score(Series("best_of", 5), [A, A]).codes is None
    assert duel.score(Series("best_of", 5), [A, A, A]).codes == ("1", "0")
    with pytest.raises(ValueError, match="over before table 4"):
        duel.score(Series("best_of", 5), [A, A, A, B])


def test_seats_change_from_table_to_table_and_a_replay_keeps_them():
    tables = [duel.score(BEST_OF_THREE, played).next for played in ([], [A], [A, DRAW], [A, DRAW, B])]
    assert tables == [
        Table(1, "regular", (0, 1)),
        Table(2, "regular", (1, 0)),
        Table(2, "replay", (1, 0)),
        Table(3, "regular", (0, 1)),
    ]


def test_each_table_is_replayed_twice_at_most():
    made = duel.score(BEST_OF_THREE, [DRAW, DRAW])
    assert (made.points, made.next) == (exactly(0, 0), Table(1, "replay", (0, 1)))
    made = duel.score(BEST_OF_THREE, [DRAW, DRAW, DRAW])
    assert (made.points, made.next) == (exactly(HALF, HALF), Table(2, "regular", (1, 0)))
    made = duel.score(BEST_OF_THREE, [DRAW, DRAW, DRAW, DRAW])
    assert (made.points, made.next) == (exactly(HALF, HALF), Table(2, "replay", (1, 0)))


def test_a_draw_can_count_at_once():
    sharing = Series("best_of", 3, draws="share")
    made = duel.score(sharing, [DRAW, A])
    assert (made.points, made.codes) == (exactly(Fraction(3, 2), HALF), None)  # not more than half of three
    assert duel.score(sharing, [DRAW, A, DRAW]).codes == ("1", "0")


# -- fixed


def test_a_fixed_number_of_tables_is_played_to_the_end():
    fixed = Series("fixed", 4)
    assert duel.score(fixed, [A, A, A]).next == Table(4, "regular", (1, 0))
    made = duel.score(fixed, [A, A, A, DRAW])
    assert (made.points, made.codes) == (exactly(Fraction(7, 2), HALF), ("1", "0"))
    assert duel.score(fixed, [A, B, DRAW, DRAW]).codes == ("=", "=")


@pytest.mark.parametrize(
    ("level", "codes", "by"), [("draw", ("=", "="), None), ("better_seed", ("0", "1"), "better_seed")]
)
def test_a_level_match_is_drawn_or_the_better_seeds(level: Level, codes, by):
    made = duel.score(Series("fixed", 2, level=level), [A, B], better=1)
    assert (made.codes, made.by) == (codes, by)


def test_a_level_match_is_played_on_at_three_tables_at_most():
    series = Series("fixed", 2, level="tie_break")
    following = duel.score(series, [A, B], seed="m").next
    assert following is not None
    assert (following.number, following.kind, sorted(following.seats)) == (3, "tie_break", [0, 1])
    made = duel.score(series, [A, B, DRAW, B])
    assert (made.points, made.codes, made.by) == (exactly(1, 1), ("0", "1"), "tie_break")
    assert duel.score(series, [A, B, DRAW, DRAW]).next is not None
    made = duel.score(series, [A, B, DRAW, DRAW, DRAW], better=1)
    assert (made.codes, made.by) == (("0", "1"), "better_seed")
    with pytest.raises(ValueError, match="over before table 4"):
        duel.score(series, [A, B, A, B])


def test_seats_at_a_tie_break_table_are_by_lot():
    series = Series("fixed", 2, level="tie_break")
    seats = Counter(duel.score(series, [A, B], seed=f"m{number}").next.seats for number in range(20))  # type: ignore[union-attr]
    assert seats.keys() == {(0, 1), (1, 0)}


# -- forfeits


@pytest.mark.parametrize("codes", [("+", "-"), ("-", "+"), ("-", "-")])
def test_who_is_not_there_for_the_first_table_forfeits_the_match(codes):
    made = duel.score(BEST_OF_THREE, [codes])
    assert (made.codes, made.by, made.games) == (codes, "forfeit", ((0, 0, 0), (0, 0, 0)))
    with pytest.raises(ValueError, match="has no second"):
        duel.score(BEST_OF_THREE, [codes, A])


def test_who_has_left_before_the_first_table_forfeits_the_match():
    assert duel.score(BEST_OF_THREE, [], left={0}).codes == ("-", "+")
    assert duel.score(BEST_OF_THREE, [], left={0, 1}).codes == ("-", "-")


def test_a_forfeited_table_is_lost():
    made = duel.score(BEST_OF_THREE, [A, ("-", "+")])
    assert (made.points, made.codes) == (exactly(1, 1), None)
    assert made.games == ((1, 1, 0), (1, 1, 0))


def test_who_leaves_in_the_middle_loses_the_rest_of_a_match_that_was_played():
    made = duel.score(BEST_OF_THREE, [A], left={0})
    assert (made.points, made.codes, made.by) == (exactly(1, 2), ("0", "1"), "points")
    made = duel.score(Series("fixed", 5), [A, A, A], left={0})
    assert (made.points, made.codes) == (exactly(3, 2), ("1", "0"))


def test_both_leave_in_the_middle_and_what_was_played_stands():
    made = duel.score(BEST_OF_THREE, [A], left={0, 1})
    assert (made.points, made.codes) == (exactly(1, 0), ("1", "0"))


# -- refused


@pytest.mark.parametrize(
    ("series", "how", "words"),
    [
        (Series("best_of", 4), {}, "odd number"),
        (Series("fixed", 0), {}, "one table or more"),
        (Series("best_of", 3), {"sides": 3}, "fixed number"),
        (Series("fixed", 1), {"sides": 6}, "two to 5 sides"),
        (Series("fixed", 1), {"sides": 1}, "two to 5 sides"),
        (Series("best_of", 3), {"knock_out": True}, "must be decided"),
    ],
)
def test_series_that_cannot_be_played(series, how, words):
    with pytest.raises(ValueError, match=words):
        check(series, **how)


def test_a_knock_out_takes_a_series_that_decides():
    check(Series("best_of", 3, level="better_seed"), knock_out=True)
    check(Series("fixed", 2, level="tie_break"), knock_out=True)


def test_nonsense_is_refused():
    with pytest.raises(ValueError, match="Table 2 cannot end"):
        duel.score(BEST_OF_THREE, [A, ("1", "1")])
    for how in ({"left": {2}}, {"better": 2}, {"seats": (0, 0)}):
        with pytest.raises(ValueError, match="are 0 and 1"):
            duel.score(BEST_OF_THREE, [], **how)
