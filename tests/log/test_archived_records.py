"""A record that was changed, exchanged or lost is found by ``verify``, and nobody is shown what it says."""

import gzip
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from threading import Event

import pytest
from django.core.management import CommandError

from tests.commands import printed
from tests.log.archives import OTHER, STREAM, away, grow, record_of, rows
from tournaments.log import archiving, selectors
from tournaments.log.archive import reading, shelf
from tournaments.log.errors import ArchiveAway
from tournaments.log.verification import verify

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("archive")]


def flip(path: Path) -> None:
    """One bit of what the record says."""
    line = bytearray(gzip.decompress(path.read_bytes()))
    line[line.index("K♠".encode())] ^= 1
    path.write_bytes(gzip.compress(bytes(line)))


def swap(path: Path) -> None:
    path.write_bytes(record_of(OTHER).read_bytes())


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (flip, "does not hold"),
        (swap, "the record of another stream"),
        (lambda path: path.unlink(), "No such file"),
        (lambda path: path.write_bytes(path.read_bytes()[:-40]), "cannot be read"),
        (lambda path: path.write_bytes(b""), "cannot be read"),
    ],
    ids=["a flipped bit", "another's record", "none", "half of it", "nothing"],
)
def test_a_record_that_is_not_what_was_put_there_is_found_and_never_read(harm, said):
    grow()
    away()
    grow("test:last")
    away(OTHER)
    assert printed("verify") == "3 streams are as they were written.\n"
    harm(record_of())
    reading.forget()
    fault = verify(STREAM)
    assert fault is not None
    assert said in str(fault)
    with pytest.raises(CommandError, match="1 of 3 streams"):
        printed("verify")
    for ask in (selectors.load, selectors.proof):
        with pytest.raises(ArchiveAway):
            ask(STREAM)
    with pytest.raises((archiving.Away, archiving.Broken)):
        archiving.bring_back(STREAM)
    assert rows() == []


def test_verify_tells_a_disk_that_is_not_mounted_from_a_record_that_was_changed():
    for stream in (STREAM, OTHER):
        grow(stream)
    grow("test:last")
    for stream in (STREAM, OTHER):
        away(stream)
    record_of().unlink()
    with pytest.raises(CommandError, match=r"^1 of 3 streams cannot be read from the archive: see manage.py status.$"):
        printed("verify")
    flip(record_of(OTHER))
    with pytest.raises(CommandError, match=r"^1 of 3 streams are not as they were written. 1 of 3 streams cannot be"):
        printed("verify")


def test_a_disk_that_does_not_answer_keeps_two_who_read_and_no_more(monkeypatch):
    """Of a process: who opens an old table has one of its few threads."""
    grow()
    away()
    (mark,) = reading.marks([STREAM])
    record, asked, answered = record_of().read_bytes(), list[Path](), Event()

    def wait(path: Path) -> bytes:
        asked.append(path)
        answered.wait(20)
        return record

    monkeypatch.setattr(Path, "read_bytes", wait)
    monkeypatch.setattr(shelf, "PATIENCE", 0.01, raising=False)
    with ThreadPoolExecutor(3) as threads:
        found = [threads.submit(shelf.shelf().get, mark.name) for _reader in range(3)]
        try:
            with pytest.raises(archiving.Away, match="does not answer"):
                next(as_completed(found, timeout=10)).result()
        finally:
            answered.set()
    assert len(asked) == 2
    assert shelf.shelf().get(mark.name) == record
