"""Groups and a final as files; and every round of them drawn again from the log."""

import csv
import io
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command
from msgspec import json

from accounts.models import User
from tests.factories import concede, open_tables, play_out
from tournaments.director import exports, selectors, services
from tournaments.director.display.reviews import review
from tournaments.director.exchange.trf import reading, writing
from tournaments.director.state.stage_settings import Stage
from tournaments.pairing.qualification import Place

pytestmark = pytest.mark.django_db

FINAL = Stage(format="knock-out", takes=(Place(1), Place(2)))


@pytest.fixture
def cup(announce: Callable[..., str], people: list[User], organiser: User) -> str:
    tournament = announce(*people[:6], format="round-robin", groups=2, stages=(FINAL,), rated=False)
    services.start(tournament_id=tournament, by=organiser.pk)
    return tournament


def rows(tournament: str, kind: exports.Kind) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(exports.export(selectors.at(tournament), kind).body.decode())))


def test_spreadsheets_tell_stage_group_and_place_in_it(cup: str) -> None:
    play_out(cup)
    standings = rows(cup, "standings")
    assert [row["place"] for row in standings][:5] == ["1", "2", "3", "4", "5"]
    groups = selectors.at(cup).stages[0].groups
    stood = {str(line.entry.number): (group.name, str(line.place)) for group in groups for line in group.lines}
    assert {row["entry"]: (row["group"], row["group_place"]) for row in standings} == stood
    assert [row["stage"] for row in standings] == ["2"] * 4 + ["1"] * 2
    pairings = rows(cup, "pairings")
    assert {row["key"] for row in pairings if row["stage"] == "2"} == {"W1.1", "W1.2", "W2.1", "T1.1"}
    assert {row["key"][:3] for row in pairings if row["stage"] == "1" and row["key"]} == {"A.R", "B.R"}


def test_a_report_has_all_rounds_and_is_read_again(cup: str) -> None:
    play_out(cup)
    body = exports.export(selectors.at(cup), "trf").body.decode()
    report = reading.read(body)
    assert len(report.players) == 6
    assert max(len(player.cells) for player in report.players) == len(selectors.detail(cup).rounds)
    assert writing.write(report) == body


def test_the_bracket_s_file_has_the_groups_as_its_first_stage(cup: str) -> None:
    for table in open_tables(cup):
        concede(table)
    found = json.decode(exports.export(selectors.at(cup), "bracket").body)
    assert [stage["type"] for stage in found["stage"]] == ["round_robin"]
    play_out(cup)
    found = json.decode(exports.export(selectors.at(cup), "bracket").body)
    assert [stage["type"] for stage in found["stage"]] == ["round_robin", "single_elimination"]
    assert found["stage"][0]["settings"]["groupCount"] == 2
    for table in ("group", "round", "match"):
        assert [each["id"] for each in found[table]] == list(range(len(found[table])))
    assert {len(found[table]) for table in ("participant",)} == {6}
    played = [each for each in found["match"] if each["stage_id"] == 1]
    assert {each["key"] for each in played} == {"W1.1", "W1.2", "W2.1", "T1.1"}
    names = {each["id"]: each["name"] for each in found["participant"]}
    final = next(each for each in played if each["key"] == "W2.1")
    winner = next(side for side in ("opponent1", "opponent2") if final[side]["result"] == "win")
    assert names[final[winner]["id"]] == next(e.name for e in selectors.detail(cup).entries if e.place == 1)


def test_every_round_of_every_stage_is_drawn_again_the_same(cup: str) -> None:
    play_out(cup)
    for paired in selectors.detail(cup).rounds:
        assert review(cup, paired.number).redrawn.verdict == "equal", paired.number
        call_command("explain", cup, str(paired.number), stdout=StringIO())
    said = StringIO()
    final = selectors.at(cup).stages[1]
    call_command("explain", cup, str(final.first_round + 1), stdout=said)
    assert final.field is not None
    assert said.getvalue().startswith(f"Stage 2 was filled by event {final.field.seq}:\n1. ")
    for each in final.field.entries:
        assert f"{each.seed}. {each.entry.name}: {each.why}\n" in said.getvalue()
    assert exports.export(selectors.at(cup), "calendar").body
    call_command("rebuild", "--check", stdout=StringIO())
