"""Open data: the games of a month as a signed file, without names, of players who all show their games."""

import json
import os
import time
from collections.abc import Iterator
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
import zstandard
from cryptography.exceptions import InvalidSignature
from django.core.management import CommandError, call_command
from django.test import Client
from msgspec.structs import replace as replace_fields
from pytest_django import Settings

from accounts import privacy
from accounts.models import Privacy, User
from engine.codec import Codec
from engine.game import replay
from engine.registry import GAMES
from tests.clock import Clock
from tests.clubs.founding import founded
from tests.factories import concede, open_for, played_out
from tournaments.log import sources
from tournaments.platform import signing
from tournaments.tables.open_data import files
from tournaments.tables.tasks import publish_month

pytestmark = pytest.mark.django_db
HOUR = 3_600_000


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.OPEN_DATA = str(tmp_path)
    return tmp_path


def this_month() -> str:
    return files.last_month(files.bounds(files.last_month(sources.now_ms()))[1] + 40 * 24 * HOUR)


def read(folder: Path, month: str) -> list[dict[str, Any]]:
    manifest = json.loads((folder / f"{month}.json").read_bytes())
    with (folder / manifest["file"]).open("rb") as packed:
        return [json.loads(line) for line in zstandard.ZstdDecompressor().stream_reader(packed).read().splitlines()]


def published(folder: Path) -> list[dict[str, Any]]:
    files.publish(this_month())
    return read(folder, this_month())


def test_a_month_begins_and_ends_where_it_does() -> None:
    begins, ends = files.bounds("2026-12")
    assert (ends - begins) // HOUR == 31 * 24
    assert files.last_month(begins) == "2026-11"
    assert files.last_month(ends) == "2026-12"
    with pytest.raises(ValueError, match=r"format|unconverted"):
        files.bounds("2026-13")


@pytest.mark.parametrize("key", GAMES)
def test_the_events_of_a_line_replayed_give_the_game(folder: Path, key: str) -> None:
    game = GAMES[key]
    played_out(game)
    (line,) = published(folder)
    codec: Codec[Any] = Codec(game.events, game.upcasts)
    events = [
        codec.decode(each["kind"], each["version"], json.dumps(each["payload"]).encode()) for each in line["events"]
    ]
    outcome = game.outcome(replay(game, events))
    assert outcome is not None
    assert (line["game"], line["places"], line["points"]) == (key, [*outcome.places], [*outcome.points])
    assert line["events"][0]["ms"] == 0


def test_nobody_is_named_and_each_file_has_pseudonyms_of_its_own(folder: Path, ann: User, bob: User) -> None:
    tables = [open_for(ann, bob) for _ in range(2)]
    for table in tables:
        concede(table)
    first, again = published(folder), published(folder)
    names = [player["pseudonym"] for line in first for player in line["players"]]
    assert len(set(names)) == 2, "the same in both games"
    assert not set(names) & {player["pseudonym"] for line in again for player in line["players"]}
    text = json.dumps(first)
    for secret in (*tables, "ann", "bob"):
        assert secret not in text.replace("played", "")
    assert {len(line["day"]) for line in first} == {10}


@pytest.mark.parametrize("hidden", ["their games", "the club", "gone"])
def test_games_that_not_everybody_may_see_are_left_out(folder: Path, ann: User, bob: User, hidden: str) -> None:
    shown = open_for(ann, bob)
    concede(shown)
    assert len(published(folder)) == 1
    if hidden == "their games":
        Privacy.objects.update_or_create(user=bob, defaults={"show_games": False})
        assert not privacy.of_many([bob.pk])[bob.pk].show_games
    elif hidden == "the club":
        concede(open_for(ann, bob, club=founded(ann, bob, visibility="private")))
    else:
        User.objects.filter(pk=bob.pk).delete()
    assert len(published(folder)) == (hidden == "the club")


def test_the_manifest_is_signed_and_what_was_there_goes(folder: Path, ann: User, bob: User) -> None:
    concede(open_for(ann, bob))
    old, made = files.publish(this_month()), files.publish(this_month())
    assert signing.fits(files.signed_bytes(made), made.signature, signing.public())
    other = files.signed_bytes(replace_fields(made, games=2))
    assert not signing.fits(other, made.signature, signing.public())
    assert old.file != made.file
    assert {each.name for each in folder.iterdir()} == {made.file, f"{made.month}.json"}
    assert files.published() == [made]


def test_last_month_is_made_once_by_itself(folder: Path, clock: Clock, ann: User, bob: User) -> None:
    concede(open_for(ann, bob))
    clock.days(31)
    publish_month()
    (made,) = files.published()
    clock.days(1)
    publish_month()
    assert (files.published(), made.games) == ([made], 1)


def test_a_month_that_was_made_before_it_was_over_is_made_again(
    folder: Path, clock: Clock, ann: User, bob: User
) -> None:
    early = files.publish(this_month())
    concede(open_for(ann, bob))
    clock.days(31)
    publish_month()
    (made,) = files.published()
    assert (made.month, early.games, made.games) == (early.month, 0, 1)


def test_without_a_folder_nothing_is_made(settings: Settings) -> None:
    settings.OPEN_DATA = ""
    publish_month()
    with pytest.raises(CommandError, match="OPEN_DATA"):
        call_command("open_data", "2026-10")
    settings.OPEN_DATA = "/nowhere"
    with pytest.raises(CommandError, match="OPEN_DATA"):
        call_command("open_data", "2026-10")


def test_a_month_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match="2026-10"):
        call_command("open_data", "October")


def test_the_page_and_the_api_list_what_there_is(client: Client, ann: User, bob: User) -> None:
    assert "none so far" in client.get("/about/data").content.decode()
    concede(open_for(ann, bob))
    made = files.publish(this_month())
    page = client.get("/about/data").content.decode()
    assert f'href="/open-data/{made.file}"' in page
    assert "<code>pseudonym</code>" in page
    (month,) = client.get("/api/open-data").json()["months"]
    assert (month["sha256"], month["games"]) == (made.sha256, 1)
    assert month["file"].endswith(f"/open-data/{made.file}")


def test_what_a_killed_process_left_goes_after_a_day(folder: Path, ann: User, bob: User) -> None:
    old, young = folder / ".draft-old", folder / ".draft-young"
    for each, at in ((old, 1.0), (young, time.time())):  # a file's own time is the disk's, not Python's
        each.touch()
        os.utime(each, (at, at))
    files.publish("2026-10")
    assert (old.exists(), young.exists()) == (False, True)


def test_what_the_page_says_reads_and_checks_a_file(
    client: Client, folder: Path, monkeypatch: pytest.MonkeyPatch, ann: User, bob: User
) -> None:
    concede(open_for(ann, bob))
    files.publish(this_month())
    page = client.get("/about/data").content.decode()
    code = unescape(page.partition("<pre><code>")[2].partition("</code>")[0])
    monkeypatch.chdir(folder)
    read_by: dict[str, Any] = {}
    exec(code, read_by)  # noqa: S102
    assert read_by["games"] == read(folder, this_month())
    altered = replace_fields(files.published()[0], games=2)
    (folder / f"{this_month()}.json").write_bytes(msgspec.json.encode(altered))
    with pytest.raises(InvalidSignature):
        exec(code, {})  # noqa: S102


def test_all_months_are_made_again_after_an_erasure(folder: Path, ann: User, bob: User) -> None:
    concede(open_for(ann, bob))
    assert len(published(folder)) == 1
    User.objects.filter(pk=bob.pk).delete()
    call_command("open_data", "--all", stdout=StringIO())
    assert read(folder, this_month()) == []


def test_a_manifest_that_cannot_be_read_is_passed_over(folder: Path) -> None:
    (folder / "2026-09.json").write_text("{}")
    files.publish("2026-10")
    assert [each.month for each in files.published()] == ["2026-10"]


def test_a_draft_is_nothing_that_is_listed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Iterator[None]:
        raise OSError

    monkeypatch.setattr(files, "lines", broken)
    with pytest.raises(OSError):  # noqa: PT011
        files.publish("2026-10")
    assert not [*folder.iterdir()]
