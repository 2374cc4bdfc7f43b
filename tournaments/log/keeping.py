"""Where anchors are kept: in a folder, or in somebody's mailbox (``ANCHORS``)."""

from __future__ import annotations

import fcntl
import io
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.mail import send_mail

from tournaments.log import sources

LONGEST: Final = 4_096
"""Bytes; no anchor is as long."""


def keep(text: str) -> None:
    """Add the anchors of *text* to those that are kept; nothing without a place for them."""
    place: str = settings.ANCHORS
    at = datetime.fromtimestamp(sources.now_ms() / 1000, UTC)
    if "@" in place:
        send_mail(f"Anchors of {at:%Y-%m-%d %H:%M} UTC", text, None, [place])
    elif place:
        _append(Path(place) / f"anchors-{at:%Y-%m}.txt", text)


def _append(path: Path, text: str) -> None:
    """All of it or nothing, and on the disk when it returns: one writer at a time, a second one fails."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
    with os.fdopen(os.open(path, flags, 0o600), "r+b", buffering=0) as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        end = _mended(file)
        try:
            _write(file, text.encode())
            os.fsync(file.fileno())
        except OSError:  # no room, mostly
            file.truncate(end)
            raise


def _write(file: io.FileIO, data: bytes) -> None:
    while data:
        data = data[file.write(data) :]


def _mended(file: io.FileIO) -> int:
    """Where *file* ends, without the half of a line that a killed writer left: it will be written again."""
    end = file.seek(0, os.SEEK_END)
    start = file.seek(max(0, end - LONGEST))
    whole = start + file.read(LONGEST).rfind(b"\n") + 1
    if whole < end:
        file.truncate(whole)
    return whole
