"""A tournament as a list of stages: groups, the cut, and what is played by those who go on."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.director.structured import Run
from tests.factories import plan
from tournaments.director.errors import RoomError
from tournaments.director.policy import decisions
from tournaments.director.state.events import FieldFixed, Finished, GroupsDrawn, RoundPaired, StructureDrawn
from tournaments.director.state.folding import fold
from tournaments.director.state.stage_settings import Carries, Stage
from tournaments.pairing.qualification import Place, Top

FINAL = Stage(format="knock-out", takes=(Place(1), Place(2)))


def groups(entries: int, *stages: Stage, groups: int = 2, **given: Any) -> Run:
    return Run(entries, format="round-robin", groups=groups, stages=stages, **given)


def better_wins(run: Run, *, until: Callable[[Run], bool] = lambda _run: False) -> Run:
    """The better seed wins every match."""
    while (waiting := run.open_matches()) and not until(run):
        match = waiting[0]
        seated = run.round_of(match).seated(match)
        run.finish_table(match, (1, 2) if seated[0] < seated[1] else (2, 1))
    return run


def in_final(run: Run) -> bool:
    return bool(run.state.fields)


def of(run: Run, kind: type) -> list[object]:
    return [event for event, _at in run.events if isinstance(event, kind)]


def test_groups_are_dealt_by_snake_and_play_side_by_side():
    run = groups(8, FINAL)
    assert of(run, GroupsDrawn) == [GroupsDrawn(((1, 4, 5, 8), (2, 3, 6, 7)), 3)]
    (first,) = of(run, RoundPaired)
    assert isinstance(first, RoundPaired)
    assert [match.key for match in first.matches] == ["A.R1.1", "A.R1.2", "B.R1.1", "B.R1.2"]
    assert all(len({(entry in (1, 4, 5, 8)) for entry in match.entries}) == 1 for match in first.matches)
    assert run.state.planned == 5, "three rounds, semi-finals, final"


def test_two_groups_two_advance_and_two_of_one_group_do_not_meet_at_once():
    run = better_wins(groups(8, FINAL), until=in_final)
    (field,) = of(run, FieldFixed)
    assert isinstance(field, FieldFixed)
    assert [(each.entry, each.group, each.place) for each in field.entries[:2]] == [(1, 1, 1), (2, 2, 1)]
    assert {(each.entry, each.group, each.place) for each in field.entries[2:]} == {(3, 2, 2), (4, 1, 2)}
    assert field.clashes == ()
    (drawn,) = of(run, StructureDrawn)
    assert isinstance(drawn, StructureDrawn)
    last = run.state.rounds[-1].drawn
    assert [match.key for match in last.matches] == ["W1.1", "W1.2"]
    assert last.reached == 4
    meets = [set(match.entries) for match in last.matches]
    assert meets == [{1, 3}, {2, 4}], "A1-B2, B1-A2"
    assert all(each.rule == Place(each.place) for each in field.entries)


def test_the_last_round_is_that_of_the_last_stage():
    run = better_wins(groups(8, FINAL), until=in_final)
    assert not decisions.is_last_round(run.state), "the semi-finals"
    better_wins(run, until=lambda run: len(run.state.rounds) == 5)
    assert decisions.is_last_round(run.state)


def test_the_final_places_are_those_of_the_bracket_then_by_place_in_the_groups():
    run = better_wins(groups(8, FINAL))
    (final,) = of(run, Finished)
    assert isinstance(final, Finished)
    places = {each.entry: each.place for each in final.places}
    assert places == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 7, 8: 7}
    assert [line.place for line in run.state.lines] == sorted(places.values())


def test_who_has_left_before_the_cut_is_passed_over_and_the_next_in_line_moves_up():
    run = groups(8, FINAL)
    better_wins(run, until=lambda run: len(run.state.rounds) == 3)
    run.withdraw(4)
    better_wins(run, until=in_final)
    (field,) = of(run, FieldFixed)
    assert isinstance(field, FieldFixed)
    assert {each.entry for each in field.entries} == {1, 2, 3, 5}
    assert field.passed == (4,)


def test_who_leaves_before_half_of_the_games_of_the_group_is_annulled_there_and_nowhere_else():
    run = groups(8, FINAL)
    better_wins(run, until=lambda run: len(run.state.rounds) == 2)
    run.withdraw(8)
    better_wins(run, until=in_final)
    lines = {line.entry: line for group in run.state.stages[0].group_lines for line in group}
    assert lines[8].points == 0
    assert [lines[entry].points for entry in (1, 4, 5)] == [2, 1, 0]
    assert [lines[entry].points for entry in (2, 3, 6, 7)] == [3, 2, 1, 0]


def test_points_are_brought_along_as_announced():
    cases: list[tuple[Carries, dict[int, int]]] = [
        ("none", {}),
        ("all", {1: 3, 2: 3, 3: 2, 4: 2}),
        ("co-qualifiers", {1: 1, 2: 1}),
    ]
    for carries, brought in cases:
        stage = Stage(format="round-robin", takes=(Place(1), Place(2)), carries=carries)
        run = better_wins(groups(8, stage), until=in_final)
        (field,) = of(run, FieldFixed)
        assert isinstance(field, FieldFixed)
        assert {each.entry: Fraction(each.carried) for each in field.entries if each.carried != "0"} == brought
        assert {line.entry: line.points for line in run.state.current.lines} == dict.fromkeys((1, 2, 3, 4), 0) | brought


def test_a_stage_for_which_too_few_are_left_is_not_played():
    run = groups(4, FINAL)
    for user in (2, 3, 4):
        run.withdraw(user)
    assert run.state.status == "finished"
    assert not run.state.fields
    assert run.state.places[1] == 1


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"format": "swiss", "groups": 2}, "bad_groups"),
        ({"groups": 0}, "bad_groups"),
        ({"cycles": 3}, "bad_cycles"),
        ({"stages": (Stage(format="knock-out", takes=()),)}, "bad_stages"),
        ({"stages": (Stage(format="knock-out", takes=(Top(1),)),)}, "bad_stages"),
        ({"stages": (Stage(format="knock-out", takes=(Top(8), Place(1))),)}, "bad_stages"),
        ({"stages": (Stage(format="knock-out", takes=(Top(8),), carries="all"),)}, "bad_stages"),
        ({"stages": (Stage(format="pods", takes=(Top(8),)),)}, "bad_stages"),
        ({"format": "knock-out", "groups": 1, "stages": (FINAL,)}, "bad_stages"),
        ({"stages": (FINAL, FINAL)}, "bad_stages"),
        ({"stages": (Stage(format="swiss", takes=(Place(0), Place(1), Place(2))),)}, "bad_stages"),
    ],
)
def test_what_cannot_be_is_refused(given: dict[str, Any], code: str):
    settings: dict[str, Any] = {"format": "round-robin", "groups": 2} | given
    with pytest.raises(RoomError) as refused:
        Run(4, **settings)
    assert refused.value.code == code


def test_too_few_for_the_groups_are_refused_by_hand():
    with pytest.raises(RoomError) as refused:
        groups(5, FINAL, groups=3)
    assert refused.value.code == "too_many_groups"


def test_at_the_announced_time_there_are_as_many_groups_as_can_be():
    settings = plan(format="round-robin", groups=4, stages=(FINAL,))
    events = list(decisions.announce(tournament="t", organiser=1, settings=settings))
    for user in range(1, 6):
        events += decisions.enter(fold((event, 0) for event in events), user)
    events += decisions.start_on_time(fold((event, 0) for event in events), {}, "seed")
    assert len(fold((event, 0) for event in events).groups) == 2
