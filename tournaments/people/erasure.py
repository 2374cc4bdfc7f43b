"""An account is erased: what it holds in every room, in steps that can be repeated, then what says whose it was."""

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

import structlog
from django.db import transaction
from django.utils import timezone

from accounts import erasure
from accounts.models import User
from tournaments.clubs import services as clubs
from tournaments.director import holdings
from tournaments.director import services as director
from tournaments.director.commands import organisers
from tournaments.leagues import holdings as leagues
from tournaments.log import texts
from tournaments.log.errors import RoomError
from tournaments.people import friends
from tournaments.people.models import BotRules, Line, Report, Seek, SmokeTable, TableInvitation
from tournaments.people.reviews import ending as reviews
from tournaments.tables import mine
from tournaments.tables import services as tables

_log = structlog.get_logger(__name__)

Step: TypeAlias = Callable[[int], None]


def leave_tournaments(user_id: int) -> None:
    """Withdraw every entry, and step down where others organise; tournaments of theirs that have not started, and are
    no club's, are called off.

    Those that run go on without them: the others who direct them do, and the staff.
    """
    for tournament_id in holdings.announced_by(user_id):
        _try(tournament_id, partial(director.cancel, tournament_id=tournament_id, by=user_id))
    for tournament_id in holdings.organised_with(user_id):
        _try(tournament_id, partial(organisers.step_down, tournament_id=tournament_id, user_id=user_id))
    for tournament_id in holdings.entered_by(user_id):
        _try(tournament_id, partial(director.withdraw, tournament_id=tournament_id, user_id=user_id))


def leave_tables(user_id: int) -> None:
    """Resign where it is played; a table that waits for players is called off."""
    while seats := mine.of_user(user_id):
        for seat in seats:
            _try(seat.table.id, partial(_leave, seat, user_id))
        if {seat.table.id for seat in mine.of_user(user_id)} >= {seat.table.id for seat in seats}:
            return


def leave_clubs(user_id: int) -> None:
    """Out of every club; one that they own goes to its heir."""
    clubs.forget(user_id=user_id)


def _leave(seat: mine.Mine, user_id: int) -> None:
    if seat.table.status == "playing":
        tables.vacate(table_id=seat.table.id, user_id=user_id)
    elif seat.table.match is None:
        tables.abort(table_id=seat.table.id, user_id=None, reason="unfilled")


def leave_ladders(user_id: int) -> None:
    """Off every ladder. Open challenges are void, before their tables are resigned: nobody wins a place by that."""
    leagues.give_up(user_id)


STEPS: Final[tuple[Step, ...]] = (leave_ladders, leave_tournaments, leave_tables, leave_clubs)
"""In this order. Rooms that hold more of somebody add a step of theirs."""


def leave(user_id: int) -> None:
    for step in STEPS:
        step(user_id)


def _try(what: str, act: Callable[[], object]) -> None:
    """One table's trouble must not hold up the others; what was done before is refused, and that is well."""
    try:
        act()
    except RoomError as refused:
        _log.info("leaving_refused", what=what, code=refused.code)


def erase(user_id: int) -> bool:
    """Erase an account whose wait is over; whether it was. Killed in the middle it begins again, and is done once."""
    due = User.objects.filter(pk=user_id, erasure_at__lte=timezone.now(), erased_at=None)
    if not due.exists():
        return False
    leave(user_id)
    with transaction.atomic():
        if not erasure.clear(user_id):
            return False
        texts.erase_of(user_id)
        Line.objects.filter(author=user_id).delete()
        Report.objects.filter(by=user_id).delete()
        TableInvitation.objects.filter(by=user_id).delete()
        TableInvitation.objects.filter(to=user_id).delete()
        Seek.objects.filter(pk=user_id).delete()
        BotRules.objects.filter(pk=user_id).delete()
        SmokeTable.objects.filter(user=user_id).delete()
        friends.forget(user_id)
        reviews.let_go(user_id)
    return True
