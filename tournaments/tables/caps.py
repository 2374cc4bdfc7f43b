"""How much of something one user may have at a time. Counted in the database, in the transaction that makes one more.

To make something, :func:`hold` its owner first, so that two requests at once cannot both be the last one.
It is counted after it was made: a command that is repeated makes nothing, and gets its first answer.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet

from accounts.models import User
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.tables.errors import Refused
from tournaments.tables.models import Seat, Table

_OWNERS: Final = 0x63617073
"""The class of these advisory locks: "caps"."""
_UNDERWAY: Final = ("open", "playing")

Chairs = Collection[dict[str, Any]]


def hold(owner: int | str) -> None:
    """Let nobody else make something of the same owner until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [_OWNERS, str(owner)])


@contextmanager
def seating(user: User) -> Iterator[None]:
    """For the length of the block *user* sits down; raises :class:`Refused` as :func:`check_playing`."""
    with transaction.atomic() if user.is_program else nullcontext():
        if user.is_program:
            hold(user.pk)
        yield
        check_playing(user)


def check_playing(user: User) -> None:
    """Raises :class:`Refused` if *user* is a program that sits at more tables than are allowed. A tournament seats it
    however many there are, as it seats people."""
    if user.is_program:
        seated = Seat.objects.filter(user=user.pk, table__status__in=_UNDERWAY, table__match=None)
        most = settings.CAPS["program_tables"]
        _check("too_many_tables", seated.values("table").distinct().count(), most, _PROGRAM_TABLES)


def hold_opener(opener: User) -> None:
    hold(opener.pk)
    if opener.origin:
        hold(opener.origin)


def check_tables(opener: User, made: Chairs) -> None:
    """Raises :class:`Refused` if *opener* has more tables than are allowed, the last with the chairs *made*."""
    caps = settings.CAPS
    chairs = list(opened_by(opener.pk).values_list("chairs", flat=True))
    most = "guest_tables" if opener.is_guest else "program_tables" if opener.is_program else "tables"
    _check("too_many_tables", len(chairs), caps[most], _TABLES)
    check_playing(opener)
    _check("too_many_bot_tables", sum(map(_has_bots, chairs)), caps["bot_tables"], _BOT_TABLES)
    _check("too_many_bots_alone", sum(map(_bots_alone, chairs)), caps["bots_alone"], _BOTS_ALONE)
    if opener.origin and _has_bots(made):
        guests = User.objects.filter(origin=opener.origin).values_list("pk", flat=True)
        there = list(opened_by(*guests).values_list("chairs", flat=True))
        _check("too_many_bot_tables", sum(map(_has_bots, there)), caps["address_bot_tables"], _ADDRESS_BOT_TABLES)
        _check("too_many_bots_alone", sum(map(_bots_alone, there)), caps["bots_alone"], _ADDRESS_BOTS_ALONE)


def opened_by(*users: int) -> QuerySet[Table]:
    """What *users* have opened that is not over; an index of its own holds these."""
    return Table.objects.filter(opener__in=users, status__in=_UNDERWAY, match=None)


def _has_bots(chairs: Chairs) -> bool:
    return any(chair.get("bot") for chair in chairs)


def _bots_alone(chairs: Chairs) -> bool:
    return all(chair.get("bot") for chair in chairs)


def _check(code: str, have: int, most: int, reason: str) -> None:
    if have > most:
        raise Refused(code, Text(reason, {"most": most}))


_TABLES = _("You already have {most} tables waiting or in play: finish or leave one of them first.")
_PROGRAM_TABLES = _("A bot plays at up to {most} tables at once: finish or leave one of them first.")
_BOT_TABLES = _("You have {most} tables with bots: finish or leave one of them first.")
_BOTS_ALONE = _("Bots play alone at {most} of your tables: wait until they have finished.")
_ADDRESS_BOTS_ALONE = _("Bots play alone at {most} tables of guests from where you are: wait, or sign up.")
_ADDRESS_BOT_TABLES = _("Guests from where you are have {most} tables with bots: finish one first, or sign up.")
