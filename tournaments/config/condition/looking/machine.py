"""This machine: room on the disks where the service keeps something."""

import os
import shutil
from functools import partial
from pathlib import Path
from typing import Final

from django.conf import settings

from tournaments.config.condition.facts import Disk
from tournaments.config.condition.looking import elsewhere
from tournaments.config.supervisor.child import MARK

DISTANT: Final = ("anchors", "archive")
"""What had better lie on another machine: pages and the proxy wait for this look."""


def look() -> tuple[Disk, ...]:
    """One a file system, by what lies on it. A folder that is not there, or does not answer, tells nothing."""
    found: dict[int, tuple[list[str], int]] = {}
    for name, path in folders().items():
        seen = elsewhere.ask(f"disk of {name}", partial(_room, path), None) if name in DISTANT else _room(path)
        if seen is not None:
            found.setdefault(seen[0], ([], seen[1]))[0].append(name)
    return tuple(Disk(tuple(names), free) for names, free in found.values())


def _room(path: Path) -> tuple[int, int] | None:
    """On which device *path* is, and how many bytes are free there."""
    try:
        return path.stat().st_dev, shutil.disk_usage(path).free
    except OSError:
        return None


def folders() -> dict[str, Path]:
    home = os.environ.get(MARK) or os.environ.get("CARDROOM_HOME") or settings.LOCAL
    given = {"state": home, "static": settings.STATIC_ROOT, "anchors": anchors(), "archive": settings.ARCHIVE}
    return {name: Path(path) for name, path in given.items() if path}


def anchors() -> Path | None:
    """The folder where anchors are kept, if it is one."""
    return Path(settings.ANCHORS) if settings.ANCHORS.startswith("/") else None
