"""What requests about club nights hold, and what is answered. Times are epoch milliseconds, dates the club's own."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from tournaments.director.state.events import Format, Settings
from tournaments.director.web.api.tournament_requests import AnnounceTournament, Time
from tournaments.director.web.setting_fields import NamedSettings
from tournaments.leagues.nights.calendar import Calendar, Night, Preset, Schedule
from tournaments.leagues.nights.decisions import Draft
from tournaments.leagues.nights.events import Answer, Fault, Use
from tournaments.leagues.nights.selectors import Planned
from tournaments.leagues.rules.recurrence import Monthly, Weekly
from tournaments.tables.web.api.parts import ClockSetting
from tournaments.tables.web.api.shapes import PlayerName

Id = Annotated[str, Meta(pattern="^[A-Za-z0-9]{10}$")]
TimeOfDay = Annotated[str, Meta(pattern="^[0-2][0-9]:[0-5][0-9]$", examples=["19:30"])]
Title = Annotated[str, Meta(min_length=1, max_length=40)]
Minutes = Annotated[int, Meta(ge=15, le=1440)]


class PresetUse(Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament of the night, by its preset."""

    preset: Id
    after_minutes: Annotated[int, Meta(ge=0, le=1440, description="After the night has begun.")] = 0


Uses = Annotated[tuple[PresetUse, ...], Meta(max_length=5)]


class SetSchedule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a club meets. Weeks begin on Monday and are counted from that of the first day."""

    title: Title
    rule: Weekly | Monthly
    at: TimeOfDay
    since: date = msgspec.field(name="from")
    until: date | None = None
    minutes: Minutes = 180
    skip: Annotated[tuple[date, ...], Meta(max_length=100)] = ()
    ahead_days: Annotated[int, Meta(ge=1, le=60, description="When a night is announced.")] = 7
    presets: Uses = ()
    host: Annotated[PlayerName | None, Meta(description="Who organises its tournaments. Null: you.")] = None

    def draft(self, host: int | None) -> Draft:
        names = ("title", "rule", "at", "since", "until", "minutes", "skip", "ahead_days")
        return Draft(**{name: getattr(self, name) for name in names}, presets=uses(self.presets), host=host)


def uses(given: tuple[PresetUse, ...]) -> tuple[Use, ...]:
    return tuple(Use(each.preset, each.after_minutes) for each in given)


class SetNight(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A night that no schedule has."""

    title: Title
    date: date
    at: TimeOfDay
    minutes: Minutes = 180
    presets: Uses = ()


class MoveNight(Struct, frozen=True, forbid_unknown_fields=True):
    starts_at: Time
    minutes: Annotated[Minutes | None, Meta(description="Null: as long as before.")] = None


class AttendNight(Struct, frozen=True, forbid_unknown_fields=True):
    answer: Answer


class MarkNight(Struct, frozen=True, forbid_unknown_fields=True):
    player: PlayerName
    present: bool = True


class SetPreset(NamedSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settings of a tournament, as announcing takes them but for name, start and what is said of this one alone."""

    name: Title
    game: Annotated[str, Meta(max_length=40)]
    format: Format
    options: dict[str, Any] = {}
    clock: ClockSetting | None = None

    def settings(self) -> Settings:
        given = msgspec.to_builtins(self)
        return msgspec.convert(given | {"name": "A", "starts_at": 0}, AnnounceTournament).settings()


class HereNow(Struct, frozen=True, forbid_unknown_fields=True):
    here: bool = True


class AddToNight(Struct, frozen=True, forbid_unknown_fields=True):
    tournament: Annotated[str, Meta(max_length=20, description="The id of a tournament of the club.")]


# -- answers


class SetId(Struct, frozen=True):
    """What has been made or changed."""

    id: str


class People(Struct, frozen=True):
    """Who is here now, the last to come first."""

    here: tuple[str, ...]


class NightFacts(Struct, frozen=True, kw_only=True):
    """A night that has been announced."""

    id: str
    schedule: str | None
    title: str
    date: date
    starts_at: int
    ends_at: int
    status: Literal["announced", "cancelled"]
    tournaments: tuple[str, ...]
    faults: Annotated[tuple[Fault, ...], Meta(description="Tournaments that could not be announced, and why.")]
    coming: int
    maybe: int
    answer: Annotated[Answer | None, Meta(description="Yours.")]


class PlannedNight(Struct, frozen=True):
    """A night that a schedule will announce."""

    id: str
    schedule: str
    title: str
    date: date
    starts_at: int
    ends_at: int
    announce_at: int


class ScheduleFacts(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    rule: Weekly | Monthly
    at: str
    since: date = msgspec.field(name="from")
    until: date | None
    skip: tuple[date, ...]
    minutes: int
    ahead_days: int
    presets: tuple[Use, ...]
    host: str


class PresetFacts(Struct, frozen=True):
    id: str
    name: str
    settings: dict[str, Any]


class ClubCalendar(Struct, frozen=True, kw_only=True):
    """A club's nights: announced ones that are not over, those of the next eight weeks, the last ones; what repeats."""

    seq: int
    nights: tuple[NightFacts, ...]
    planned: tuple[PlannedNight, ...]
    past: tuple[NightFacts, ...]
    schedules: tuple[ScheduleFacts, ...]
    presets: tuple[PresetFacts, ...]


class NightAnswers(NightFacts, frozen=True, kw_only=True):
    """A night with who comes; members see who, organisers also who was there."""

    yes: tuple[str, ...]
    perhaps: tuple[str, ...]
    no: tuple[str, ...]
    present: tuple[str, ...]
    absent: Annotated[tuple[str, ...], Meta(description="Said yes and did not come.")]


def facts(night: Night, viewer: int | None) -> dict[str, Any]:
    said = list(night.answers.values())
    names = ("id", "schedule", "title", "date", "starts_at", "ends_at", "tournaments", "faults")
    return {name: getattr(night, name) for name in names} | {
        "status": "cancelled" if night.cancelled else "announced",
        "coming": said.count("yes"),
        "maybe": said.count("maybe"),
        "answer": night.answers.get(viewer or 0),
    }


def planned(each: Planned) -> PlannedNight:
    return PlannedNight(each.id, each.schedule, each.title, each.date, each.starts_at, each.ends_at, each.announce_at)


def schedule(each: Schedule, names: Mapping[int, str]) -> ScheduleFacts:
    given = {name: getattr(each.plan, name) for name in ("rule", "at", "since", "until", "skip", "ahead_days")}
    own = {name: getattr(each, name) for name in ("id", "title", "minutes", "presets")}
    return ScheduleFacts(host=names.get(each.host, ""), **given, **own)


def preset(each: Preset) -> PresetFacts:
    return PresetFacts(each.id, each.name, each.settings)


def running(calendar: Calendar) -> list[Schedule]:
    return [each for each in calendar.schedules.values() if not each.ended]
