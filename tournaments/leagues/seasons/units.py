"""What a club has played that may count in a season: its tournaments, or its tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from django.db.models import QuerySet

from tournaments.clubs.streams import CLUBS
from tournaments.director.models import Entry, Tournament
from tournaments.leagues.seasons.events import Opened, UnitCounted
from tournaments.tables.models import Table
from tournaments.tables.selectors import Summary, summarised


def played(rules: Opened) -> Iterator[UnitCounted]:
    """What has been played since the season's start and is over; whether it counts is decided elsewhere."""
    members = CLUBS.current(rules.club).state.members
    if rules.unit == "event":
        yield from _events(rules, members)
    else:
        for table in _tables(rules):
            if table.outcome is not None and table.started_at is not None and table.finished_at is not None:
                yield UnitCounted(
                    table.id, table.started_at, table.finished_at, _known(table.seats, members), table.outcome.places
                )


def some_open(rules: Opened) -> bool:
    """Whether something that began in the season is still being played."""
    if rules.unit == "event":
        return _tournaments(rules).filter(status="running").exists()
    return any(table.status == "playing" for table in _tables(rules))


def _known(users: Iterable[int | None], members: Collection[int]) -> tuple[int | None, ...]:
    return tuple(user if user in members else None for user in users)


def _tournaments(rules: Opened) -> QuerySet[Tournament]:
    rows = Tournament.objects.filter(club=rules.club, game=rules.game)
    return rows.filter(started_at__gte=rules.starts_at, started_at__lt=rules.ends_at)


def _events(rules: Opened, members: Collection[int]) -> Iterator[UnitCounted]:
    for row in _tournaments(rules).filter(status="finished"):
        placed = [
            (user, entry.place)
            for entry in Entry.objects.filter(tournament=row.pk, place__isnull=False).order_by("place", "number")
            for user in entry.users
        ]
        if row.started_at is not None and row.ended_at is not None and placed:
            users, places = zip(*placed, strict=True)
            yield UnitCounted(row.pk, row.started_at, row.ended_at, _known(users, members), places)


def _tables(rules: Opened) -> list[Summary]:
    rows = Table.objects.filter(club=rules.club, game=rules.game)
    rows = rows.filter(started_at__gte=rules.starts_at, started_at__lt=rules.ends_at)
    return [summarised(row) for row in rows.order_by("started_at", "id")]
