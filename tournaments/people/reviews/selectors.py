"""Reads about reviews: one that somebody may know of, those of a table, how many there are."""

import msgspec
from django.contrib.auth.models import AnonymousUser

from accounts import privacy
from accounts import selectors as accounts
from accounts.models import User
from tournaments.log import sources
from tournaments.people.errors import RoomError, UnknownReview
from tournaments.people.models import Review, ReviewPerson
from tournaments.people.reviews import company
from tournaments.people.reviews.shown import Showing
from tournaments.tables import clubs as table_clubs

MOST_AT_TABLE = 5


class Person(msgspec.Struct, frozen=True):
    """Somebody who has joined. ``here`` is ``None`` while nobody knows."""

    id: int
    name: str
    here: bool | None


class Looking(msgspec.Struct, frozen=True):
    """A review. Times are epoch ms; ``leads`` is empty once nobody does."""

    id: str
    table: str
    opener: int
    leader: int | None
    leads: str
    showing: Showing
    version: int
    over: bool
    people: tuple[Person, ...]
    led_until: int | None
    """Until when the lead may not be taken; ``None`` while its holder is here."""

    def has(self, user: User | AnonymousUser) -> bool:
        return any(person.id == user.pk for person in self.people)


class AtTable(msgspec.Struct, frozen=True):
    """One that goes on, and who opened it."""

    id: str
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


def looking(found: Review) -> Looking:
    """*found* with names, and who is here."""
    users = list(ReviewPerson.objects.filter(review=found).order_by("joined_at").values_list("user_id", flat=True))
    notes = company.look(found.pk)
    names = accounts.called([*users, *filter(None, [found.leader_id])])
    return Looking(
        id=found.pk,
        table=found.table,
        opener=found.opener_id,
        leader=found.leader_id,
        leads=names[found.leader_id].name if found.leader_id is not None else "",
        showing=showing_of(found),
        version=found.version,
        over=found.ended_at is not None,
        people=tuple(Person(user, names[user].name, company.is_here(notes, user)) for user in users),
        led_until=company.led_until(found, notes),
    )


def showing_of(found: Review) -> Showing:
    return msgspec.convert(found.showing, Showing)


def at_table(table_id: str, user: User) -> list[AtTable]:
    """The reviews of a table that are not over, the newest first, without those of people whom *user* blocks."""
    apart = privacy.blocked_ids(user.pk)
    rows = Review.objects.filter(table=table_id, ended_at=None).exclude(opener__in=apart).order_by("-opened_at")
    found = list(rows[:MOST_AT_TABLE])
    names = accounts.called(each.opener_id for each in found)
    return [AtTable(each.pk, names[each.opener_id].name) for each in found]


class Counted(msgspec.Struct, frozen=True):
    """Reviews that go on, and how many of them nobody has moved for an hour."""

    open: int
    quiet: int


def counted(now: int | None = None) -> Counted:
    until = (sources.now_ms() if now is None else now) - 60 * 60 * 1000
    rows = Review.objects.filter(ended_at=None)
    return Counted(rows.count(), rows.filter(stepped_at__lt=until).count())
