"""What was anchored outside is missed, even where the log itself looks whole."""

import errno
import fcntl
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from tests.commands import printed
from tests.log.streams import STREAM, grow, lifted_triggers
from tournaments.log import anchors, followers, keeping, selectors
from tournaments.log.followers import Placed
from tournaments.log.tasks import anchor

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def kept(tmp_path: Path, settings: Settings) -> Callable[[], list[str]]:
    """Anchor, and give the lines that are kept."""
    settings.ANCHORS = str(tmp_path / "anchors")
    (tmp_path / "anchors").mkdir()

    def lines() -> list[str]:
        anchor()
        return [line for path in sorted((tmp_path / "anchors").glob("*")) for line in path.read_text().splitlines()]

    return lines


def cut_off(keep: int) -> None:
    """The tail goes, and the head is made to fit: the chain is whole."""
    with lifted_triggers(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM log_event WHERE stream = %s AND seq > %s", [STREAM, keep])
        cursor.execute(
            "UPDATE log_stream SET (seq, digest, recorded_at) = (SELECT seq, digest, recorded_at FROM log_event"
            " WHERE stream = %s AND seq = %s) WHERE name = %s",
            [STREAM, keep, STREAM],
        )


def verified(*against: Path) -> str:
    return printed("verify", against=list(against))


def test_the_ends_of_what_has_changed_are_kept_once(kept: Callable[[], list[str]]):
    grow(sizes=[1, 2])
    first = selectors.head(STREAM)
    assert kept() == [f"{STREAM} 3 {first.digest.hex()}"]
    assert kept() == [f"{STREAM} 3 {first.digest.hex()}"], "nothing has changed"
    grow(sizes=[2], head=first)
    assert kept()[1:] == [f"{STREAM} 5 {selectors.head(STREAM).digest.hex()}"]


def test_a_tail_that_was_cut_off_with_its_head_is_named(kept: Callable[[], list[str]], tmp_path: Path):
    grow(sizes=[1, 2, 3])
    lines = kept()
    file = tmp_path / "kept.txt"
    file.write_text("\n".join(lines) + "\n")
    assert "1 streams are as they were written" in verified(file)
    cut_off(4)
    assert "1 streams are as they were written" in verified(), "the log alone cannot tell"
    with pytest.raises(CommandError, match="1 streams are not as they were anchored"):
        verified(file)
    assert [str(fault) for fault in anchors.missing(anchors.read(lines))] == [
        f"{STREAM} event 6: it was anchored and is missing; the stream ends at 4"
    ]
    grow(sizes=[4], head=selectors.head(STREAM))
    assert [fault.reason for fault in anchors.missing(anchors.read(lines))] == ["it is another event than was anchored"]


def test_a_stream_that_is_gone_is_named(kept: Callable[[], list[str]]):
    grow(sizes=[2])
    (line,) = kept()
    gone = line.replace(STREAM, "table:gone000000")
    assert [fault.stream for fault in anchors.missing(anchors.read([gone, line]))] == ["table:gone000000"]


def test_while_they_are_kept_nobody_who_follows_the_log_waits(settings: Settings, monkeypatch: pytest.MonkeyPatch):
    """The folder lies on another machine, perhaps, and mail servers take their time."""
    settings.ANCHORS = "keeper@example.org"
    grow(sizes=[1, 2])
    seen: list[int] = []
    monkeypatch.setattr(keeping, "keep", lambda _text: seen.append(len(elsewhere(lambda: followers.news(0)))))
    anchor()
    assert seen == [2]
    assert anchor.time_limit is not None


def elsewhere(question: Callable[[], Sequence[Placed]]) -> Sequence[Placed]:
    """The answer of another process, as it were."""

    def ask() -> Sequence[Placed]:
        try:
            return question()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as other:
        return other.submit(ask).result()


def test_two_writers_do_not_mix_their_lines(kept: Callable[[], list[str]], tmp_path: Path):
    grow(sizes=[1])
    kept()
    (file,) = (tmp_path / "anchors").iterdir()
    grow(sizes=[1], head=selectors.head(STREAM))
    with file.open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(keeping.Away, match="unavailable"):
            kept()
    assert len(kept()) == 2


def test_they_can_go_to_a_mailbox(settings: Settings):
    settings.ANCHORS = "keeper@example.org"
    grow(sizes=[1])
    anchor()
    (sent,) = mail.outbox
    assert sent.to == ["keeper@example.org"]
    assert list(anchors.read(sent.body.splitlines())) == list(anchors.ends([STREAM]))


def test_what_could_not_be_kept_is_kept_next_time(kept: Callable[[], list[str]], tmp_path: Path, settings: Settings):
    grow(sizes=[1])
    (tmp_path / "anchors").rmdir()
    with pytest.raises(keeping.Away, match="anchors is not there"):
        anchor()
    assert not (tmp_path / "anchors").exists(), "its disk may not be mounted"
    (tmp_path / "anchors").mkdir()
    assert len(kept()) == 1


def test_the_empty_place_of_a_disk_takes_nothing_once_anchors_were_kept(
    kept: Callable[[], list[str]], tmp_path: Path, settings: Settings
):
    grow(sizes=[1])
    kept()
    grow(sizes=[1], head=selectors.head(STREAM))
    (tmp_path / "empty").mkdir()
    settings.ANCHORS = str(tmp_path / "empty")
    with pytest.raises(keeping.Away, match=r"not mounted.*manage.py anchor --all"):
        anchor()
    with pytest.raises(CommandError, match="not mounted"):
        call_command("anchor")
    assert list((tmp_path / "empty").iterdir()) == []
    (tmp_path / "empty" / "anchors-0.txt").write_text(printed("anchor", all=True))
    anchor()
    assert len(list((tmp_path / "empty").iterdir())) == 2
    settings.ANCHORS = str(tmp_path / "anchors")
    assert len(kept()) == 1, "what was kept in one folder is not kept again in another"


def test_all_ends_can_be_printed_and_nothing_is_kept_without_a_place(settings: Settings):
    settings.ANCHORS = ""
    grow(sizes=[3])
    anchor()
    assert printed("anchor", all=True) == f"{STREAM} 3 {selectors.head(STREAM).digest.hex()}\n"
    with pytest.raises(CommandError, match="ANCHORS"):
        call_command("anchor")


NOTHING = "0" * 64


def test_anchors_that_cannot_be_read_are_one_plain_line(tmp_path: Path):
    for path, why in ((tmp_path / "none", "No such file or directory"), (tmp_path, "Is a directory")):
        with pytest.raises(CommandError, match=f"^Can't read {path}: {why}.$"):
            printed("verify", against=[path])


@pytest.mark.parametrize("line", ["", "a b", f"a x {NOTHING}", f"a 1 {'g' * 64}", f"a 1 {NOTHING[2:]}"])
def test_a_line_that_is_no_anchor_is_an_error_with_its_number(line: str, tmp_path: Path):
    good = f"{STREAM} 1 {NOTHING}"
    file = tmp_path / "kept.txt"
    file.write_text(f"{good}\n{line}\n")
    with pytest.raises(CommandError, match="Line 2 is not an anchor"):
        printed("verify", against=[file])


def test_a_writer_that_was_killed_or_had_no_room_leaves_no_half_line(
    kept: Callable[[], list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    grow(sizes=[1])
    (line,) = kept()
    (file,) = (tmp_path / "anchors").iterdir()
    with file.open("a") as killed:
        killed.write(line[:30])
    grow(sizes=[2], head=selectors.head(STREAM))
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", _no_room)
        with pytest.raises(keeping.Away, match="No space left"):
            kept()
    assert file.read_text() == f"{line}\n"
    assert len(kept()) == 2
    assert list(anchors.missing(anchors.read(kept()))) == []


def _no_room(_file: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
