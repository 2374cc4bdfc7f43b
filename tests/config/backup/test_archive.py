"""A backup that somebody else has put into the folder: it is refused in one line, whatever it is."""

import io
import tarfile
from pathlib import Path

import msgspec
import pytest

from tournaments.config.backup import archive
from tournaments.config.backup.archive import Manifest, Member
from tournaments.config.backup.problem import Failed

GOOD = Manifest(
    format=1,
    version="1.0",
    made_at="2026-11-23T03:15:00+00:00",
    postgresql="16.1",
    encrypted=False,
    streams=0,
    events=0,
    migrations={"log": "0001_log"},
    secret_key="",
    members={archive.DUMP: Member(0, "")},
)


def written(path: Path, manifest: Manifest, *more: tarfile.TarInfo) -> Path:
    text = msgspec.json.encode(manifest)
    described = tarfile.TarInfo(archive.MANIFEST)
    described.size = len(text)
    with tarfile.open(path, "w") as tar:
        for each in more:
            tar.addfile(each)
        tar.addfile(described, io.BytesIO(text))
    return path


@pytest.mark.parametrize("to", [archive.DUMP, "/etc/passwd", archive.MANIFEST])
@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE])
def test_a_link_is_no_file_of_a_backup(to: str, kind: bytes, tmp_path: Path) -> None:
    link = tarfile.TarInfo(archive.DUMP)
    link.type, link.linkname = kind, to
    with (
        archive.opened(written(tmp_path / "a.tar", GOOD, link)) as backup,
        pytest.raises(Failed, match="is missing"),
    ):
        backup.open(archive.DUMP)


@pytest.mark.parametrize("bad", [{"version": "\x1b[2J"}, {"made_at": "now\n"}, {"migrations": {"log": "\x07"}}])
def test_a_manifest_does_not_write_to_the_terminal(bad: dict[str, object], tmp_path: Path) -> None:
    path = written(tmp_path / "a.tar", msgspec.structs.replace(GOOD, **bad))
    with pytest.raises(Failed, match="manifest cannot be read"), archive.opened(path):
        pass


def test_the_new_one_stays_if_the_clock_was_wrong_when_others_were_made(tmp_path: Path) -> None:
    made, old, ahead = (written(tmp_path / f"cardroom-{year}1123T031500Z.tar", GOOD) for year in (2026, 2025, 2099))
    assert archive.forget(tmp_path, keep=1, made=made) == [old]
    assert archive.kept(tmp_path) == [made, ahead]
