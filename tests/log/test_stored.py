"""What was stored once is read forever: one event of every kind and version that a room has had, as the log holds it.

The games have theirs in ``tests/engine``. A new kind or version gets its line by hand; a line is never changed.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.codec import Codec
from engine.events import Event, Public
from tests.log import released
from tournaments.clubs.events import CLUB_EVENTS
from tournaments.clubs.events import CODEC as CLUB
from tournaments.director.state.codec import CODEC as TOURNAMENT
from tournaments.director.state.codec import TOURNAMENT_EVENTS
from tournaments.leagues.ladders.events import CODEC as LADDER
from tournaments.leagues.ladders.events import LADDER_EVENTS
from tournaments.leagues.nights.events import CALENDAR_EVENTS
from tournaments.leagues.nights.events import CODEC as CALENDAR
from tournaments.leagues.seasons.events import CODEC as SEASON
from tournaments.leagues.seasons.events import SEASON_EVENTS
from tournaments.learning.studies.events import CODEC as STUDY
from tournaments.learning.studies.events import STUDY_EVENTS
from tournaments.ratings.events import CODEC as POOL
from tournaments.ratings.events import POOL_EVENTS
from tournaments.tables.events import CODEC as TABLE
from tournaments.tables.events import TABLE_EVENTS

FOLDER = Path(__file__).parent / "stored"
EVENTS: dict[str, tuple[type[Event], ...]] = {
    "table": TABLE_EVENTS,
    "tournament": TOURNAMENT_EVENTS,
    "pool": POOL_EVENTS,
    "club": CLUB_EVENTS,
    "calendar": CALENDAR_EVENTS,
    "season": SEASON_EVENTS,
    "ladder": LADDER_EVENTS,
    "study": STUDY_EVENTS,
}
CODECS: dict[str, Codec[Any]] = {
    "table": TABLE,
    "tournament": TOURNAMENT,
    "pool": POOL,
    "club": CLUB,
    "calendar": CALENDAR,
    "season": SEASON,
    "ladder": LADDER,
    "study": STUDY,
}

every_room = pytest.mark.parametrize("room", CODECS)


def stored(room: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((FOLDER / f"{room}.json").read_text())
    return rows


@every_room
def test_every_kind_and_version_ever_stored_is_still_read(room: str):
    codec = CODECS[room]
    for row in stored(room):
        event = codec.decode(row["kind"], row["version"], json.dumps(row["payload"]))
        assert event.kind == row["kind"]
        if row["version"] == event.version:
            assert json.loads(json.dumps(codec.fields(event))) == row["payload"]


def test_nothing_is_stored_that_the_last_release_cannot_read():
    """It may still run, beside this one."""
    last = json.loads(released.PATH.read_text())
    assert released.too_early(released.events(), last) == []


class Renewed(Public, frozen=True):
    kind = "test.renewed"
    version = 2


class Held(Renewed, frozen=True):
    written = 1


@pytest.mark.parametrize(("event", "last", "early"), [
    (Renewed, {}, ["test.renewed v2"]),
    (Renewed, {"test.renewed": 1}, ["test.renewed v2"]),
    (Held, {"test.renewed": 1}, []),
    (Renewed, {"test.renewed": 2}, []),
])  # fmt: skip
def test_a_new_version_is_read_for_a_release_before_it_is_stored(
    event: type[Event], last: dict[str, int], early: list[str]
):
    assert released.too_early([event], last) == early


@every_room
def test_no_version_of_an_event_is_without_its_line(room: str):
    ever = {(event.kind, version) for event in EVENTS[room] for version in range(1, event.version + 1)}
    assert {(row["kind"], row["version"]) for row in stored(room)} == ever
