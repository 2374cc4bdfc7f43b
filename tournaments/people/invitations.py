"""Invitations to an open table, by name."""

import msgspec
from django.db import transaction

from accounts import privacy, selectors, social
from accounts.models import User
from accounts.social import SocialEvent
from engine.text import gettext_noop as _
from tournaments.log import sources
from tournaments.people import friends
from tournaments.people.bots import acceptance
from tournaments.people.errors import NotAllowed, NotOpen, Refused, RoomError, WrongStatus
from tournaments.people.friends import person
from tournaments.people.models import TableInvitation
from tournaments.platform import limits
from tournaments.tables import selectors as tables
from tournaments.tables.clubs import check_seen
from tournaments.tables.selectors import Summary

MOST = 20
"""Open invitations to one table."""


class Invitation(msgspec.Struct, frozen=True):
    """Somebody is asked to a table that still has a seat for them."""

    table: Summary
    by: str
    at: int


def invite(*, user: User, table_id: str, name: str) -> None:
    """Ask somebody to an open table at which *user* sits. A second time changes nothing. A bot that has rules sits down
    at once, or :class:`Refused` says why not."""
    limits.count("people", user=user.pk, guest=user.is_guest)
    table = tables.summary(table_id)
    if user.pk not in table.seats:
        raise NotAllowed("not_seated", _("You have no seat at this table."))
    if not is_open(table):
        raise WrongStatus("not_open", _("This table is no longer open."))
    other = person(name, programs=True)
    if other.pk in table.seats:
        raise Refused("seated", _("They already sit there."))
    if not (privacy.may_ask("invitations", by=user.pk, to=other.pk) and _sees(table_id, other)):
        raise NotOpen
    if other.is_program and acceptance.accepts(bot=other, table=table, by=user):
        return
    if TableInvitation.objects.filter(table=table_id).count() >= MOST:
        raise WrongStatus("too_many_invitations", _("Too many people have already been invited to this table."))
    now = sources.now_ms()
    with transaction.atomic():
        asked = {"by": user, "at": now}
        _row, made = TableInvitation.objects.get_or_create(table=table_id, to=other, defaults=asked)
        if made:
            facts = {"table": table_id, "game": table.game}
            social.tell(SocialEvent(friends.INVITED, other.pk, user.pk, table_id, facts, now))


def decline(*, user: User, table_id: str) -> None:
    with transaction.atomic():
        TableInvitation.objects.filter(table=table_id, to=user).update(declined=True)
        social.end(friends.INVITED, table_id, user.pk)


def waiting(user: User) -> list[Invitation]:
    """The open invitations of *user*, the newest first; none from people whom they block."""
    apart = privacy.blocked_ids(user.pk)
    rows = TableInvitation.objects.filter(to=user, declined=False).exclude(by__in=apart).order_by("-at")[:MOST]
    found = {row.table: row for row in rows}
    names = selectors.called(row.by_id for row in found.values())
    open_ones = [
        one for one in tables.of_ids(found) if is_open(one) and user.pk not in one.seats and _sees(one.id, user)
    ]
    return [
        Invitation(table, names[found[table.id].by_id].name, found[table.id].at)
        for table in sorted(open_ones, key=lambda table: -found[table.id].at)
    ]


class Asked(msgspec.Struct, frozen=True):
    """Somebody who was asked to a table, and whether they have said no for now."""

    name: str
    declined: bool


def asked_to(table_id: str, user: User) -> tuple[Asked, ...]:
    """Whom *user* has asked to a table, in the order of the asking; those of others are theirs to know."""
    rows = list(TableInvitation.objects.filter(table=table_id, by=user).order_by("at"))
    names = selectors.called(row.to_id for row in rows)
    return tuple(Asked(names[row.to_id].name, row.declined) for row in rows)


def is_open(table: Summary) -> bool:
    """Whether somebody may still sit down there."""
    return table.status == "open" and table.match is None and None in table.seats


def _sees(table_id: str, user: User) -> bool:
    """Whether *user* may know of the table: one of a private club is for its members."""
    try:
        check_seen(table_id, user)
    except RoomError:
        return False
    return True
