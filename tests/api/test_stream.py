"""The live stream as the document describes it. That nothing is missed is tested with the tables."""

import json
from collections.abc import Iterator

import pytest

from accounts.models import User
from engine.events import Seat
from tests.api import contract
from tests.api.client import Caller
from tests.api.test_tables import joined
from tests.notices.samples import tell
from tournaments.notices.personal.reading import backlog, reached
from tournaments.streams import readers
from tournaments.tables.live import line, presence_line
from tournaments.tables.presence import seen
from tournaments.tables.state import TableState
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _no_threads_left() -> Iterator[None]:
    yield
    readers.stop()


def fields(sent: bytes) -> dict[str, str]:
    return dict(row.split(": ", 1) for row in sent.decode().strip().splitlines())


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_line_is_as_the_document_says(ann: Caller, bob: Caller, seat: int | None) -> None:
    table: TableState = TABLES.current(joined(ann, bob)).state
    sent = fields(line(table, (), None if seat is None else Seat(seat)))
    data = json.loads(sent["data"])
    contract.validate(data, {"$ref": "#/components/schemas/StreamLine"})
    assert sent["id"] == str(data["seq"])


def test_who_is_there_is_told_as_the_document_says(ann: Caller, bob: Caller) -> None:
    table: TableState = TABLES.current(joined(ann, bob)).state
    ann_was_there = {table.chairs[0].user or 0: 1_000_000}
    for notes in ({}, ann_was_there, None):
        sent = fields(presence_line(seen(table, notes, now=1_000_001)))
        contract.validate(json.loads(sent["data"]), {"$ref": "#/components/schemas/StreamPresence"})
        assert (sent["event"], "id" in sent) == ("presence", False)


def test_personal_lines_are_as_the_document_says(ann: Caller, bob: Caller) -> None:
    table: TableState = TABLES.current(joined(ann, bob)).state
    user = table.chairs[0].user or 0
    tell(User.objects.get(pk=user), kind="friend_request")
    shapes = {"table": "PersonalTable", "turn": "PersonalTable", "notice": "PersonalNotice", "ready": "PersonalReady"}
    told = [json.loads(line.data) for line in backlog((user, "en"), None, reached(None))]
    assert {"notice", "ready"} < {each["type"] for each in told}
    for each in told:
        contract.validate(each, {"$ref": f"#/components/schemas/{shapes[each['type']]}"})


def test_there_is_no_stream_of_no_table(stranger: Caller) -> None:
    assert stranger.get("/api/tables/nosuchtabl/stream").status == 404


def test_a_bad_token_opens_no_stream(ann: Caller, bob: Caller, stranger: Caller) -> None:
    path = f"/api/tables/{joined(ann, bob)}/stream"
    answer = stranger.call("GET", path, headers={"Authorization": "Bearer crd_nobodys"})
    assert (answer.status, answer["code"]) == (401, "bad_token")


@pytest.mark.parametrize("since", ["yesterday", "-1", "\u0663", "9" * 5_000])
def test_a_place_to_resume_from_is_a_number(ann: Caller, bob: Caller, since: str) -> None:
    assert ann.get(f"/api/tables/{joined(ann, bob)}/stream", since=since).status == 400
