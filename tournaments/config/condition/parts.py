"""A part of the service: its name, how it is, and one sentence that says what is the matter and what to do."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from engine.text import Hole, Text
from engine.text import gettext_noop as _

State: TypeAlias = Literal["ok", "warns", "fails"]

STATES: Final[tuple[State, ...]] = ("ok", "warns", "fails")
"""From good to bad."""

MINUTE, HOUR, DAY = 60, 3_600, 86_400

TITLES: Final = {
    "database": _("Database"),
    "migrations": _("Migrations"),
    "writing": _("Writing"),
    "clock": _("Clock"),
    "servers": _("Servers of the log"),
    "standby": _("Standby"),
    "redis": _("Valkey"),
    "disk": _("Disk: {of}"),
    "broker": _("Broker"),
    "queue": _("Queue: {of}"),
    "tick": _("Tick"),
    "follower": _("Follower: {of}"),
    "anchors": _("Anchors"),
    "archive": _("Archive"),
    "open_data": _("Open data"),
    "streams": _("Live streams"),
    "films": _("Films"),
    "pictures": _("Pictures"),
    "certificate": _("Certificate"),
    "clocks": _("Clocks that have run out"),
    "bots": _("Bots due to move"),
    "results": _("Results to take in"),
    "tournaments": _("Tournaments waiting"),
    "notices": _("Notices to send"),
    "reviews": _("Reviews together"),
}


class Part(Struct, frozen=True):
    name: str
    """Stable, for programs: ``database``, ``queue:bots``."""
    state: State
    text: Text

    @property
    def kind(self) -> str:
        """The name without what there are several of."""
        return self.name.partition(":")[0]

    @property
    def title(self) -> Text:
        return Text(TITLES[self.kind], {"of": self.name.partition(":")[2]})


def part(name: str, state: State, message: str, **holes: Hole) -> Part:
    return Part(name, state, Text(message, holes))


def worst(parts: Iterable[Part]) -> State:
    return max((one.state for one in parts), key=STATES.index, default="ok")


def graded(value: float, *, warns: float, fails: float) -> State:
    """How bad it is that *value* has become so large."""
    if value < warns:
        return "ok"
    return "warns" if value < fails else "fails"


def span(seconds: float) -> Text:
    """How long, in its largest unit."""
    for length, message in ((DAY, _("{n} d")), (HOUR, _("{n} h")), (MINUTE, _("{n} min"))):
        if seconds >= length:
            return Text(message, {"n": int(seconds // length)})
    return Text(_("{n} s"), {"n": int(seconds)})


def size(count: int) -> str:
    """A number of bytes, for people."""
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count // 1_000_000} MB"


def number(count: int, *, more: bool) -> str:
    return f"{count}+" if more else str(count)
