"""Making backups and keys: what they hold, and whatever goes wrong leaves nothing behind."""

import stat
import tarfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from tests.config.backup.acts import COMMITTED, manage
from tournaments.config.backup import draft, tools
from tournaments.config.version import VERSION


def test_it_says_what_it_holds_and_is_for_nobody_elses_eyes(made: Path, key: Path, tmp_path: Path) -> None:
    assert stat.S_IMODE(made.stat().st_mode) == stat.S_IMODE(key.stat().st_mode) == 0o600
    said = manage("restore", made, "--check", key=key)
    assert "1 streams, 3 events" in said
    assert f"by Cardroom {VERSION}. It is whole." in said
    with tarfile.open(made) as tar:
        assert tar.getnames() == ["anchors.txt.age", "database.dump.age", "manifest.json"]
    assert b"table:kept000000" not in made.read_bytes()


@COMMITTED
def test_a_machine_with_the_public_half_can_back_up_and_not_read(key: Path, tmp_path: Path) -> None:
    public = tmp_path / "public"
    public.write_text(manage("backup", new_key=tmp_path / "another").split()[-1])
    folder = tmp_path / "backups"
    folder.mkdir()
    manage("backup", folder, key=public)
    with pytest.raises(CommandError, match="public key alone"):
        manage("restore", folder, "--check", key=public)
    assert "It is whole" in manage("restore", folder, "--check", key=tmp_path / "another")


@COMMITTED
def test_the_oldest_go_and_what_is_no_backup_stays(tmp_path: Path) -> None:
    mine = tmp_path / "cardroom-notes.tar"
    old = [tmp_path / f"cardroom-2025010{day}T000000Z.tar" for day in (1, 2, 3)]
    killed = tmp_path / ".cardroom-20250104T000000Z.tar.part"
    for path in (mine, killed, *old):
        path.touch()
    said = manage("backup", tmp_path, keep=2)
    assert [str(path) in said for path in old] == [True, True, False]
    (new,) = set(tmp_path.iterdir()) - {mine, old[2]}
    assert str(new) in said


class Full:
    """A disk with room for this many bytes."""

    def __init__(self, file: Any, room: int) -> None:
        self._file, self._room = file, room

    def write(self, data: bytes) -> int:
        self._room -= len(data)
        if self._room < 0:
            raise OSError(28, "No space left on device")
        return int(self._file.write(data))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


FULL_DRAFT: Any = draft.Draft


@COMMITTED
@pytest.mark.parametrize("room", [0, 1_000, 30_000])
def test_a_full_disk_leaves_no_backup(room: int, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft, "Draft", lambda file: FULL_DRAFT(Full(file, room)))
    with pytest.raises(CommandError, match="No space left"):
        manage("backup", tmp_path, key=key)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, "Name a folder"),
        ({"folder": "/nowhere/at/all"}, "no folder /nowhere/at/all"),
        ({"new_key": "/nowhere/at/all"}, "Can't write the key"),
        ({"folder": ".", "key": "/nowhere/at/all"}, "Can't read the key"),
        ({"folder": ".", "key": "pyproject.toml"}, "line 1 is not an age key"),
        ({"folder": ".", "key": "tests/__init__.py"}, "holds no key"),
    ],
)
def test_a_wrong_word_is_one_line(given: dict[str, str], why: str) -> None:
    paths = {name: Path(path) for name, path in given.items()}
    with pytest.raises(CommandError, match=why):
        manage("backup", **paths)


@pytest.mark.parametrize("keep", ["0", "-1", "all"])
def test_none_is_not_a_number_to_keep(keep: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=f"--keep: '{keep}' is not a whole number from 1 up"):
        manage("backup", tmp_path, f"--keep={keep}")


def test_a_key_is_never_overwritten(key: Path) -> None:
    before = key.read_text()
    with pytest.raises(CommandError, match="never overwritten"):
        manage("backup", new_key=key)
    assert key.read_text() == before


@COMMITTED
def test_programs_that_are_older_than_the_server_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in tools.NEEDED:
        program = tmp_path / name
        program.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 14.1 (Debian)'\n")
        program.chmod(0o700)
    monkeypatch.setattr(tools, "_places", lambda: [tmp_path])
    assert tools.folder(13) == tools.folder(14) == tmp_path
    with pytest.raises(CommandError, match=r"programs here are of version 14, too old"):
        manage("backup", tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(tools.NEEDED)
    monkeypatch.setattr(tools, "_places", list)
    with pytest.raises(CommandError, match="are missing"):
        manage("backup", tmp_path)


def test_the_version_is_that_of_the_package() -> None:
    assert f'\nversion = "{VERSION}"\n' in Path("pyproject.toml").read_text()
