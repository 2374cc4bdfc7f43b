"""Direct encounter among those who are equal so far."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.tiebreaks.crosstable import Crosstable
from tournaments.pairing.tiebreaks.encounter import direct_encounter
from tournaments.pairing.tiebreaks.ranking import rank, tie_breaks
from tournaments.pairing.tiebreaks.reading import assemble, read, table
from tournaments.pairing.tiebreaks.reckoning import Reckoning
from tournaments.pairing.tiebreaks.settings import Settings

F = Fraction
SWISS = Settings()
ROUND_ROBIN = Settings(round_robin=True)


def places(rows: Mapping[int, str] | Crosstable, settings: Settings = SWISS, group: str = "") -> list[F | None]:
    """The places among *group*, everybody by default, as if they were equal so far."""
    crosstable = rows if isinstance(rows, Crosstable) else read(rows)
    entries = list(map(int, group.split())) or list(crosstable.rows)
    found = direct_encounter(Reckoning(crosstable, settings), entries)
    return [found[entry].value for entry in entries]


def test_all_met_their_points_order_them():
    assert places({1: "2w0 3b= .", 2: "1b1 . 3w0", 3: ". 1w= 2b1"}) == [3, 2, 1]


def test_inside_what_stays_equal_it_is_applied_again():
    # 1 and 2 have 2 of 3, and 2 beat 1.
    assert places({1: "2w0 3w1 4w1", 2: "1b1 4w= 3w=", 3: "4b0 1b0 2b=", 4: "3w1 2b= 1b0"}) == [2, 1, 4, 3]
    circle = {1: "2w1 3b0 4w1", 2: "1b0 4b1 3w1", 3: "4w1 1w1 2b0", 4: "3b0 2w0 1b0"}
    assert places(circle) == [1, 1, 1, 4]


def test_games_against_others_are_nothing_to_it():
    rows = {1: "3w0 2w1", 2: "4w1 1b0", 3: "1b1 4b1", 4: "2b0 3w0"}
    assert places(rows, group="1 2") == [1, 2]
    assert places(rows, group="2 3") == [1, 1]


def test_not_all_met_whoever_cannot_be_caught_goes_first():
    # 1 beat 2 and 3; 2 and 3 have not met and can reach one point at most.
    assert places({1: "2w1 3b1", 2: "1b0 .", 3: ". 1w0"}) == [1, 2, 2]
    # 1 beat 2 only: 3 has met nobody and could win both.
    assert places({1: "2w1", 2: "1b0", 3: "-U"}) == [1, 1, 1]


def test_then_the_next_still_on_points_against_the_whole_group():
    # 1 has 3 of 3; 2 beat 3 and 4 and has 2; 3 and 4 have not met.
    rows = {1: "2w1 3w1 4w1", 2: "1b0 4w1 3w1", 3: ". 1b0 2b0", 4: ". 2b0 1b0"}
    assert places(rows) == [1, 2, 3, 3]


def test_who_stays_behind_stays_equal():
    # 1 beat 3 and 4 and has not met 2, who lost to both; these two drew.
    rows = {1: "3w1 4w1 . . .", 2: ". . 3w0 4w0 .", 3: "1b0 . 2b1 . 4w=", 4: ". 1b0 . 2b1 3b="}
    assert places(rows) == [1, 2, 2, 2]


def test_a_forfeit_is_an_encounter_in_a_round_robin_only():
    rows = {1: "2w+", 2: "1b-"}
    assert places(rows, ROUND_ROBIN) == [1, 2]
    assert places(rows) == [1, 1]


def test_two_cycles_are_two_games_and_half_of_them_decide_nothing_yet():
    twice = Settings(round_robin=True, cycles=2)
    assert places({1: "2w1 2b=", 2: "1b0 1w="}, twice) == [1, 2]
    assert places({1: "2w1 .", 2: "1b0 ."}, twice) == [1, 1]


def test_who_met_twice_counts_the_mean_of_both():
    # 1 took 1½ of two games with 2, 3 beat 2 in one and drew with 1: 3 is ahead.
    assert places({1: "2w1 2b= 3w= .", 2: "1b0 1w= . 3w0", 3: ". . 1b= 2b1"}) == [2, 3, 1]


def test_at_one_table_each_two_are_an_encounter():
    crosstable = assemble(range(1, 5), [table((1, 2, 3, 4), (2, 1, 3, 3))])
    assert places(crosstable) == [2, 1, 3, 3]
    assert places(crosstable, group="1 3") == [1, 2]


def test_it_compares_only_those_who_are_equal_on_all_that_comes_before():
    rows = read({1: "2w1 3b0 4w=", 2: "1b0 4w1 3w=", 3: "4w0 1w1 2b=", 4: "3b1 2b0 1b="})
    assert [(line.place, line.entry) for line in rank(("DE",), rows)] == [(1, 1), (1, 2), (1, 3), (1, 4)]
    alone = tie_breaks(("BPG", "DE"), rows)
    assert {entry: values["DE"].value for entry, values in alone.items()} == {1: 2, 2: 3, 3: 1, 4: None}


def test_the_lot_parts_who_is_equal_to_the_end():
    rows = read({1: "2w=", 2: "1b=", 3: "4w=", 4: "3b="})
    assert {line.place for line in rank(("DE",), rows)} == {1}
    orders = {seed: [line.entry for line in rank(("DE",), rows, lot=seed)] for seed in ("a", "b", "c")}
    assert all([line.place for line in rank((), rows, lot=seed)] == [1, 2, 3, 4] for seed in orders)
    assert len(set(map(tuple, orders.values()))) > 1
    reordered = Crosstable(dict(sorted(rows.rows.items(), reverse=True)))
    assert [line.entry for line in rank(("DE",), reordered, lot="a")] == orders["a"]


GAMES = list(combinations(range(1, 5), 2))
RESULTS = {"1": (F(1), F(0)), "=": (F(1, 2), F(1, 2)), "0": (F(0), F(1))}


def alone_on_top(results: Mapping[tuple[int, int], str]) -> int | None:
    points = dict.fromkeys(range(1, 5), F(0))
    for pair, result in results.items():
        for entry, made in zip(pair, RESULTS[result], strict=True):
            points[entry] += made
    top = [entry for entry in points if points[entry] == max(points.values())]
    return top[0] if len(top) == 1 else None


@given(st.lists(st.sampled_from(["1", "=", "0", None]), min_size=6, max_size=6))
def test_first_is_whoever_is_alone_on_top_however_the_missing_games_end(results: list[str | None]):
    """Four entries; every way to complete what is missing is tried."""
    known = {pair: result for pair, result in zip(GAMES, results, strict=True) if result}
    missing = [pair for pair in GAMES if pair not in known]
    tops = {alone_on_top(known | dict(zip(missing, ends, strict=True))) for ends in product("1=0", repeat=len(missing))}
    rounds = [table(pair, {"1": (1, 2), "=": (1, 1), "0": (2, 1)}[result]) for pair, result in known.items()]
    found = places(assemble(range(1, 5), rounds))
    first = [entry for entry, place in enumerate(found, start=1) if place == 1]
    if missing:
        assert first == list(tops) if len(tops) == 1 and None not in tops else len(first) > 1
    elif tops != {None}:
        assert first == list(tops)
