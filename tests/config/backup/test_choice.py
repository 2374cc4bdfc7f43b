"""Which backup of a folder is brought back: never silently the wrong one."""

import os
from pathlib import Path

import pytest
from django.core.management import CommandError
from msgspec.structs import replace

from tests.config.backup.acts import manage
from tests.config.backup.test_archive import GOOD, written
from tournaments.config.backup import choice
from tournaments.config.backup.making import secret_trace
from tournaments.config.backup.problem import Failed

OWN, OTHER = "the key of this service " * 2, "the key of another one " * 2


@pytest.fixture(autouse=True)
def _own_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", OWN)


def made(folder: Path, day: int, *, events: int, key: str = OWN, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A backup of a day of November."""
    with monkeypatch.context() as patch:
        patch.setenv("SECRET_KEY", key)
        manifest = replace(GOOD, events=events, secret_key=secret_trace())
    return written(folder / f"cardroom-202611{day}T031500Z.tar", manifest)


def test_what_is_no_file_is_never_the_newest(tmp_path: Path) -> None:
    mine = written(tmp_path / "cardroom-20261123T031500Z.tar", GOOD)
    os.mkfifo(tmp_path / "cardroom-20991123T031500Z.tar")
    assert choice.newest(tmp_path) == mine


def test_the_last_by_its_name_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for day, events in ((20, 5), (21, 9)):
        made(tmp_path, day, events=events, monkeypatch=monkeypatch)
    last = made(tmp_path, 22, events=9, monkeypatch=monkeypatch)
    assert choice.chosen(tmp_path) == last
    assert choice.chosen(tmp_path / "one.tar") == tmp_path / "one.tar"


@pytest.mark.parametrize("key", [OWN, ""])
def test_one_whose_clock_was_ahead_is_not_taken_for_the_newest(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(tmp_path, 22, events=90, monkeypatch=monkeypatch)
    made(tmp_path, 29, events=50, monkeypatch=monkeypatch)
    monkeypatch.setenv("SECRET_KEY", key)
    with pytest.raises(CommandError, match=r"1129T.* newest by its name, but cardroom-20261122T.* \(50, 90\)"):
        manage("restore", tmp_path, check=True)


def test_another_services_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path, 22, events=9, monkeypatch=monkeypatch)
    made(tmp_path, 23, events=90, key=OTHER, monkeypatch=monkeypatch)
    with pytest.raises(Failed, match=r"another SECRET_KEY than this service's, unlike cardroom-20261122T"):
        choice.newest(tmp_path)
    last = made(tmp_path, 24, events=10, monkeypatch=monkeypatch)
    assert choice.newest(tmp_path) == last, "what the other one holds says nothing"


def test_after_a_change_of_the_key_those_of_before_are_still_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(tmp_path, 21, events=8, key=OTHER, monkeypatch=monkeypatch)
    before = made(tmp_path, 22, events=9, key=OTHER, monkeypatch=monkeypatch)
    assert choice.newest(tmp_path) == before
    after = made(tmp_path, 23, events=10, monkeypatch=monkeypatch)
    assert choice.newest(tmp_path) == after


def test_a_damaged_one_of_before_is_passed_over_and_the_newest_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cardroom-20261120T031500Z.tar").write_text("no backup")
    last = made(tmp_path, 21, events=9, monkeypatch=monkeypatch)
    assert choice.newest(tmp_path) == last
    (tmp_path / "cardroom-20261122T031500Z.tar").write_text("no backup")
    with pytest.raises(CommandError, match=r"1122T031500Z.tar is not a backup"):
        manage("restore", tmp_path, check=True)
