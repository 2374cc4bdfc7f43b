"""Groups by snake, two cycles of Berger's tables, and leaving a round robin."""

from collections import Counter
from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import round_robin
from tournaments.pairing.groups import snake
from tournaments.pairing.withdrawals import Game, annulled, settle

# -- groups


def test_three_groups_of_nine_by_snake():
    assert snake(range(1, 10), 3) == ((1, 6, 7), (2, 5, 8), (3, 4, 9))


def test_sixteen_over_four():
    assert snake(range(1, 17), 4) == ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))


def test_a_full_group_is_skipped():
    assert snake(range(1, 9), 2, (3, 5)) == ((1, 4, 5), (2, 3, 6, 7, 8))


@given(st.integers(1, 60), st.data())
@settings(deadline=None)
def test_groups_hold_everybody_once_and_are_of_like_size(entries, data):
    groups = snake(range(entries), data.draw(st.integers(1, entries)))
    assert sorted(seed for group in groups for seed in group) == list(range(entries))
    assert max(map(len, groups)) - min(map(len, groups)) <= 1
    for row in range(max(map(len, groups)) - 1):  # every row is worse than the one before
        here, below = ([group[at] for group in groups if len(group) > at] for at in (row, row + 1))
        assert max(here) < min(below)


@pytest.mark.parametrize(("groups", "sizes"), [(0, None), (5, None), (2, (1, 2)), (2, (0, 4)), (1, (2, 2))])
def test_groups_that_do_not_fit_are_refused(groups, sizes):
    with pytest.raises(ValueError, match=r"do not (fill|hold)"):
        snake([1, 2, 3, 4], groups, sizes)


# -- two cycles


def schedule(entries: int) -> list[list[tuple[int, int]]]:
    return [round_robin.double(entries, number) for number in range(1, round_robin.double_rounds(entries) + 1)]


def plain(entries: int) -> list[list[tuple[int, int]]]:
    """Berger's table, then the same with the seats swapped."""
    size = entries + entries % 2
    cycle = [round_robin.berger(size, number) for number in range(1, size)]
    return cycle + [[(second, first) for first, second in pairs] for pairs in cycle]


def three_running(entries: int, rounds: list[list[tuple[int, int]]]) -> int:
    """How often somebody has the same seat in three rounds running; a rest comes between."""
    seats = {entry: [""] * len(rounds) for entry in range(1, entries + 1)}
    for number, pairs in enumerate(rounds):
        for first, second in pairs:
            if max(first, second) <= entries:
                seats[first][number], seats[second][number] = "first", "second"
    return sum(
        one == two == three != ""
        for row in seats.values()
        for one, two, three in zip(row, row[1:], row[2:], strict=False)
    )


@given(st.integers(2, 41))
@settings(deadline=None)
def test_in_two_cycles_everybody_has_both_seats_against_everybody(entries):
    met = Counter(pair for pairs in schedule(entries) for pair in pairs if max(pair) <= entries)
    assert met == Counter(permutations(range(1, entries + 1), 2))


@pytest.mark.parametrize("entries", range(2, 25))
def test_the_last_rounds_of_the_first_cycle_are_exchanged_if_that_avoids_three_equal_seats(entries):
    rounds, unchanged = schedule(entries), plain(entries)
    assert three_running(entries, rounds) == 0
    assert (rounds != unchanged) == (three_running(entries, unchanged) > 0)
    last = len(rounds) // 2
    if rounds != unchanged:
        exchanged = [*unchanged[: last - 2], unchanged[last - 1], unchanged[last - 2], *unchanged[last:]]
        assert rounds == exchanged


def test_four_entries_twice():
    assert schedule(4) == [
        [(1, 4), (2, 3)],
        [(2, 4), (3, 1)],
        [(4, 3), (1, 2)],
        [(4, 1), (3, 2)],
        [(3, 4), (2, 1)],
        [(4, 2), (1, 3)],
    ]


def test_a_round_of_two_cycles_is_drawn_with_its_places():
    draws = [round_robin.pair_double([11, 12, 13, 14], number, {11, 12, 13}) for number in range(1, 7)]
    assert [[match.entries for match in draw.matches] for draw in draws] == [
        [(12, 13)], [(13, 11)], [(11, 12)], [(13, 12)], [(12, 11)], [(11, 13)]
    ]  # fmt: skip
    assert [match.reasons[0].numbers for match in draws[3].matches] == [(3, 2)]
    assert [draw.byes[0].entry for draw in draws] == [11, 12, 13, 11, 13, 12]


@pytest.mark.parametrize(("entries", "number"), [(4, 0), (4, 7), (5, 11), (1, 1)])
def test_a_round_that_there_is_not(entries, number):
    with pytest.raises(ValueError, match="no round"):
        round_robin.double(entries, number)


# -- leaving


A, B, C, D, E = range(1, 6)


def five(**codes: str) -> list[Game]:
    """Everybody once against everybody; ``AE="10"`` if A won against E."""
    names = {A: "A", B: "B", C: "C", D: "D", E: "E"}
    return [
        Game(pair, tuple(codes[key]) if (key := names[pair[0]] + names[pair[1]]) in codes else None)  # type: ignore[arg-type]
        for pair in combinations(range(1, 6), 2)
    ]


def by_pair(games: tuple[Game, ...]) -> dict[tuple[int, int], Game]:
    return {game.entries: game for game in games}


def test_who_leaves_after_one_of_four_games_is_annulled():
    games = five(AE="10", AB="10")
    assert annulled(games, {E}) == {E}
    settled = by_pair(settle(games, {E}))
    assert settled[A, E] == Game((A, E), ("1", "0"), counts=False)
    assert settled[B, E] == Game((B, E), None, counts=False)
    assert settled[A, B] == Game((A, B), ("1", "0"))
    assert settled[C, D] == Game((C, D))


def test_who_leaves_after_two_of_four_games_forfeits_the_rest():
    games = five(AE="10", DE="01")
    assert annulled(games, {E}) == set()
    settled = by_pair(settle(games, {E}))
    assert [settled[pair].codes for pair in [(A, E), (B, E), (C, E), (D, E)]] == [
        ("1", "0"), ("+", "-"), ("+", "-"), ("0", "1")
    ]  # fmt: skip
    assert all(game.counts for game in settled.values())


def test_a_forfeit_is_no_game_that_was_played():
    assert annulled(five(AE="10", DE="+-"), {E}) == {E}


def test_two_who_left_after_half_forfeit_both():
    games = five(AE="10", BE="10", AD="10", BD="10")
    assert by_pair(settle(games, {D, E}))[D, E].codes == ("-", "-")


def test_a_game_against_somebody_annulled_was_still_played():
    games = five(AD="10", DE="10")
    assert annulled(games, {D, E}) == {E}
    assert [game.entries for game in settle(games, {D, E}) if not game.counts] == [(A, E), (B, E), (C, E), (D, E)]


@given(st.integers(2, 8), st.data())
@settings(deadline=None)
def test_those_who_stay_have_no_open_game_against_those_who_left(entries, data):
    codes = st.sampled_from([None, ("1", "0"), ("=", "="), ("0", "1"), ("+", "-"), ("LL", "LL")])
    games = [Game(pair, data.draw(codes)) for pair in combinations(range(entries), 2)]
    withdrawn = data.draw(st.lists(st.integers(0, entries - 1), unique=True))
    settled = settle(games, withdrawn)
    assert settled == settle(games, withdrawn[::-1])
    for old, new in zip(games, settled, strict=True):
        left = set(new.entries) & set(withdrawn)
        assert old.codes in (None, new.codes)
        assert new.codes is not None or not left or not new.counts
        assert new == old or left
    for entry in set(range(entries)) - set(withdrawn):
        assert entry not in annulled(games, withdrawn)
    for one, two in pairwise(sorted(withdrawn)):
        assert annulled(games, {one, two}) == annulled(games, {one}) | annulled(games, {two})
