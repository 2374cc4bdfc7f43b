"""Vacations: days on which somebody's clocks stand still at slow tables, those with a clock for each move.

Each person has :data:`DAYS` of them in a season, which is half a calendar year (UTC). A vacation begins when it is
taken, belongs to the season in which it begins, and what was taken is not given back.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple

from django.db import transaction

from accounts.holdings import Holding
from accounts.models import User
from engine.events import Seat
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.log import sources
from tournaments.log.commands import stored_as
from tournaments.log.services import Plain
from tournaments.platform import limits
from tournaments.platform.units import DAY
from tournaments.tables.errors import Refused, WrongStatus
from tournaments.tables.events import VacationTaken
from tournaments.tables.models import Seat as SeatRow
from tournaments.tables.models import Vacation
from tournaments.tables.state import TableState
from tournaments.tables.streams import TABLES

DAYS: Final = 14
"""Of each person in a season."""


class Span(NamedTuple):
    """A vacation, in epoch ms."""

    since: int
    until: int


def season_of(at: int) -> Span:
    """The half-year of the moment *at*."""
    day = datetime.fromtimestamp(at / 1000, UTC)
    first, second, third = (
        int(datetime(year, month, 1, tzinfo=UTC).timestamp() * 1000)
        for year, month in ((day.year, 1), (day.year, 7), (day.year + 1, 1))
    )
    return Span(first, second) if at < second else Span(second, third)


def days_left(taken: Iterable[Span], now: int) -> int:
    """How many days of this season are not taken."""
    season = season_of(now)
    begun = [each for each in taken if season.since <= each.since < season.until]
    return DAYS - sum((each.until - each.since) // DAY for each in begun)


def stood_still(vacation: Span, since: int, now: int) -> int:
    """For how long (ms) *vacation* takes the time of a decision that has been awaited *since*, as is known *now*."""
    return max(0, vacation.until - max(since, vacation.since)) if vacation.since <= now else 0


class Allowance(NamedTuple):
    days_left: int
    season_ends: int
    until: int | None
    """Of the vacation that runs."""


def of(user: int, now: int | None = None) -> Allowance:
    """What *user* has, and whether they are away."""
    now = sources.now_ms() if now is None else now
    taken = _taken(user)
    until = next((each.until for each in taken if each.since <= now < each.until), None)
    return Allowance(days_left(taken, now), season_of(now).until, until)


def away(users: Collection[int]) -> dict[int, int]:
    """Until when (epoch ms) those of *users* who are on vacation are."""
    now = sources.now_ms()
    rows = Vacation.objects.filter(user__in=users, since__lte=now, until__gt=now)
    return dict(rows.values_list("user", "until"))


def take(*, user_id: int, days: int, command: str | None = None) -> Allowance:
    """*user_id* is away for a number of days from now: their clocks at slow tables stand still."""
    limits.count("tables", user=user_id)
    key = stored_as("vacations", user_id, command) if command else ""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user_id)  # one vacation at a time
        if not (key and Vacation.objects.filter(user=user_id, command=key).exists()):
            _begin(user_id, days, key)
    for table_id in _slow_tables(user_id):
        stand_still(table_id=table_id)
    return of(user_id)


def _begin(user_id: int, days: int, key: str) -> None:
    now = sources.now_ms()
    allowance = of(user_id, now)
    if allowance.until is not None:
        raise WrongStatus("on_vacation", _("You are already on vacation."))
    if not 1 <= days <= allowance.days_left:
        reason = Text(_("Days that you have left in this season: {days}."), {"days": allowance.days_left})
        raise Refused("bad_days", reason, field="days")
    number = Vacation.objects.filter(user=user_id).count() + 1
    Vacation.objects.create(user=user_id, number=number, since=now, until=now + days * DAY, command=key)


def stand_still(*, table_id: str) -> None:
    """At a slow table give those who are to act the time of their vacations, of each once."""
    table = TABLES.current(table_id).state
    for seat, since, vacation in _due(table):
        ms = stood_still(Span(vacation.since, vacation.until), since, sources.now_ms())

        def decide(now: TableState, seat: Seat = seat, since: int = since, ms: int = ms) -> list[VacationTaken]:
            return [VacationTaken(seat, ms)] if seat in now.to_act and now.clocks[seat].since == since else []

        if ms:
            TABLES.carry_out(table_id, decide, actor=None, command=Plain(f"vacation-{vacation.pk}-{seat}-{since}"))


def _due(table: TableState) -> Iterator[tuple[Seat, int, Vacation]]:
    """Players whose turn it is, since when, and their vacations that took time of it."""
    clock = table.opened.clock if table.opened else None
    if table.status != "playing" or clock is None or not clock.per_move:
        return
    for seat in table.to_act:
        user, since = table.chairs[seat].user, table.clocks[seat].since
        if user is not None and since is not None and not table.by_bot(seat):
            for vacation in Vacation.objects.filter(user=user, until__gt=since).order_by("number"):
                yield seat, since, vacation


def _kept(user: User) -> list[dict[str, int]]:
    return [each._asdict() for each in _taken(user.pk)]


def _forget(user: int) -> None:
    Vacation.objects.filter(user=user).delete()


HOLDING: Final = Holding("vacations", _kept, _forget)


def _taken(user: int) -> list[Span]:
    return [Span(*span) for span in Vacation.objects.filter(user=user).values_list("since", "until")]


def _slow_tables(user: int) -> list[str]:
    rows = SeatRow.objects.filter(user=user, table__status="playing", table__clock__per_move=True)
    return list(rows.order_by("table").values_list("table", flat=True).distinct())
