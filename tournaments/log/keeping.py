"""Where anchors are kept: in a folder, or in somebody's mailbox (``ANCHORS``).

The folder is not made here, and once anchors were kept it must hold some: the empty place of a disk that is not mounted
does not.
"""

import fcntl
import io
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.mail import send_mail

from tournaments.log import anchors, followers, sources

LONGEST: Final = 4_096
"""Bytes; no anchor is as long."""


class Away(Exception):
    """Anchors cannot be kept in their place: why, for those who run the service."""


def keep(text: str) -> None:
    """Add the anchors of *text* to those that are kept; nothing without a place for them. Raises :class:`Away`."""
    place: str = settings.ANCHORS
    at = datetime.fromtimestamp(sources.now_ms() / 1000, UTC)
    if "@" in place:
        send_mail(f"Anchors of {at:%Y-%m-%d %H:%M} UTC", text, None, [place])
    elif place:
        _keep_in(Path(place), f"anchors-{at:%Y-%m}.txt", text)


def were_kept() -> bool:
    """Whether any were kept already, wherever that was."""
    return followers.place(anchors.FOLLOWER) > 0


def trouble(folder: Path, *, kept: bool) -> str:
    """Why *folder* does not take anchors, if some were *kept* already; nothing if it does. Asks no database."""
    try:
        if not folder.is_dir():
            return f"{folder} is not there"
        if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
            return f"{folder} cannot be written to"
        if kept and not any(folder.glob("anchors-*.txt")):
            return f"{folder} holds none of those that were kept, as if its disk were not mounted"
    except OSError as error:
        return f"{folder}: {error.strerror}"
    return ""


def _keep_in(folder: Path, name: str, text: str) -> None:
    kept = were_kept()
    if why := trouble(folder, kept=kept):
        new = f" In a new folder begin with all: manage.py anchor --all > {folder}/anchors-0.txt" if kept else ""
        raise Away(f"{why}.{new}")
    try:
        _append(folder / name, text)
    except OSError as error:
        raise Away(f"{folder / name}: {error.strerror}") from error


def _append(path: Path, text: str) -> None:
    """All of it or nothing, and on the disk when it returns: one writer at a time, a second one fails."""
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
    with os.fdopen(os.open(path, flags, 0o600), "r+b", buffering=0) as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        end = _mended(file)
        try:
            data = text.encode()
            while data:
                data = data[file.write(data) :]
            os.fsync(file.fileno())
        except OSError:  # no room, mostly
            file.truncate(end)
            raise


def _mended(file: io.FileIO) -> int:
    """Where *file* ends, without the half of a line that a killed writer left: it will be written again."""
    end = file.seek(0, os.SEEK_END)
    start = file.seek(max(0, end - LONGEST))
    whole = start + file.read(LONGEST).rfind(b"\n") + 1
    if whole < end:
        file.truncate(whole)
    return whole
