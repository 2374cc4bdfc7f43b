"""What a table of three to five counts: the share of the others beaten, or what was announced instead."""

import random
from fractions import Fraction
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Teams
from tests.director.runs import Run
from tournaments.director.errors import Refused
from tournaments.director.policy import matches, pairing
from tournaments.pairing.points import Kind, counting
from tournaments.pairing.record import Absence, Counting, Mark, Marks, Match, Round, entrants, marks
from tournaments.pairing.standings import Given, standings
from tournaments.pairing.tiebreaks.settings import Points, Settings

F = Fraction
PAIRS = ((0, 2), (1, 3))
Made: TypeAlias = tuple[object, ...]


def of(counting: Counting, made: Marks, teams: Teams = ()) -> Made:
    return counting.of(made, teams)


def test_the_share_of_the_others_is_usual() -> None:
    assert of(counting("share"), marks((1, 2, 3, 4)), ()) == (1, F(2, 3), F(1, 3), 0)


@pytest.mark.parametrize(
    ("places", "made"),
    [
        ((1, 2, 3, 4), (4, 3, 2, 1)),
        ((2, 1, 4, 3), (3, 4, 1, 2)),
        ((1, 1, 3, 4), (F(7, 2), F(7, 2), 2, 1)),
        ((1, 2, 2, 2), (4, 2, 2, 2)),
        ((1, 1, 1, 1), (F(5, 2), F(5, 2), F(5, 2), F(5, 2))),
        ((1, 2, 3), (4, 3, 2)),
        ((1, 2, 3, 4, 5), (4, 3, 2, 1, 0)),
        ((1, 2, 3, 4, 4), (4, 3, 2, F(1, 2), F(1, 2))),
    ],
)
def test_points_by_place_and_those_who_are_level_have_the_mean(places: tuple[int, ...], made: Made) -> None:
    assert of(counting("places", ("4", "3", "2", "1")), marks(places), ()) == made


def test_winning_alone_counts_five_and_sharing_the_first_place_one() -> None:
    made = counting("winner")
    assert of(made, marks((2, 1, 3, 4)), ()) == (0, 5, 0, 0)
    assert of(made, marks((1, 1, 3, 4)), ()) == (1, 1, 0, 0)
    assert of(made, marks((1, 1, 1)), ()) == (1, 1, 1)
    assert [made.without(code) for code in "FHZ"] == [5, 1, 0]


def test_a_team_wins_alone_and_shares_the_points_of_its_places() -> None:
    assert of(counting("winner"), marks((2, 1, 2, 1)), PAIRS) == (0, 5, 0, 5)
    assert of(counting("winner"), marks((1, 1, 1, 1)), PAIRS) == (1, 1, 1, 1)
    assert of(counting("places"), marks((1, 2, 1, 2)), PAIRS) == (F(7, 2), F(3, 2), F(7, 2), F(3, 2))


def test_the_games_own_points_are_what_it_says() -> None:
    made = counting("game", ("10",))
    assert of(made, marks((1, 3, 2), (31, -4, 20)), ()) == (31, -4, 20)
    assert of(made, marks((1, 3, 2)), ()) == (10, 0, 0), "a ruling has no points of the game"
    assert of(made, (Mark("+", 1), Mark("-", 3), Mark("+", 1)), ()) == (10, 0, 10)


@pytest.mark.parametrize("kind", ["share", "places", "winner", "game"])
def test_who_did_not_come_or_lost_by_ruling_has_nothing(kind: Kind) -> None:
    made = counting(kind)
    marked = (*marks((1, 2, 3)), Mark("-", 4))
    assert of(made, marked, ())[3] == 0
    assert of(made, (Mark("LL", 3),) * 3, ()) == (0, 0, 0)
    others = of(made, marked, ())[:3]
    assert others == of(made, marks((1, 2, 3)), ()), "those who came play among themselves"


@given(st.permutations([1, 2, 3, 4]), st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_points_by_place_add_up_to_the_same_at_every_full_table(order: list[int], ties: list[int]) -> None:
    places = tuple(1 + sum(ties[other] < ties[own] for other in range(4)) for own in range(4))
    assert sum(counting("places").of(marks(places), ())) == 10
    assert sum(counting("places").of(marks(order), ())) == 10


def _two_rounds() -> list[Round]:
    match = Match("a", (1, 2, 3))
    return [
        Round(1, (match,), (4,), {"a": marks((1, 2, 3), (9, 5, 1))}),
        Round(2, (Match("b", (4, 1, 2)),), (), {"b": marks((1, 1, 3), (7, 7, 0))}, {3: Absence("H")}),
    ]


@pytest.mark.parametrize(
    ("kind", "bye", "points"),
    [
        ("share", 1, {1: F(7, 4), 2: F(1, 2), 3: F(1, 2), 4: F(7, 4)}),
        ("places", 4, {1: F(15, 2), 2: 5, 3: 4, 4: F(15, 2)}),
        ("winner", 5, {1: 6, 2: 0, 3: 1, 4: 6}),
        ("game", 1, {1: 16, 2: 5, 3: F(3, 2), 4: 8}),
    ],
)
def test_pairing_and_standings_count_alike(kind: Kind, bye: int, points: dict[int, Fraction | int]) -> None:
    made, rounds = counting(kind), _two_rounds()
    settings = Settings(Points(made.win, made.draw, bye=F(bye)))
    lines = standings(Given((1, 2, 3, 4), tuple(rounds), ("WON",), made, settings)).lines
    assert {line.entry: line.points for line in lines} == points
    won = {line.entry: line.values[0].value for line in lines}
    assert won == {1: 1, 2: 0, 3: 0, 4: 0}, "a win is a win however it counts"
    field = entrants((1, 2, 3, 4), rounds, bye=F(bye), usual=3, counting=made)
    assert {entry: each.score for entry, each in field.items()} == points


# -- as announced


def evening(**given: Any) -> Run:
    return Run(format="pods", seats=(3, 4), rounds=2, **given).enter(*range(11, 18))


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"table_points": "places", "place_points": ("4", "x")}, "bad_place_points"),
        ({"table_points": "places", "place_points": ("1", "2")}, "bad_place_points"),
        ({"table_points": "places", "place_points": ("0",)}, "bad_place_points"),
        ({"table_points": "places", "place_points": ("1", "1")}, "bad_place_points"),
        ({"table_points": "places", "place_points": ("6", "5", "4", "3", "2", "1")}, "bad_place_points"),
        ({"table_points": "places", "place_points": ("4", "١")}, "bad_place_points"),
        ({"table_points": "places", "place_points": ("1/0",)}, "bad_place_points"),
        ({"table_points": "places", "place_points": ("1001",)}, "bad_place_points"),
        ({"table_points": "winner", "place_points": ("5",)}, "bad_place_points"),
        ({"table_points": "game", "place_points": ("5", "1")}, "bad_place_points"),
        ({"place_points": ("5",)}, "bad_place_points"),
    ],
)
def test_what_cannot_count_is_refused(given: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        evening(**given)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"format": "swiss", "table_points": "places"}, "bad_table_points"),
        ({"format": "round-robin", "table_points": "game"}, "bad_table_points"),
        ({"format": "knock-out", "table_points": "winner", "seats": (2,)}, "bad_table_points"),
        ({"format": "swiss", "table_points": "winner", "place_points": ("3",)}, "bad_place_points"),
        ({"format": "swiss", "table_points": "winner", "place_points": ("5/2", "1")}, "bad_place_points"),
        ({"format": "swiss", "table_points": "winner", "place_points": ("11", "1")}, "bad_place_points"),
    ],
)
def test_between_two_winning_and_a_draw_count_whole_points_or_a_share(given: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        Run(**given)
    assert refused.value.code == code


def test_three_points_for_a_win_and_one_for_a_draw_are_usual_between_two() -> None:
    assert Run(format="swiss", table_points="winner").state.settings.place_points == ("3", "1")
    assert Run(format="round-robin", table_points="winner").state.settings.place_points == ("3", "1")


def test_match_wins_are_of_the_points_that_a_match_counts() -> None:
    given: dict[str, Any] = {"format": "swiss", "rounds": 1, "tie_breaks": ("MW", "OMW", "KS")}
    for points, percent in ((("3", "1"), F(1, 3)), (("2", "1"), F(1, 2))):
        run = Run(**given, table_points="winner", place_points=points).enter(11, 12).start()
        run.pair()
        (match,) = run.state.rounds[-1].played.matches
        run.do(matches.record(run.state, match=match.match, table=f"table-{match.match}", places=(1, 1)))
        assert [line.points for line in run.state.lines] == [1, 1]
        assert [[value.value for value in line.values][:2] for line in run.state.lines] == [[percent] * 2] * 2
    run = Run(**given, table_points="winner").enter(11, 12, 13).start()
    run.pair()
    run.play_round(random.Random(1))
    assert max(line.points for line in run.state.lines) == 3, "a win, or the bye"


@pytest.mark.parametrize(
    ("kind", "worth"), [("places", ("4", "3", "2", "1")), ("winner", ("5", "1")), ("game", ("1",)), ("share", ())]
)
def test_what_is_not_named_is_usual(kind: Kind, worth: tuple[str, ...]) -> None:
    assert evening(table_points=kind).state.settings.place_points == worth


def test_points_are_kept_exactly() -> None:
    assert evening(table_points="places", place_points=("2.5", "5/4", "0")).state.settings.place_points == (
        "5/2",
        "5/4",
        "0",
    )


@pytest.mark.parametrize("kind", ["places", "winner", "game"])
def test_a_tournament_is_played_to_its_end_by_what_was_announced(kind: Kind) -> None:
    run, rng = evening(table_points=kind).start(), random.Random(3)
    expected = dict.fromkeys(run.state.seeds, F(0))
    made = counting(kind)
    while pairing.due(run.state) == "pairing":
        run.pair()
        for match in run.state.rounds[-1].played.matches:
            points = [rng.randrange(40) for _ in match.entries]
            places = [1 + sum(other > own for other in points) for own in points]
            run.do(
                matches.record(run.state, match=match.match, table=f"table-{match.match}", places=places, points=points)
            )
            for entry, each in zip(match.entries, made.of(marks(places, points), ()), strict=True):
                expected[entry] += each
    run.do(pairing.finish(run.state))
    assert run.state.status == "finished"
    assert {line.entry: line.points for line in run.state.lines} == expected
    best = max(expected.values())
    assert {entry for entry, place in run.state.places.items() if place == 1} <= {
        entry for entry, each in expected.items() if each == best
    }
