"""Points, the table of a league, its divisions: with every example of the rules."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.leagues.rules import divisions
from tournaments.leagues.rules.divisions import moves
from tournaments.leagues.rules.league import Line, standings
from tournaments.leagues.rules.points import EVENTS, TABLES, Unit, scale, shared

A, B, C, D, E, F, G, H = range(1, 9)
results = st.lists(st.none() | st.integers(0, 25), min_size=5, max_size=5)
leagues = st.dictionaries(st.integers(1, 30), results, min_size=1, max_size=8)


def points_of(unit: Unit, places: Sequence[int]) -> list[float]:
    return [float(each) for each in shared(scale(unit, len(places)), places)]


def test_example_of_shared_points():
    assert points_of("table", (1, 2, 2, 4)) == [5, 2, 2, 0]


@pytest.mark.parametrize(("seats", "points"), [(2, (3, 0)), (3, (4, 2, 0)), (4, (5, 3, 1, 0)), (5, (6, 4, 2, 1, 0))])
def test_points_of_tables(seats: int, points: tuple[int, ...]):
    assert points_of("table", range(1, seats + 1)) == list(points)


def test_points_of_events_and_of_places_beyond_them():
    assert points_of("event", range(1, 13)) == [25, 18, 15, 12, 10, 8, 6, 4, 2, 1, 0, 0]
    assert shared(EVENTS, [1] * 9 + [10, 10, 10])[-1] == Fraction(1, 3)


def test_a_league_can_have_points_of_its_own():
    assert scale("table", 3, [(9, 5, 1), (2, 1)]) == (9, 5, 1)
    assert scale("table", 4, [(9, 5, 1)]) == TABLES[4]
    assert scale("event", 3, [(9, 5, 1)]) == (9, 5, 1)


@given(st.lists(st.integers(1, 6), min_size=2, max_size=5))
def test_sharing_neither_makes_nor_loses_points(places: list[int]):
    places = [1 + sum(other < place for other in places) for place in places]
    assert sum(shared(TABLES[len(places)], places)) == sum(TABLES[len(places)])


def test_example_best_three():
    table = {A: (25, 18, None, 25, 10), B: (18, 25, 25, None, None), C: (15, 15, 18, 18, 25)}
    lines = standings(table, best=3)
    assert [(line.player, line.place, int(line.total)) for line in lines] == [(A, 1, 68), (B, 2, 68), (C, 3, 61)]
    assert [line.counted for line in lines] == [(0, 1, 3), (0, 1, 2), (2, 3, 4)]


def test_equal_totals_are_told_apart_by_the_best_results():
    lines = standings({A: (10, 10), B: (15, 5), C: (5, 15)})
    assert [(line.player, line.place) for line in lines] == [(C, 1), (B, 2), (A, 3)]


def test_what_nothing_tells_apart_shares_a_place():
    lines = standings({A: (5, 1), B: (5, 1), C: (0, 0)})
    assert [(line.player, line.place) for line in lines] == [(A, 1), (B, 1), (C, 3)]


def test_having_been_there_for_nothing_is_more_than_an_absence():
    assert [line.player for line in standings({A: (5, None), B: (5, 0)})] == [B, A]


def test_a_last_result_of_nothing_is_more_than_a_last_absence():
    """The best ones are equal; the lower number alone would put the absent one first."""
    assert [line.player for line in standings({A: (3, None), B: (3, 0)}, best=1)] == [B, A]


def test_the_best_result_decides_before_the_others_do():
    """Both have eight; the worst result, or the number, would say otherwise."""
    assert [line.player for line in standings({A: (4, 4, 0), B: (5, 2, 1)})] == [B, A]


def test_whoever_has_never_played_has_a_place_where_nothing_is_needed_for_one():
    (line,) = standings({A: (None,)})
    assert (line.place, line.played, int(line.total)) == (1, 0, 0)


def test_results_are_filled_up_to_the_last_unit_and_no_further():
    lines = standings({A: (3,), B: (0, 1)})
    assert [line.results for line in lines] == [(3, None), (0, 1)]


def test_who_played_too_little_comes_last_without_a_place():
    lines = standings({A: (25, None), B: (1, 1)}, least=2)
    assert [(line.player, line.place) for line in lines] == [(B, 1), (A, None)]


@given(leagues, st.none() | st.integers(1, 5), st.integers(0, 5))
def test_the_order_is_complete_and_its_totals_fall(table: dict[int, list[int | None]], best: int | None, least: int):
    lines = standings(table, best=best, least=least)
    assert sorted(line.player for line in lines) == sorted(table)
    placed = [line for line in lines if line.place is not None]
    assert placed == list(lines[: len(placed)])
    assert [line.total for line in placed] == sorted((line.total for line in placed), reverse=True)
    for line in lines:
        known = sorted((each for each in table[line.player] if each is not None), reverse=True)
        assert line.total == sum(known[:best])
        assert (line.place is None) == (len(known) < least)


@given(leagues, st.integers(1, 5))
def test_an_absence_at_the_end_changes_no_place(table: dict[int, list[int | None]], best: int):
    before = {line.player: line.place for line in standings(table, best=best)}
    after = standings({player: [*own, None] for player, own in table.items()}, best=best)
    assert {line.player: line.place for line in after} == before


def test_example_one_goes_down():
    assert moves([(A, B, C, D), (E, F, G, H)], down=1) == ((A, B, C, E), (D, F, G, H))


def test_example_somebody_has_left():
    assert moves([(A, B, C, D), (E, F, G, H)], down=1, left={B}) == ((A, C, D, E), (F, G, H))


def test_more_leave_than_would_go_down():
    assert moves([(A, B, C), (D, E, F)], down=1, left={A, C}) == ((B, D, E), (F,))


def test_too_few_below_bring_back_who_has_gone_down():
    assert moves([(A,), (B,)], down=1, left={B}) == ((A,), ())


def test_three_divisions_and_newcomers():
    after = moves([(A, B), (C, D), (E, F)], down=1, newcomers=[9])
    assert after == ((A, C), (B, E), (D, F, 9))


def test_equals_on_the_line_are_told_apart_by_rating_then_by_number():
    lines = standings({A: (3,), B: (1,), C: (1,), D: (1,)})
    assert divisions.order(lines, {B: 1400.0, C: 1500.0, D: 1400.0}) == (A, C, B, D)


def test_who_played_too_little_goes_down_first():
    lines = standings({A: (3, None), B: (1, 1), C: (9, None)}, least=2)
    assert divisions.order(lines, {A: 2000.0}) == (B, C, A)


def test_equals_without_a_place_stand_by_rating_and_then_by_id():
    lines = standings({A: [1], B: [1], C: [1], D: [2], E: [1, 1]}, least=2)
    assert [line.place for line in lines] == [1, None, None, None, None]
    assert divisions.order(lines, {A: 1400.0, C: 1500.0}) == (E, D, C, A, B)
    assert divisions.order(lines, {}) == (E, D, A, B, C)


@given(st.lists(st.integers(2, 5), min_size=1, max_size=4), st.integers(0, 2), st.data())
def test_nobody_is_lost_or_doubled_and_sizes_stay(sizes: list[int], down: int, data: st.DataObject):
    players = iter(range(1, 100))
    before = [tuple(next(players) for _ in range(size)) for size in sizes]
    everybody = [player for division in before for player in division]
    left = data.draw(st.sets(st.sampled_from(everybody), max_size=2))
    after = moves(before, down=down, left=left, newcomers=[200])
    assert sorted(player for division in after for player in division) == sorted({*everybody, 200} - left)
    if len(everybody) + 1 - len(left) >= sum(sizes[:-1]):
        assert [len(division) for division in after[:-1]] == sizes[:-1]


def dense(line: Line) -> tuple[object, ...]:
    """The order as it is written: the total, the results that make it best to worst, all results backwards, an absence
    below anything."""
    worths = [-1 if result is None else result for result in line.results]
    counted = sorted((worths[index] for index in line.counted), reverse=True)
    counted += [-1] * (len(line.results) - len(counted))
    return -line.total, [-worth for worth in counted], [-worth for worth in reversed(worths)]


@given(
    st.integers(0, 6).flatmap(
        lambda units: st.lists(
            st.lists(st.none() | st.integers(0, 3), min_size=units, max_size=units), min_size=1, max_size=8
        )
    ),
    st.none() | st.integers(1, 4),
)
def test_the_order_is_the_one_of_the_whole_table_with_its_absences(rows, best):
    lines = standings(dict(enumerate(rows)), best=best)
    assert [line.player for line in lines] == [
        line.player for line in sorted(lines, key=lambda line: (dense(line), line.player))
    ]
    assert [line.place for line in lines] == [1 + sum(dense(other) < dense(line) for other in lines) for line in lines]
