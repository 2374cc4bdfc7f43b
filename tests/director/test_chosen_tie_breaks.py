"""The tie-breaks that an organiser chooses: what may be chosen, and what the standings make of it."""

import random
from typing import Any

import msgspec
import pytest

from tests.director.runs import Run, plan
from tournaments.director.errors import Refused
from tournaments.director.policy import decisions, matches
from tournaments.director.state.settings import completed
from tournaments.director.state.stage_settings import Stage
from tournaments.pairing.format import Format
from tournaments.pairing.qualification import Top
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.tiebreaks.codes import TIE_BREAKS


def evening(**given: Any) -> Run:
    return Run(rounds=3, **given).enter(*range(11, 18)).start().play_out(random.Random(4))


def test_what_is_usual_is_announced_if_nothing_is_chosen():
    assert Run().state.settings.tie_breaks == ("BH-C1", "BH", "SB", "WON")
    assert Run(format="pods", seats=(3, 4, 5)).state.settings.tie_breaks == ("BH", "SB", "WON")
    assert Run(format="round-robin").state.settings.tie_breaks == ("DE", "SB", "WON", "KS")


@pytest.mark.parametrize("kind", FORMATS.values(), ids=FORMATS)
def test_only_a_format_that_places_its_entries_itself_is_announced_without_tie_breaks(kind: Format):
    announced = completed(plan(format=kind.key))
    stage = msgspec.convert({"format": kind.key, "takes": [Top(4)]}, Stage)
    later = completed(plan(format="swiss", stages=(stage,))).stages[0]
    assert bool(announced.tie_breaks) == bool(later.tie_breaks) != kind.knocks_out


def test_lines_that_no_tie_break_parts_share_a_place_and_keep_the_order_of_the_seeds():
    run = evening(tie_breaks=("GE",))
    seeds = [run.state.seeds.index(line.entry) for line in run.state.lines]
    ordered = sorted(zip((line.place for line in run.state.lines), seeds, strict=True))
    assert [seed for _place, seed in ordered] == seeds
    assert len({line.place for line in run.state.lines}) < 7


def test_the_order_that_was_chosen_decides_among_equal_points():
    lines = evening(tie_breaks=("WON", "BH")).state.lines
    assert [[value.code for value in line.values] for line in lines] == [["WON", "BH"]] * 7
    keys = [(line.points, *(value.value for value in line.values)) for line in lines]
    assert keys == sorted(keys, reverse=True)
    places = [1 + sum(other > key for other in keys) for key in keys]
    assert [line.place for line in lines] == places


def test_the_final_places_are_those_of_the_chosen_order():
    for codes in (("BH",), ("DE", "SB"), ("OMW", "GW", "OGW"), ("PS",)):
        run = evening(tie_breaks=codes)
        assert run.state.places == {line.entry: line.place for line in run.state.lines}


def test_a_bye_counts_in_buchholz_by_the_rules_that_were_chosen():
    new, old = (evening(tie_breaks=("BH",), unplayed=rules).state.lines for rules in ("2026", "2024"))
    before = {line.entry: line.values[0].value or 0 for line in old}
    lower = [line for line in new if (line.values[0].value or 0) < before[line.entry]]
    assert lower, "the dummy of a bye is capped"
    assert all(any(item.match is None for item in line.why) for line in lower)


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"tie_breaks": ("BH", "nonsense")}, "There is no tie-break {code}."),
        ({"tie_breaks": ("BH", "BH")}, "A tie-break is named twice."),
    ],
)
def test_what_cannot_be_chosen_is_refused_beside_its_field(given, text):
    refuse(given, text)


def test_a_format_without_usual_tie_breaks_has_its_own(monkeypatch):
    monkeypatch.setattr(type(FORMATS["round-robin"]), "codes", ())
    refuse({"tie_breaks": ("BH",), "format": "round-robin"}, "This format has its own tie-breaks.")


def refuse(given: dict[str, Any], text: str) -> None:
    with pytest.raises(Refused) as refused:
        Run(**given)
    assert (refused.value.code, refused.value.field) == ("bad_tie_breaks", "tie_breaks")
    assert refused.value.reason.message == text


@pytest.mark.parametrize("code", TIE_BREAKS)
def test_every_tie_break_can_be_chosen(code):
    assert len(evening(tie_breaks=(code,)).state.lines) == 7


def test_an_edit_that_changes_nothing_is_none():
    run = Run()
    assert decisions.edit(run.state, run.state.settings) == ()


def test_in_two_cycles_a_direct_encounter_decides_nothing_before_its_second_game():
    """1 beat 2, both drew with 4, 1 lost to 3, 2 beat 3: they are equal, and meet again."""
    wins = {(1, 2): 1, (1, 3): 3, (2, 3): 2, (3, 4): 4}
    run = Run(format="round-robin", cycles=2, tie_breaks=("DE", "WON")).enter(11, 12, 13, 14)
    run.do(decisions.start(run.state, {11: 2000.0, 12: 1900.0, 13: 1800.0, 14: 1700.0}, "seed"))

    def encounter() -> list[Any]:
        run.pair()
        for match in run.state.rounds[-1].played.matches:
            winner = wins.get((min(match.entries), max(match.entries)))
            places = [1 if winner in (None, entry) else 2 for entry in match.entries]
            run.do(matches.record(run.state, match=match.match, table=f"table-{match.match}", places=places))
        values = {line.entry: line.values[0].value for line in run.state.lines}
        return [values[1], values[2]]

    for _round in range(2):
        encounter()
    assert encounter() == [1, 1], "after the first cycle"
    for _round in range(2):
        encounter()
    assert encounter() == [1, 2]
