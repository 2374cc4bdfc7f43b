"""Records whose digests were made to fit: those that hold are of games that could have been played at a table here."""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from engine.events import is_of_game
from engine.game import replay
from engine.notation import read
from engine.places import final_places, staying
from engine.registry import GAMES
from engine.table import Table
from engine.verify import Fault, read_record, verify
from tests.engine.records import finished_record, sealed
from tests.engine.walks import Setting, walked
from tournaments.tables import lines
from tournaments.tables.opened import open_record

SETTINGS = [
    Setting(GAMES["german-whist"], 2, GAMES["german-whist"].options()),
    Setting(GAMES["gasp"], 3, GAMES["gasp"].options(max_rounds=1)),
    Setting(GAMES["gasp-pairs"], 4, GAMES["gasp-pairs"].options(max_rounds=1)),
]
LEAVING = ("table.resigned", "table.flagged")
BEFORE = 3
"""Events of the service before those of the game."""
Rows = list[dict[str, Any]]


@cache
def honest(setting: Setting) -> tuple[Table, str]:
    return walked(setting, 5), json.dumps(finished_record(setting))


def opening(setting: Setting) -> int:
    """Where the first decision begins."""
    table, _record = honest(setting)
    return BEFORE + len(setting.game.opening(setting.seats, setting.options, table.chance))


def forged(setting: Setting, leaving: list[tuple[int, int, str]], ends: int | None) -> dict[str, Any]:
    """The record in which seats leave before events, each (event, seat, kind), and that ends before event *ends* or
    where it did. What it says of the result is made to fit."""
    table, text = honest(setting)
    record: dict[str, Any] = json.loads(text)
    rows: Rows = record["events"]
    end = [row for row in rows if row["kind"] in ("table.finished", "table.seed_revealed")]
    if ends is not None:
        rows[:] = [row for row in rows if row not in end]
        rows[ends:ends] = end
        points = setting.game.points(replay(setting.game, table.log[: max(opening(setting), ends) - BEFORE]))
        end[0]["payload"] |= {"places": [1] * setting.seats, "points": points, "stake": 1, "reason": "resigned"}
    for at, seat, kind in sorted(leaving, key=lambda each: each[0], reverse=True):
        rows.insert(at, {**rows[0], "kind": kind, "payload": {"seat": seat}})
    gone = list(dict.fromkeys(row["payload"]["seat"] for row in rows if row["kind"] in LEAVING))
    teams = setting.game.teams(setting.seats, setting.options)
    end[0]["payload"]["places"] = final_places(end[0]["payload"]["places"], gone, teams)
    for seq, row in enumerate(rows, 1):
        row["seq"] = seq
    return sealed(record)


def file_of(record: dict[str, Any]) -> bytes:
    return json.dumps(record).encode()


def check(record: dict[str, Any]) -> None:
    verify(read_record(file_of(record)))


def played_on(setting: Setting, rows: Rows) -> list[str]:
    """What is played, or who leaves, although the result stood."""
    gone: list[int] = []
    teams, stands, found = setting.game.teams(setting.seats, setting.options), False, []
    for row in rows:
        leaves = row["kind"] in LEAVING
        if stands and (leaves or is_of_game(row["kind"])):
            found.append(row["kind"])
        gone += [row["payload"]["seat"]] if leaves else []
        stands = stands or row["kind"] == "table.finished" or (leaves and len(staying(teams, gone)) <= 1)
    return found


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@given(data=st.data())
def test_a_record_that_holds_could_have_been_played_here(setting: Setting, data: st.DataObject):
    last = len(json.loads(honest(setting)[1])["events"]) - 2
    leaving = data.draw(
        st.lists(
            st.tuples(st.integers(BEFORE, last), st.integers(0, setting.seats - 1), st.sampled_from(LEAVING)),
            max_size=setting.seats,
        )
    )
    ends = data.draw(st.none() | st.sampled_from([at for at, _seat, _kind in leaving] or [last]))
    record = forged(setting, leaving, ends)
    try:
        check(record)
    except Fault:
        return
    event("it holds")
    assert not played_on(setting, record["events"])
    result = lines.opened(read(open_record(file_of(record)).text))[-1][1].result
    finished = next(row["payload"] for row in record["events"] if row["kind"] == "table.finished")
    assert result is None or list(result.places) == finished["places"]


@pytest.mark.parametrize("kind", LEAVING)
def test_a_winner_who_is_said_to_have_left_before_the_first_card_is_found(kind: str):
    """All that follows is what the rules answer, and the places are those of somebody who left."""
    setting = SETTINGS[0]
    table, _record = honest(setting)
    assert table.outcome is not None
    record = forged(setting, [(opening(setting), table.outcome.places.index(1), kind)], None)
    with pytest.raises(Fault) as found:
        check(record)
    assert (found.value.seq, found.value.reason) == (opening(setting) + 2, "the game was over")


def test_cards_behind_the_result_of_a_resignation_are_found():
    setting = SETTINGS[0]
    at = opening(setting)
    record = forged(setting, [(at, 0, "table.resigned")], at)
    with pytest.raises(Fault) as found:
        check(record)
    assert found.value.seq == at + 4


def test_who_leaves_before_the_cards_are_dealt_or_behind_the_outcome_is_found():
    setting = SETTINGS[1]
    table, _record = honest(setting)
    for at in (BEFORE, BEFORE + len(table.log)):
        with pytest.raises(Fault) as found:
            check(forged(setting, [(at, 0, "table.resigned")], None))
        assert found.value.kind == "table.resigned"
