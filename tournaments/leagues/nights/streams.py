"""Calendars as streams, one a club: what their events come to, and the rows that follow."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.events import Event
from tournaments.leagues.errors import UnknownNight
from tournaments.leagues.models import Night, Schedule
from tournaments.leagues.nights.calendar import Calendar, fold
from tournaments.leagues.nights.calendar import Night as NightState
from tournaments.leagues.nights.events import CODEC
from tournaments.leagues.rules.occurrences import EARLIEST, next_due
from tournaments.log.events import Head
from tournaments.log.folds import Folded
from tournaments.log.rowed import Rowed


class Calendars(Rowed[Calendar]):
    prefix = "calendar:"
    capacity = 300
    codec = CODEC

    def empty(self, stream_id: str) -> Calendar:
        return Calendar(stream_id)

    def advance(self, state: Calendar, events: Sequence[Event], *, at: int, seq: int) -> Calendar:
        return replace(fold(((event, at) for event in events), state), seq=seq)

    def unknown(self) -> UnknownNight:
        return UnknownNight()

    def current(self, stream_id: str) -> Folded[Calendar]:
        """A club's calendar, of which there is always one."""
        try:
            return super().current(stream_id)
        except UnknownNight:
            return Folded(Head(), self.empty(stream_id))

    def write_rows(self, before: Calendar, after: Calendar) -> None:
        if before.schedules != after.schedules:
            put_schedules(after)
        _put_nights([night for key, night in after.nights.items() if before.nights.get(key) != night], after.club)


def put_schedules(calendar: Calendar) -> None:
    Schedule.objects.filter(club=calendar.club).delete()
    Schedule.objects.bulk_create(_schedules(calendar))


def _schedules(calendar: Calendar) -> Iterator[Schedule]:
    for each in calendar.schedules.values():
        due = next_due(each.plan, EARLIEST, changed_at=each.changed_at, settled=each.settled)
        if due is not None and not each.ended:
            yield Schedule(
                club=calendar.club,
                schedule=each.id,
                due=due,
                ahead_days=each.plan.ahead_days,
                changed_at=each.changed_at,
            )


def _put_nights(nights: Sequence[NightState], club: str) -> None:
    columns = ("id", "starts_at", "ends_at", "cancelled")
    rows = [Night(club=club, **{name: getattr(night, name) for name in columns}) for night in nights]
    Night.objects.bulk_create(rows, update_conflicts=True, unique_fields=["id"], update_fields=columns[1:])


def clear() -> None:
    Night.objects.all().delete()
    Schedule.objects.all().delete()


CALENDARS = Calendars()
ROWS = CALENDARS.projection("calendars", ("leagues_schedule", "leagues_night"), clear)
