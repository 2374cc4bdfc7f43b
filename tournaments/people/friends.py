"""Friends: asked, accepted, ended; and which of them is here."""

from collections.abc import Collection
from datetime import timedelta
from typing import Annotated, Final

import msgspec
from django.db import connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts import privacy, selectors, social
from accounts.models import Session, User
from accounts.social import SocialEvent
from engine.text import gettext_noop as _
from tournaments.log import sources
from tournaments.people.errors import NotOpen, Refused, UnknownPerson, WrongStatus
from tournaments.people.models import Friendship, TableInvitation
from tournaments.platform import limits
from tournaments.tables import presence
from tournaments.tables import selectors as tables

MOST = 500
"""Friends and requests of one person."""
ASKED, INVITED = "friend_request", "table_invited"
"""What the two are told of, as the kinds of notices are called."""
HERE = timedelta(minutes=5)
"""Somebody whose session was used within this time is here."""
_PAIRS: Final = 0x70616972
"""The class of these advisory locks: "pair"."""


class Person(msgspec.Struct, frozen=True):
    """A friend, or somebody who is to become one. `since` is epoch milliseconds."""

    user: int
    name: str
    since: int
    here: Annotated[bool | None, msgspec.Meta(description="Whether they are here now; null where you are not told.")]


class Friends(msgspec.Struct, frozen=True):
    """Your friends, those who have asked you, and those whom you have asked."""

    friends: tuple[Person, ...]
    asking: tuple[Person, ...]
    asked: tuple[Person, ...]


def ask(*, user: User, name: str) -> None:
    """Ask to be friends; who has been asked by the other accepts by this. A second time changes nothing."""
    limits.count("people", user=user.pk, guest=user.is_guest)
    other = person(name)
    if other.pk == user.pk:
        raise Refused("yourself", _("You cannot be your own friend."))
    if user.is_guest:
        raise Refused("guest", _("Guests cannot have friends. Sign up first."))
    with transaction.atomic():
        _hold(user.pk, other.pk)
        row = _between(user.pk, other.pk).first()
        if row is not None:
            if row.accepted_at is None and row.asker != user.pk:
                _between(row.one_id, row.two_id).update(accepted_at=sources.now_ms())
                social.end(ASKED, _subject(row.one_id, row.two_id))
            return
        if not privacy.may_ask("invitations", by=user.pk, to=other.pk):
            raise NotOpen
        if _of(user.pk).count() >= MOST:
            raise WrongStatus("too_many_friends", _("You have reached the maximum number of friends."))
        one, two, now = *sorted((user.pk, other.pk)), sources.now_ms()
        Friendship.objects.create(one_id=one, two_id=two, asker=user.pk, asked_at=now)
        social.tell(SocialEvent(ASKED, other.pk, user.pk, _subject(one, two), {}, now))


def end(*, user: User, name: str) -> None:
    """End a friendship, decline or take back a request; without one it changes nothing."""
    limits.count("people", user=user.pk, guest=user.is_guest)
    with transaction.atomic():
        _part(user.pk, person(name).pk)


def block(*, user: User, name: str) -> None:
    """Have nothing to do with somebody: a friendship ends with it, and they are not told."""
    limits.count("people", user=user.pk, guest=user.is_guest)
    other = person(name)
    if other.pk == user.pk:
        raise Refused("yourself", _("You cannot block yourself."))
    with transaction.atomic():
        privacy.block(user=user, other=other)
        _part(user.pk, other.pk)
        for row in TableInvitation.objects.filter(by=other, to=user):
            social.end(INVITED, row.table, user.pk)


def forget(user_id: int) -> None:
    """The account ends: it has no friends, and asks nobody any more."""
    for one, two in _of(user_id).order_by("one_id", "two_id").values_list("one_id", "two_id"):
        _part(one, two)


def among(user: int, others: Collection[int]) -> set[int]:
    """Those of *others* who are friends of *user*."""
    pairs = _of(user).filter(accepted_at__isnull=False).values_list("one_id", "two_id")
    return {each for pair in pairs for each in pair if each != user}.intersection(others)


def open_to(user: int) -> set[int]:
    """The friends of *user* who show when they are here, and their games."""
    pairs = _of(user).filter(accepted_at__isnull=False).values_list("one_id", "two_id")
    chosen = privacy.of_many(each for pair in pairs for each in pair if each != user)
    return {friend for friend, own in chosen.items() if own.show_presence and own.show_games}


def watching(user: User, table_id: str) -> list[str]:
    """The friends of *user* who watch a table and show where they are; nobody for those who play there, until it is
    over: who watches should not change how they play."""
    table = tables.summary(table_id)
    if table.finished_at is None and user.pk in table.seats:
        return []
    near = privacy.of_many(among(user.pk, presence.watchers(table_id) - {user.pk}))
    shown = [other for other, chosen in near.items() if chosen.show_presence]
    return sorted((each.username for each in selectors.by_ids(shown).values()), key=str.lower)


def circle(user_id: int) -> Friends:
    rows = list(_of(user_id))
    others = {row: row.two_id if row.one_id == user_id else row.one_id for row in rows}
    names = selectors.called(others.values())
    here = _here([other for row, other in others.items() if row.accepted_at is not None])

    def listed(chosen: list[Friendship]) -> tuple[Person, ...]:
        found = [
            Person(others[row], names[others[row]].name, row.accepted_at or row.asked_at, here.get(others[row]))
            for row in chosen
        ]
        return tuple(sorted(found, key=lambda friend: friend.name.lower()))

    waiting = [row for row in rows if row.accepted_at is None]
    return Friends(
        listed([row for row in rows if row.accepted_at is not None]),
        listed([row for row in waiting if row.asker != user_id]),
        listed([row for row in waiting if row.asker == user_id]),
    )


def _here(users: list[int]) -> dict[int, bool]:
    """Of those who let it be seen, whether they are here now."""
    shown = [user for user, chosen in privacy.of_many(users).items() if chosen.show_presence]
    recent = Session.objects.filter(user__in=shown, last_used_at__gt=timezone.now() - HERE)
    here = set(recent.values_list("user_id", flat=True))
    return {user: user in here for user in shown}


def _part(one: int, two: int) -> None:
    _hold(one, two)
    _between(one, two).delete()
    social.end(ASKED, _subject(*sorted((one, two))))


def _hold(one: int, two: int) -> None:
    """Let nobody else change what is between them until the transaction ends: there is no row to hold before one asks,
    nor once the other has ended it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [_PAIRS, _subject(*sorted((one, two)))])


def _subject(low: int, high: int) -> str:
    return f"friends/{low}/{high}"


def _between(one: int, two: int) -> QuerySet[Friendship]:
    low, high = sorted((one, two))
    return Friendship.objects.filter(one_id=low, two_id=high)


def _of(user_id: int) -> QuerySet[Friendship]:
    return Friendship.objects.filter(Q(one_id=user_id) | Q(two_id=user_id)).order_by(F("asked_at").desc())


def person(name: str, *, programs: bool = False) -> User:
    """The person called *name*; raises :class:`UnknownPerson`. Bots and guests are nobody's friends; *programs* may be
    asked to tables."""
    user = selectors.by_name(name) if "\0" not in name else None
    if user is None or not user.is_active or user.is_guest or (user.is_bot and not (programs and user.is_program)):
        raise UnknownPerson
    return user
