"""The gate with its clock and its people: what pages, the API and tasks ask before they show something."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.clubs import gate
from tournaments.clubs.gate import NOBODY, Action, Person
from tournaments.clubs.state import Club
from tournaments.clubs.streams import CLUBS
from tournaments.log import sources
from tournaments.log.errors import RoomError


def person(user: User | AnonymousUser | None) -> Person:
    """*user* as the gate knows people."""
    if not isinstance(user, User):
        return NOBODY
    return Person(
        user.pk,
        joined_at=int(user.date_joined.timestamp() * 1_000),
        is_staff=user.is_staff and user.is_active,
        is_member_of_the_public=user.is_active and not user.is_guest and not user.is_bot,
    )


def person_of(user_id: int | None) -> Person:
    return person(User.objects.filter(pk=user_id).first() if user_id is not None else None)


def founding(user: User | AnonymousUser | None) -> RoomError | None:
    """Why *user* may found no club yet, or ``None``."""
    return gate.refusal(person(user), "found", None, now=sources.now_ms())


def can(user: User | AnonymousUser | None, action: Action, club: Club | None, subject: int | None = None) -> bool:
    """Whether *user* may do *action* in *club* now, to the user *subject* where it is done to somebody."""
    return gate.can(person(user), action, club, subject, now=sources.now_ms())


def check(user: User | AnonymousUser | None, action: Action, club: Club | None, subject: int | None = None) -> None:
    """Raise the refusal, if there is one."""
    gate.check(person(user), action, club, subject, now=sources.now_ms())


def seen(user: User | AnonymousUser | None, club_id: str) -> Club:
    """The club, if *user* may see it; raises ``UnknownClub``."""
    club = CLUBS.current(club_id).state
    check(user, "see", club)
    return club
