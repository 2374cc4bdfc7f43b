"""Points and tie-breaks over tables."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.play import run
from tests.pairing.test_pods import drawn
from tournaments.director.display.reasons import points
from tournaments.pairing.record import Match, Round, marks, shares
from tournaments.pairing.standings import Given, Line, standings

F = Fraction


def exactly(*numbers: int | Fraction) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, numbers))


def lines_of(entries: Sequence[int], rounds: Sequence[Round]) -> tuple[Line, ...]:
    return standings(Given(tuple(entries), tuple(rounds), ("BH", "SB", "WON"))).lines


def row(line: Line) -> tuple[Fraction | None, ...]:
    """Points, Buchholz, Sonneborn-Berger, wins."""
    return line.points, *(value.value for value in line.values)


def two_rounds() -> list[Round]:
    one = Round(1, (Match("a", (1, 2)), Match("b", (3, 4))), results={"a": marks((1, 2)), "b": marks((1, 1))})
    two = Round(2, (Match("c", (1, 3)), Match("d", (2, 4))), results={"c": marks((1, 2)), "d": marks((2, 1))})
    return [one, two]


def test_points_buchholz_and_sonneborn_berger_of_four_players():
    lines = lines_of((1, 2, 3, 4), two_rounds())
    assert [(each.entry, each.place, *row(each)) for each in lines] == [
        (1, 1, 2, F(1, 2), F(1, 2), 2),
        (4, 2, F(3, 2), F(1, 2), F(1, 4), 1),
        (3, 3, F(1, 2), F(7, 2), F(3, 4), 0),
        (2, 4, 0, F(7, 2), 0, 0),
    ]  # fmt: skip


def test_at_a_table_of_three_the_tie_breaks_are_means():
    played = Round(
        1, (Match("a", (1, 2, 3)), Match("b", (4, 5, 6))), results={"a": marks((1, 2, 3)), "b": marks((1, 1, 3))}
    )
    line = {line.entry: line for line in lines_of(range(1, 7), [played])}
    assert row(line[1]) == exactly(1, F(1, 4), F(1, 4), 1)
    assert row(line[2]) == exactly(F(1, 2), F(1, 2), 0, 0)
    assert row(line[4]) == exactly(F(3, 4), F(3, 8), F(3, 16), 0)


def test_a_bye_is_a_full_point_without_opponents_or_win():
    lines = lines_of((1, 2, 3), [Round(1, (Match("a", (1, 2)),), (3,), {"a": marks((1, 2))})])
    line = {line.entry: line for line in lines}[3]
    assert (line.points, line.values[-1].value) == exactly(1, 0)
    assert (line.why[0].opponents, line.tables, line.byes) == ((), 0, 1)


def test_equal_lines_share_their_place():
    lines = lines_of((1, 3, 2), [Round(1, (Match("a", (1, 2, 3)),), results={"a": marks((1, 2, 2))})])
    assert [(line.place, line.entry) for line in lines] == [(1, 1), (2, 3), (2, 2)], "and keep the order of the entries"


def test_who_was_disqualified_is_last_and_has_no_place():
    lines = standings(Given((1, 2, 3, 4), tuple(two_rounds()), disqualified=frozenset({4}))).lines
    assert [(line.place, line.entry) for line in lines] == [(1, 1), (2, 3), (3, 2), (0, 4)]


def test_an_open_table_counts_nothing_yet():
    lines = lines_of((1, 2), [Round(1, (Match("a", (1, 2)),))])
    assert [line.points for line in lines] == [F(0), F(0)]
    assert [line.tables for line in lines] == [0, 0]


@given(st.integers(3, 20), st.integers(1, 4), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=30)
def test_every_table_shares_out_half_its_seats_and_every_line_adds_up(entries, rounds, rng):
    history = []

    def draw(field, number):
        return drawn(field, number, work=500)

    for number, (_, made) in enumerate(run(draw, entries=entries, rounds=rounds, rng=rng, usual=4), start=1):
        matches = tuple(Match(f"{number}/{at}", match.entries) for at, match in enumerate(made.matches))
        results = {match.match: marks(range(1, len(match.entries) + 1)) for match in matches}
        history.append(Round(number, matches, tuple(bye.entry for bye in made.byes), results))
    lines = lines_of(range(1, entries + 1), history)
    seats = sum(len(match.entries) for played in history for match in played.matches)
    assert sum(line.points - line.byes for line in lines) == F(seats, 2)
    for line in lines:
        assert line.points == sum(item.points for item in line.why)
    assert [line.place for line in lines] == sorted(line.place for line in lines)


@pytest.mark.parametrize(("exact", "read"), [("2", "2"), ("5/2", "2½"), ("1/3", "⅓"), ("31/12", "2.58"), ("0", "0")])
def test_points_are_read_as_people_write_them(exact: str, read: str):
    assert points(exact) == read


# -- teams


def test_a_partner_is_no_opponent_whose_share_could_be_beaten():
    pairs = ((0, 2), (1, 3))
    assert shares(marks((1, 2, 1, 2)), pairs) == exactly(1, 0, 1, 0)
    assert shares(marks((1, 1, 1, 1)), pairs) == (F(1, 2),) * 4


def test_opponents_and_their_scores_leave_the_partner_out():
    table = Match("a", (1, 2, 3, 4), ((0, 2), (1, 3)))
    line = lines_of([1, 2, 3, 4], [Round(1, (table,), results={"a": marks((1, 2, 1, 2))})])[0]
    (item,) = line.why
    assert (line.entry, item.opponents, item.points) == (1, (2, 4), F(1))
    assert row(line) == exactly(1, 0, 0, 1)
