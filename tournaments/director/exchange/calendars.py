"""A tournament's start and rounds, and a player's matches, as a calendar that calendars subscribe to (RFC 5545)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from engine.events import Event
from tournaments.director.state.acts import Act, EndAfter, Extend, UndoRound
from tournaments.director.state.desk_events import Ruled, RulingReversed
from tournaments.director.state.events import (
    Announced,
    Cancelled,
    Edited,
    FieldFixed,
    Finished,
    RoundPaired,
    Settings,
    Started,
)
from tournaments.kit.calendars import begun
from tournaments.platform.units import HOUR, MINUTE

if TYPE_CHECKING:
    import icalendar


class Moment(Struct, frozen=True, kw_only=True):
    """Something at a time of its own, in epoch ms. ``moved`` counts the events that gave it another."""

    key: str
    """Within its tournament: ``start``, a round's number, a match."""
    title: str
    begins: int
    ends: int
    told_at: int
    """When it was last said."""
    round: int = 0
    """0 for the start."""
    off: bool = False
    moved: int = 0


History: TypeAlias = Sequence[tuple[Event, int]]
"""The events of a tournament, and the epoch ms at which each was recorded."""


def moments(history: History, matches: Callable[[RoundPaired], Iterable[str]] | None = None) -> tuple[Moment, ...]:
    """The start and the rounds; or the start and the *matches* of each round instead."""
    diary = Diary(matches or (lambda paired: (str(paired.round),)))
    for event, at in history:
        diary.take(event, at)
    return tuple(diary.moments.values())


class Diary:
    """The moments as they are moved by one event after another."""

    def __init__(self, keys: Callable[[RoundPaired], Iterable[str]]) -> None:
        self.moments: dict[str, Moment] = {}
        self._keys = keys
        self._name = ""
        self._undo: dict[int, list[Moment]] = {}
        """By ruling: what it has moved, as it was."""
        self._drawn: list[str] = []
        """What has been drawn for the stage that is played."""
        self._open: list[str] = ["start"]
        """What has begun, or is to begin, and is not over."""
        self._round = self._whole = HOUR
        """How long a round and all of it are to take (ms)."""

    def take(self, event: Event, at: int) -> None:
        match event:
            case Announced(settings=settings) | Edited(settings=settings):
                self._plan(settings)
                self._place("start", settings.name, settings.starts_at, settings.starts_at + self._whole, at)
            case Started():
                self._end([self.moments[key] for key in self._drawn], at)  # of a start before, nothing was played
                self._drawn = []
                self._place("start", self._name, at, at + self._whole, at)
            case RoundPaired():
                self._close(self._open[1:], at)
                for key in self._keys(event):
                    ends = event.deadline or at + self._round
                    self._place(key, f"{self._name} ({event.round})", at, ends, at, round=event.round)
                    self._drawn.append(key)
                    self._open.append(key)
            case Finished() if self._open:  # later ones change places alone
                self._close(self._open, at)
                self._open = []
            case FieldFixed(ruling=ruling):
                if ruling is not None:  # what was drawn for others is not played
                    self._end([self.moments[key] for key in self._drawn], at)
                self._drawn = []
            case Cancelled():
                self._end([moment for moment in self.moments.values() if max(moment.begins, moment.ends) > at], at)
            case Ruled(ruling=ruling, act=act):
                self._undo[ruling] = list(self._ruled(act, at))
            case RulingReversed(ruling=ruling):
                for before in self._undo.pop(ruling, ()):
                    moved = self.moments[before.key].moved + 1
                    self.moments[before.key] = replace(before, moved=moved, told_at=at)

    def _plan(self, settings: Settings) -> None:
        self._name = settings.name
        self._round = settings.round_minutes * MINUTE if settings.round_minutes else HOUR
        self._whole = self._round * (settings.rounds or 1)

    def _close(self, keys: Iterable[str], at: int) -> None:
        """These ended now, whatever was planned."""
        for moment in [self.moments[key] for key in keys]:
            if not moment.off:
                self.moments[moment.key] = replace(moment, ends=at, told_at=at, moved=moment.moved + 1)
        del self._open[1:]

    def _place(self, key: str, title: str, begins: int, ends: int, at: int, *, round: int = 0) -> None:  # noqa: A002
        """A change of time or name is a new version of what it was."""
        moment = Moment(key=key, title=title, begins=begins, ends=ends, told_at=at, round=round)
        before = self.moments.get(key)
        if before is None:
            self.moments[key] = moment
        elif before.off or (before.title, before.begins, before.ends) != (moment.title, moment.begins, moment.ends):
            self.moments[key] = replace(moment, moved=before.moved + 1)

    def _end(self, moments: Iterable[Moment], at: int) -> None:
        for moment in moments:
            self.moments[moment.key] = replace(moment, off=True, told_at=at, moved=moment.moved + 1)

    def _ruled(self, act: Act, at: int) -> Iterator[Moment]:
        """Carry out what moves something; yields it as it was."""
        match act:
            case UndoRound(round=number) | EndAfter(round=number):
                later = isinstance(act, EndAfter)
                found = self.moments.values()
                undone = [each for each in found if (each.round > number if later else each.round == number)]
                self._end(undone, at)
                yield from undone
            case Extend(round=number, match=match, deadline=int(deadline)):
                for moment in list(self.moments.values()):
                    if moment.key == match or (moment.round == number and match is None):
                        moved = moment.moved + 1
                        self.moments[moment.key] = replace(moment, ends=deadline, moved=moved, told_at=at)
                        yield moment


class Agenda(Struct, frozen=True):
    """A tournament's moments, and the address of its page."""

    tournament: str
    url: str
    moments: tuple[Moment, ...]


def calendar(agendas: Iterable[Agenda], *, title: str, host: str) -> bytes:
    """The file. The same moments give the same bytes."""
    made = begun(title, host)
    for agenda in agendas:
        for component in _components(agenda, host):
            made.add_component(component)
    written: bytes = made.to_ical()
    return written


def _components(agenda: Agenda, host: str) -> "Iterator[icalendar.Event]":
    import icalendar

    for moment in agenda.moments:
        event = icalendar.Event()
        event.add("uid", f"{agenda.tournament}/{moment.key}@{host}")
        event.add("sequence", moment.moved)
        event.add("dtstamp", _time(moment.told_at))
        event.add("dtstart", _time(moment.begins))
        event.add("dtend", _time(moment.ends))
        event.add("summary", moment.title)
        event.add("url", agenda.url)
        event.add("status", "CANCELLED" if moment.off else "CONFIRMED")
        yield event


def _time(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)
