"""What a club has played that may count in a season: its tournaments, or its tables, as rulings have them count."""

import math
from collections.abc import Iterator

from django.db.models import QuerySet
from msgspec.structs import replace

from tournaments.clubs.streams import CLUBS
from tournaments.director import counted
from tournaments.director.models import Entry, Tournament
from tournaments.director.policy.rulings.rated import AS_RATED
from tournaments.leagues.seasons.events import Opened, UnitCounted
from tournaments.leagues.seasons.season import Season
from tournaments.tables.models import Table
from tournaments.tables.selectors import Summary, summarised


def played(season: Season) -> Iterator[UnitCounted]:
    """What has been played since the season's start, is over and not void; whether it counts is decided elsewhere.

    Names the players who are members of the club, or were when it was first counted.
    """
    rules, members = season.rules, CLUBS.current(season.rules.club).state.members
    for unit in _events(rules) if rules.unit == "event" else _finished(rules):
        known = season.units.get(unit.unit) or season.dropped.get(unit.unit)
        there = {*members, *(known.users if known else ())}
        yield replace(unit, users=tuple(user if user in there else None for user in unit.users))


def some_open(rules: Opened) -> bool:
    """Whether something that began in the season is still being played."""
    if rules.unit == "event":
        return _tournaments(rules).filter(status="running").exists()
    return any(table.status == "playing" for table in _tables(rules))


def _tournaments(rules: Opened) -> QuerySet[Tournament]:
    rows = Tournament.objects.filter(club=rules.club, game=rules.game)
    return rows.filter(started_at__gte=rules.starts_at, started_at__lt=rules.ends_at)


def _events(rules: Opened) -> Iterator[UnitCounted]:
    for row in _tournaments(rules).filter(status="finished"):
        placed = [
            (user, entry.place)
            for entry in Entry.objects.filter(tournament=row.pk, place__isnull=False).order_by("place", "number")
            for user in entry.users
        ]
        if row.started_at is not None and row.ended_at is not None and placed:
            users, places = zip(*placed, strict=True)
            yield UnitCounted(row.pk, row.started_at, row.ended_at, users, places)


def _finished(rules: Opened) -> Iterator[UnitCounted]:
    """Tables as rulings have them count; none that went on after its tournament had been called off."""
    tables = [table for table in _tables(rules) if table.outcome is not None]
    matches = {table.match for table in tables if table.match is not None}
    off, ruled = counted.called_off(matches), counted.ruled_tables(matches)
    for table in tables:
        places = ruled.get(table.id, AS_RATED)
        if table.outcome is None or table.started_at is None or table.finished_at is None or places is None:
            continue
        if table.match is None or table.finished_at < off.get(table.match, math.inf):
            yield UnitCounted(
                table.id, table.started_at, table.finished_at, table.seats, places or table.outcome.places
            )


def _tables(rules: Opened) -> list[Summary]:
    rows = Table.objects.filter(club=rules.club, game=rules.game, came_from__isnull=True)
    rows = rows.filter(started_at__gte=rules.starts_at, started_at__lt=rules.ends_at)
    return [summarised(row) for row in rows.order_by("started_at", "id")]
