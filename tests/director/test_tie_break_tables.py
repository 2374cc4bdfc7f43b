"""Who is level on a cut line plays for it, where that was announced: until it is decided, three tables at most."""

from collections.abc import Callable, Sequence

import pytest

from tests.director.structured import Run
from tests.director.test_stages import groups, of
from tournaments.director.display.redraw import redraw
from tournaments.director.errors import RoomError
from tournaments.director.policy.rulings import rounds
from tournaments.director.policy.rulings.kinds import Context
from tournaments.director.policy.rulings.rounds import SetPairing
from tournaments.director.state.events import FieldFixed, RoundPaired
from tournaments.director.state.facts import Round
from tournaments.director.state.folding import fold
from tournaments.director.state.stage_settings import Stage, Ties
from tournaments.pairing import tie_break_tables
from tournaments.pairing.qualification import Top

Result = Callable[[Sequence[int]], tuple[int, ...]]
"""Of those who sit at a table, in seat order: their places."""


def better(seated: Sequence[int]) -> tuple[int, ...]:
    return (1, 2) if seated[0] < seated[1] else (2, 1)


def worse(seated: Sequence[int]) -> tuple[int, ...]:
    return (2, 1) if seated[0] < seated[1] else (1, 2)


def drawn(_seated: Sequence[int]) -> tuple[int, ...]:
    return (1, 1)


def level(ties: Ties = "table") -> Run:
    """Four in a Swiss of one round that the better seeds win: 3 and 4 are level, and three go on."""
    stage = Stage(format="round-robin", takes=(Top(3),), ties=ties)
    run = Run(4, format="swiss", rounds=1, tie_breaks=("WIN",), stages=(stage,))
    for match in run.open_matches():
        run.finish_table(match, better(run.round_of(match).seated(match)))
    return run


def parting(run: Run) -> Round | None:
    return next((paired for paired in reversed(run.state.rounds) if paired.parts_ties), None)


def play(run: Run, result: Result) -> None:
    (match,) = run.open_matches()
    run.finish_table(match, result(run.round_of(match).seated(match)))


def field(run: Run) -> FieldFixed:
    (fixed,) = of(run, FieldFixed)
    assert isinstance(fixed, FieldFixed)
    return fixed


def test_without_the_setting_the_lot_decides():
    assert parting(level("lot")) is None


@pytest.mark.parametrize("result", [better, worse])
def test_two_who_are_level_on_the_line_play_for_it(result: Result):
    run = level()
    table = parting(run)
    assert table is not None
    assert table.drawn.round == 2
    (match,) = table.drawn.matches
    assert [reason.code for reason in match.reasons] == ["tied"]
    tied = set(match.entries)
    before = [(line.entry, line.points, line.place) for line in run.state.lines]
    play(run, result)
    fixed = field(run)
    lost = max(tied) if result is better else min(tied)
    assert {each.entry for each in fixed.entries} == {1, 2, 3, 4} - {lost}
    assert [tie.by for tie in fixed.ties] == ["tie_break_table"]
    first = run.state.stages[0]
    assert [(line.entry, line.points, line.place) for line in first.lines] == before, "it counts in no standings"
    assert run.state.planned == 2 + 3, "its round is counted"


def test_a_level_table_is_played_again_and_after_the_third_the_lot_decides():
    run = level()
    for _ in range(tie_break_tables.MOST - 1):
        play(run, drawn)
        assert not run.state.fields
    play(run, drawn)
    assert [tie.by for tie in field(run).ties] == ["lot"]


def test_the_seats_of_the_next_table_are_by_another_lot_and_the_second_decides():
    run = level()
    play(run, drawn)
    play(run, worse)
    fixed = field(run)
    assert [tie.by for tie in fixed.ties] == ["tie_break_table"]
    assert max(fixed.ties[0].entries) in {each.entry for each in fixed.entries}


def test_who_leaves_before_it_is_played_loses_it():
    run = level()
    table = parting(run)
    assert table is not None
    leaves, stays = table.drawn.matches[0].entries
    run.withdraw(leaves)
    assert not run.open_matches() or run.state.fields
    assert stays in {each.entry for each in field(run).entries}


def test_more_than_a_table_seats_are_parted_by_lot():
    run = groups(3, Stage(format="knock-out", takes=(Top(2),), ties="table"), groups=1)
    while not run.state.fields:  # everybody wins once
        match = run.open_matches()[0]
        first, second = run.round_of(match).seated(match)
        run.finish_table(match, (1, 2) if (first, second) in ((1, 2), (2, 3), (3, 1)) else (2, 1))
    assert parting(run) is None
    assert [tie.by for tie in field(run).ties] == ["lot"]


def test_it_is_drawn_again_from_what_was_known():
    run = level()
    at = max(at for at, (event, _) in enumerate(run.events) if isinstance(event, RoundPaired))
    stored = run.events[at][0]
    assert isinstance(stored, RoundPaired)
    found = redraw(fold(run.events[:at]), stored)
    assert found.verdict == "equal"


def test_it_is_not_paired_by_hand():
    run = level()
    bench = Context(now=len(run.events), new_match=str)
    with pytest.raises(RoomError, match="only the results decide who meets"):
        rounds.set_pairing(run.state, SetPairing(2, ((4, 3),), ()), bench)
