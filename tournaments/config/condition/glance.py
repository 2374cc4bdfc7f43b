"""What every page says if the service can only be read, has no room left, or has lost the time.

A process looks every few seconds, and only while somebody reads pages: a few short statements, however many read.
"""

import threading
import time
from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from msgspec import Struct

from engine.text import gettext_noop as _
from tournaments.config.condition.facts import Database, Disk, Facts
from tournaments.config.condition.judging import disks, is_full, is_off, judge_servers
from tournaments.config.condition.looking import database, machine
from tournaments.config.condition.parts import Part, part
from tournaments.config.condition.steadiness import Steadiness
from tournaments.log import sources

PATIENCE: Final = 0.3
"""Seconds that pages wait for another one's look, counted from its beginning."""
WORDS: Final = {
    "writing": _("The service is read-only at the moment and accepts nothing new. Nothing that was accepted is lost."),
    "disk": _(
        "The service has almost run out of storage: soon it may accept nothing new. Nothing that was accepted is lost."
    ),
    "clock": _("The service’s clock is being put right: times may be wrong for a while. Nothing is lost."),
}


class Trouble(Struct, frozen=True):
    words: str
    """For everybody."""
    part: Part
    """For staff."""


class Glance:
    """How the service looked a moment ago."""

    def __init__(self) -> None:
        self._looked = time.monotonic()
        self._began = -PATIENCE
        self._looking = threading.Lock()
        self._seen: tuple[Trouble, ...] = ()
        self._steadiness = Steadiness()

    def troubles(self) -> tuple[Trouble, ...]:
        """One thread looks again when it is time. The others wait for it, but not for long."""
        if self._is_due() and self._looking.acquire(timeout=self._patience()):
            try:
                if self._is_due():
                    self._look_in_time()
            finally:
                self._looking.release()
        return self._seen

    def _patience(self) -> float:
        """What is left of it: a look that takes long, at a server that is frozen, does not cost each page as much."""
        return max(0.0, self._began + PATIENCE - time.monotonic())

    def _look_in_time(self) -> None:
        """The next look is due some seconds after this one, also if it fails."""
        self._began = time.monotonic()
        try:
            self.look()
        finally:
            self._looked = time.monotonic()

    def _is_due(self) -> bool:
        return time.monotonic() >= self._looked + settings.GLANCE_SECONDS

    def look(self) -> None:
        jumped = self._steadiness.look(time.time(), steady_time())
        self._seen = tuple(_troubles(database.look(migrations=False), machine.look(), jumped))


def steady_time() -> float:
    """Of a clock that nobody sets, and that goes on while the machine sleeps where there is one."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def _troubles(seen: Database | None, room: tuple[Disk, ...], jumped: float) -> Iterator[Trouble]:
    facts = Facts(at=sources.now_ms(), redis=True, database=seen, disks=room)
    parts = {one.kind: one for one in judge_servers(facts) if one.state != "ok"}
    if jumped:
        message = _("This machine's clock jumped by {seconds} s.")
        parts["clock"] = part("clock", "warns", message, seconds=f"{jumped:+.0f}")
    told = {
        "writing": seen is not None and (seen.read_only or seen.in_recovery),
        "disk": any(map(is_full, disks(facts))),
        "clock": bool(jumped) or (seen is not None and is_off(seen)),
    }
    yield from (Trouble(WORDS[kind], parts[kind]) for kind, is_so in told.items() if is_so)


glance: Final = Glance()


def banner(request: HttpRequest) -> dict[str, object]:
    """For every template: the warnings above the page."""
    return {"troubles": glance.troubles()}
