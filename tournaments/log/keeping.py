"""Where anchors are kept: in a folder, or in somebody's mailbox (``ANCHORS``)."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.mail import send_mail

from tournaments.log import sources


def keep(text: str) -> None:
    """Add the anchors of *text* to those that are kept; nothing without a place for them."""
    place: str = settings.ANCHORS
    at = datetime.fromtimestamp(sources.now_ms() / 1000, UTC)
    if "@" in place:
        send_mail(f"Anchors of {at:%Y-%m-%d %H:%M} UTC", text, None, [place])
    elif place:
        _append(Path(place) / f"anchors-{at:%Y-%m}.txt", text)


def _append(path: Path, text: str) -> None:
    """All of it or nothing, and on the disk when it returns: one writer at a time."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())
