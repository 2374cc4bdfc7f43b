"""Records are signed by the site, and opened again: here, elsewhere, and after somebody changed them."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from engine.game import AnyGame
from engine.registry import GAMES
from tests.engine.records import sealed
from tests.factories import open_for, played_out
from tournaments.platform import signing
from tournaments.tables import records, selectors
from tournaments.tables.errors import Refused
from tournaments.tables.opened import LARGEST, open_record
from tournaments.tables.web import shown

pytestmark = pytest.mark.django_db


def record_of(table: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Client().get(f"/api/tables/{table}/record").content)
    return found


def opened(record: dict[str, Any]) -> Any:
    return open_record(json.dumps(record).encode())


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_record_of_this_site_is_opened_as_the_game_that_it_was(client: Client, game: AnyGame) -> None:
    table = played_out(game)
    found = opened(record_of(table))
    assert found.signed == "here"
    assert found.text == client.get(f"/tables/{table}/replay/text").content.decode().split("]\n", 1)[1]
    assert shown.of_text(found.text).moments[-1][1].result == selectors.summary(table).outcome


def test_the_key_is_published(client: Client) -> None:
    (key,) = client.get("/.well-known/jwks.json").json()["keys"]
    record = record_of(played_out(GAMES["german-whist"]))
    assert key["x"] == record["key"]
    data = records.signed_bytes(record["stream"], record["head"], record["site"], record["names"])
    assert signing.fits(data, record["signature"], key["x"])
    assert not signing.fits(data + b" ", record["signature"], key["x"])


def test_a_record_of_another_site_says_so(client: Client, settings: Settings) -> None:
    settings.SIGNING_KEY = "A" * 43
    record = record_of(played_out(GAMES["german-whist"]))
    settings.SIGNING_KEY = ""
    assert opened(record).signed == "elsewhere"
    file = SimpleUploadedFile("record.json", json.dumps(record).encode())
    page = client.post("/replay", {"file": file}).content.decode()
    assert "signed by a site that this one does not know" in page
    assert "/replay/" in page


def test_a_record_without_a_signature_says_so() -> None:
    record = record_of(played_out(GAMES["german-whist"]))
    bare = {name: record[name] for name in ("format", "stream", "events", "head")}
    assert opened(bare).signed == "nowhere"


@pytest.mark.parametrize("names", [["ann\u202e", "ben"], ["ann"], ["ann", "ben", "cara"]])
def test_names_that_fit_no_seats_are_left_out(names: list[str]) -> None:
    record = record_of(played_out(GAMES["german-whist"]))
    bare = {name: record[name] for name in ("format", "stream", "events", "head")}
    assert shown.of_text(opened({**bare, "names": names}).text).names[1].name == ""


@pytest.mark.parametrize("part", ["names", "site", "head", "signature"])
def test_what_is_signed_cannot_be_changed(part: str) -> None:
    record = record_of(played_out(GAMES["german-whist"]))
    record[part] = ["eve", "mallory"] if part == "names" else "00" + record[part][2:] + "x"
    with pytest.raises(Refused) as refused:
        opened(record)
    assert refused.value.code == "bad_signature"


def test_a_game_as_text_is_read_from_a_file_too(client: Client) -> None:
    text = '\ufeff\n[Game "duck-soup"]\n[Seat1 "Ann"]\n[Seat2 "Ben"]\n'
    page = client.post("/replay", {"file": SimpleUploadedFile("game.txt", text.encode())})
    assert page.status_code == 302
    broken = SimpleUploadedFile("game.txt", f"{text}\n1:nonsense".encode())
    page = client.post("/replay", {"file": broken})
    assert page.status_code == 422
    assert "1:nonsense" in page.content.decode()
    assert client.post("/replay", {"file": SimpleUploadedFile("none.json", b" ")}).status_code == 422


def test_a_changed_event_is_named(client: Client) -> None:
    record = record_of(played_out(GAMES["german-whist"]))
    record["events"][5]["recorded_at"] += 1
    file = SimpleUploadedFile("record.json", json.dumps(record).encode())
    page = client.post("/replay", {"file": file})
    assert page.status_code == 422
    assert "event 6" in page.content.decode()


def test_a_game_that_goes_on_behind_a_resignation_is_refused_in_the_form(client: Client) -> None:
    record = record_of(played_out(GAMES["german-whist"]))
    rows = [row for row in record["events"] if row["kind"] != "table.settled"]
    begun = next(at for at, row in enumerate(rows) if row["kind"] == "german_whist.trump_turned") + 1
    finished = next(row for row in rows if row["kind"] == "table.finished")
    winner = finished["payload"]["places"].index(1)
    finished["payload"]["places"] = [2, 1] if winner == 0 else [1, 2]
    rows.insert(begun, {**rows[0], "kind": "table.resigned", "payload": {"seat": winner}})
    forged = sealed({"format": record["format"], "stream": record["stream"], "events": numbered(rows)})
    file = SimpleUploadedFile("record.json", json.dumps(forged).encode())
    page = client.post("/replay", {"file": file})
    assert page.status_code == 422
    assert 'type="file"' in page.content.decode()
    assert f"event {begun + 2} (german_whist.card_played)" in page.content.decode()


def numbered(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row | {"seq": seq} for seq, row in enumerate(rows, 1)]


@pytest.mark.parametrize("data", [b"", b"{}", b"[" * 100_000, b"\xff\xfe", b"null"])
def test_a_file_that_is_no_record_is_refused(client: Client, data: bytes) -> None:
    with pytest.raises(Refused) as refused:
        open_record(data)
    assert refused.value.code == "not_a_record"


def test_a_file_of_a_newer_version_is_said_to_be_one(client: Client) -> None:
    record = record_of(played_out(GAMES["german-whist"])) | {"format": "cardroom-record/2", "more": {}}
    file = SimpleUploadedFile("record.json", json.dumps(record).encode())
    page = client.post("/replay", {"file": file})
    assert page.status_code == 422
    assert "That file comes from a newer version of this software." in page.content.decode()


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        open_record(b" " * (LARGEST + 1))
    assert refused.value.code == "too_long"


def test_a_running_table_is_not_signed(ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    assert set(record_of(table)) == {"format", "stream", "events"}
