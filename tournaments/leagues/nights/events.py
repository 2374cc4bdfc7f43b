"""What happens in a club's calendar. Times are epoch ms, dates the club's own."""

from datetime import date
from typing import Any, Literal, TypeAlias

import msgspec

from engine.codec import Codec
from engine.events import Event, Public
from tournaments.leagues.rules.recurrence import Rule

Answer: TypeAlias = Literal["yes", "maybe", "no"]
Cause: TypeAlias = Literal["organiser", "zone_data"]


class Use(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A preset whose tournament begins some minutes after the night."""

    preset: str
    after_minutes: int = 0


class Fault(msgspec.Struct, frozen=True):
    """A tournament that could not be announced: of which preset, and the code of the refusal."""

    preset: str
    code: str


class ScheduleSet(Public, frozen=True, kw_only=True):
    """A schedule as it is from now on. What it has announced before stays as it was."""

    kind = "club.schedule_set"
    schedule: str
    title: str
    rule: Rule
    at: str
    minutes: int
    since: date = msgspec.field(name="from")
    until: date | None
    skip: tuple[date, ...]
    ahead_days: int
    presets: tuple[Use, ...]
    host: int


class ScheduleEnded(Public, frozen=True):
    kind = "club.schedule_ended"
    schedule: str


class PresetSet(Public, frozen=True):
    """The settings of a tournament, without its name and its time."""

    kind = "club.preset_set"
    preset: str
    name: str
    settings: dict[str, Any]


class PresetDropped(Public, frozen=True):
    kind = "club.preset_dropped"
    preset: str


class NightAnnounced(Public, frozen=True):
    """A night, by its schedule (``None``: an organiser set it by hand), with its tournaments in their order.

    ``at`` and ``zone`` say what was meant, should the rules of that zone change before it comes.
    """

    kind = "club.night_announced"
    night: str
    schedule: str | None
    date: date
    at: str
    zone: str
    title: str
    starts_at: int
    ends_at: int
    tournaments: tuple[str, ...]
    faults: tuple[Fault, ...]


class NightMissed(Public, frozen=True):
    """The service stood still when this night should have been announced, and now it is too late."""

    kind = "club.night_missed"
    night: str
    schedule: str
    date: date
    starts_at: int


class NightMoved(Public, frozen=True):
    kind = "club.night_moved"
    night: str
    starts_at: int
    ends_at: int
    cause: Cause


class NightCancelled(Public, frozen=True):
    kind = "club.night_cancelled"
    night: str


class TournamentAdded(Public, frozen=True):
    """A tournament of the club is one of the night's from now on."""

    kind = "club.tournament_added"
    night: str
    tournament: str


class Attending(Public, frozen=True):
    kind = "club.attending"
    night: str
    user: int
    answer: Answer


class Marked(Public, frozen=True):
    """An organiser says that somebody was there, or was not."""

    kind = "club.marked"
    night: str
    user: int
    present: bool


CALENDAR_EVENTS: tuple[type[Event], ...] = (
    ScheduleSet,
    ScheduleEnded,
    PresetSet,
    PresetDropped,
    NightAnnounced,
    NightMissed,
    NightMoved,
    NightCancelled,
    TournamentAdded,
    Attending,
    Marked,
)
CODEC: Codec[Event] = Codec(CALENDAR_EVENTS)
