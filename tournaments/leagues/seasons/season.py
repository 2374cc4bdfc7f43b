"""A season as of an event, and its table. Pure."""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from functools import cached_property, reduce
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.events import Event
from tournaments.leagues.rules import league, points
from tournaments.leagues.rules.divisions import Division
from tournaments.leagues.rules.league import Line
from tournaments.leagues.seasons.events import Amended, Closed, Deleted, Edited, Opened, UnitCounted, UnitDropped

MOST_KEPT: Final = 200_000
"""Results, absences among them, in the standings that a state keeps: they take eight bytes each."""


class Season(Struct, frozen=True, dict=True):
    id: str
    seq: int = 0
    facts: Opened | None = None
    opened_at: int = 0
    units: Mapping[str, UnitCounted] = {}
    dropped: Mapping[str, UnitCounted] = {}
    """What a ruling has taken out, as it counted last."""
    closed: Closed | Amended | None = None
    closed_at: int | None = None
    deleted: bool = False
    amended_at: int | None = None

    @property
    def rules(self) -> Opened:
        if self.facts is None:
            raise LookupError("a season begins by being opened")
        return self.facts

    @property
    def in_order(self) -> list[UnitCounted]:
        """What counts, in the order in which it began."""
        return sorted(self.units.values(), key=lambda unit: (unit.started_at, unit.unit))

    @cached_property
    def firsts(self) -> tuple[tuple[int, int | None, Fraction], ...]:
        """The first ten of the first division: who, in which place, with how many points."""
        return tuple((line.player, line.place, line.total) for line in tables(self)[0][:10])

    @cached_property
    def standings(self) -> tuple[tuple[Line, ...], ...]:
        return _standings(self)


def fold(events: Iterable[tuple[Event, int]], start: Season, seq: int) -> Season:
    """*start* after *events*, each with the epoch ms of its recording; *seq* is the last one's."""
    return replace(reduce(lambda season, told: _after(season, *told), events, start), seq=seq)


def _after(season: Season, event: Event, at: int) -> Season:
    match event:
        case Opened():
            return replace(season, facts=event, opened_at=at)
        case Edited(title=title, since=since, to=to, starts_at=starts, ends_at=ends):
            facts = replace(season.rules, title=title, since=since, to=to, starts_at=starts, ends_at=ends)
            return replace(season, facts=facts)
        case Deleted():
            return replace(season, deleted=True)
        case UnitCounted():
            dropped = _without(season.dropped, event.unit)
            return replace(season, units={**season.units, event.unit: event}, dropped=dropped)
        case UnitDropped(unit=unit):
            dropped = {**season.dropped, unit: season.units[unit]}
            return replace(season, units=_without(season.units, unit), dropped=dropped)
        case Closed():
            return replace(season, closed=event, closed_at=at)
        case Amended():
            return replace(season, closed=event, amended_at=at)
    raise TypeError(f"no event of a season: {event!r}")


def _without(units: Mapping[str, UnitCounted], gone: str) -> dict[str, UnitCounted]:
    return {name: unit for name, unit in units.items() if name != gone}


def members(season: Season, gone: Collection[int] = ()) -> tuple[Division, ...]:
    """Who plays in which division: those it began with, in the last one also those who came since; without *gone*."""
    began = season.rules.divisions or ((),)
    known = {user for division in began for user in division}
    came = dict.fromkeys(user for unit in season.in_order for user in unit.users if user is not None)
    newcomers = tuple(user for user in came if user not in known)
    last = (*began[-1], *newcomers)
    return tuple(tuple(user for user in division if user not in gone) for division in (*began[:-1], last))


def results(season: Season) -> dict[int, list[Fraction | None]]:
    """What each who has played made of each unit, in their order."""
    units = season.in_order
    made: dict[int, list[Fraction | None]] = {}
    for index, unit in enumerate(units):
        scale = points.scale(season.rules.unit, len(unit.places), season.rules.points)
        for user, got in zip(unit.users, points.shared(scale, unit.places), strict=True):
            if user is not None:
                made.setdefault(user, [None] * len(units))[index] = got
    return made


def tables(season: Season) -> tuple[tuple[Line, ...], ...]:
    """The standings of each division; of a season of usual size they are kept with its state."""
    seats = sum(map(len, members(season)))
    return season.standings if len(season.units) * seats <= MOST_KEPT else _standings(season)


def _standings(season: Season) -> tuple[tuple[Line, ...], ...]:
    made, blank = results(season), (None,) * len(season.units)
    rules = season.rules
    return tuple(
        league.standings({user: made.get(user, blank) for user in division}, best=rules.best, least=rules.least)
        for division in members(season)
    )
