"""Reads about reviews: one that somebody may know of, those of a table, how many there are."""

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.db.models.functions import Coalesce

from accounts import privacy
from accounts import selectors as accounts
from accounts.models import User
from tournaments.log import sources
from tournaments.people.errors import RoomError, UnknownReview
from tournaments.people.models import Review, ReviewPerson
from tournaments.people.reviews import company
from tournaments.people.reviews.shown import Viewing
from tournaments.tables import clubs as table_clubs
from tournaments.tables import selectors as tables

MOST_AT_TABLE, MOST = 5, 50


class Person(msgspec.Struct, frozen=True):
    """Somebody who has joined. ``here`` is ``None`` while nobody knows."""

    id: int
    name: str
    here: bool | None


class Looking(msgspec.Struct, frozen=True):
    """A review. Times are epoch ms; ``leads`` is empty once nobody does."""

    id: str
    table: str
    leader: int | None
    leads: str
    showing: Viewing
    version: int
    over: bool
    joined: bool
    """Whether the reader has."""
    may_end: bool
    people: tuple[Person, ...]
    """Those who have joined, the first one first; nobody, for a reader who has not."""
    led_until: int | None
    """Until when the lead may not be taken; ``None`` while its holder is here, and for a reader who has not joined."""


class Brief(msgspec.Struct, frozen=True):
    """A review that goes on. `by` has opened it, or leads it once that account is gone."""

    id: str
    table: str
    by: str


def row(review_id: str, user: User | AnonymousUser | None) -> Review:
    """The row of one whose table *user* may see; raises :class:`UnknownReview`, whichever of the two is not there."""
    found = Review.objects.filter(pk=review_id).first()
    if found is None:
        raise UnknownReview
    try:
        table_clubs.check_seen(found.table, user)
    except RoomError as refused:
        if refused.status == 404:
            raise UnknownReview from refused
        raise
    return found


def check_seen(review_id: str, user: User | AnonymousUser) -> None:
    row(review_id, user)


def may_end(found: Review, user: User | AnonymousUser) -> bool:
    """The one who opened it; the one who leads, once that account is gone; the staff."""
    mine = found.leader_id if found.opener_id is None else found.opener_id
    return user.pk is not None and (mine == user.pk or user.is_staff)


def looking(found: Review, reader: User | AnonymousUser) -> Looking:
    """*found* as *reader* may know it: with names, and for those who have joined who is here."""
    users = list(ReviewPerson.objects.filter(review=found).order_by("joined_at").values_list("user_id", flat=True))
    joined = reader.pk in users
    users = users if joined else []
    notes = company.look(found.pk)
    names = accounts.called([*users, *filter(None, [found.leader_id])])
    return Looking(
        id=found.pk,
        table=found.table,
        leader=found.leader_id,
        leads=names[found.leader_id].name if found.leader_id is not None else "",
        showing=showing_of(found),
        version=found.version,
        over=found.ended_at is not None,
        joined=joined,
        may_end=may_end(found, reader),
        people=tuple(Person(user, names[user].name, company.is_here(notes, user)) for user in users),
        led_until=company.led_until(found, notes) if joined else None,
    )


def showing_of(found: Review) -> Viewing:
    return msgspec.convert(found.showing, Viewing)


def at_table(table_id: str, user: User) -> list[Brief]:
    """The reviews of a table that are not over, the newest first, without those of people whom *user* blocks."""
    apart = {None, *privacy.blocked_ids(user.pk)}
    return _brief([each for each in _going_on(Q(table=table_id)) if each[2] not in apart][:MOST_AT_TABLE])


def of_user(user: User) -> list[Brief]:
    """Those that *user* has opened or joined, which are not over and whose tables they may see, the newest first."""
    joined = ReviewPerson.objects.filter(user=user).values("review")
    found = _going_on(Q(opener=user) | Q(pk__in=joined))
    unseen = tables.unseen({(table, user.pk) for _review, table, _by in found})
    return _brief([each for each in found if (each[1], user.pk) not in unseen])


def _going_on(which: Q) -> list[tuple[str, str, int | None]]:
    """Those of them that are not over, with their tables and who is named with them."""
    rows = Review.objects.filter(which, ended_at=None).annotate(by=Coalesce("opener", "leader"))
    return list(rows.order_by("-opened_at", "pk").values_list("pk", "table", "by")[:MOST])


def _brief(rows: list[tuple[str, str, int | None]]) -> list[Brief]:
    names = accounts.called(by for _review, _table, by in rows if by is not None)
    return [Brief(review, table, names[by].name if by is not None else "") for review, table, by in rows]


class Counted(msgspec.Struct, frozen=True):
    """Reviews that go on, and how many of them nobody has moved for an hour."""

    open: int
    quiet: int


def counted(now: int | None = None) -> Counted:
    until = (sources.now_ms() if now is None else now) - 60 * 60 * 1000
    rows = Review.objects.filter(ended_at=None)
    return Counted(rows.count(), rows.filter(stepped_at__lt=until).count())
