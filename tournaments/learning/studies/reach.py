"""Who reads a study, and that nobody reads a chapter who may not see the table that it was taken from."""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from engine.text import gettext_noop as _
from tournaments.clubs import access
from tournaments.clubs import selectors as clubs
from tournaments.learning.studies.errors import NotAllowed, Refused, RoomError, UnknownStudy
from tournaments.learning.studies.events import Reach
from tournaments.learning.studies.streams import STUDIES
from tournaments.learning.studies.study import Study
from tournaments.tables import clubs as table_clubs
from tournaments.tables import selectors as tables


def check_allowed(to: Reach, club: str | None, of_tables: Collection[str], user: User) -> None:
    """Raises ``NotAllowed`` where *user* is not in the *club*, and as :func:`check_tables`."""
    if to == "club":
        check_member(club, user)
    check_tables(to, club, of_tables)


def check_tables(to: Reach, club: str | None, of_tables: Collection[str]) -> None:
    """Raises ``Refused`` if a study with chapters *of_tables* may not have that reach."""
    if to == "own":
        return
    within = club if to == "club" else None
    for table in tables.of_ids(of_tables):
        elsewhere = table.club is not None and table.club != within
        if elsewhere and not access.can(None, "see", clubs.club(str(table.club))):
            reason = _("A chapter is of a table of a private club: only that club may read this study.")
            raise Refused("too_public", reason, field="reach")


def check_member(club: str | None, user: User) -> None:
    """Raises ``NotAllowed`` where *user* may not share something with the *club*; one that they may not know of is one
    that they are not in."""
    if club is None or not is_member(club, user):
        raise NotAllowed("not_member", _("Only members of the club can do that."))


def is_member(club: str, user: User | AnonymousUser | None) -> bool:
    if not isinstance(user, User):
        return False
    try:
        found = access.seen(user, club)
    except RoomError:
        return False
    return user.pk in found.members


def may_read(study: Study, user: User | AnonymousUser | None) -> bool:
    """Whether there is this study for *user*. The staff read what others can read, and nobody's own."""
    if study.deleted:
        return False
    if user is not None and user.pk is not None and user.pk in study.people:
        return True
    if study.reach == "club":
        return study.club is not None and (is_member(study.club, user) or _is_staff(user))
    return study.reach in ("link", "public")


def readable(study_id: str, user: User | AnonymousUser | None) -> Study:
    """Raises :class:`UnknownStudy` unless *user* may read it."""
    study = STUDIES.current(study_id).state
    if not may_read(study, user):
        raise UnknownStudy
    return study


def _is_staff(user: User | AnonymousUser | None) -> bool:
    return isinstance(user, User) and user.is_staff and user.is_active


def known_club(study: Study, user: User | AnonymousUser | None) -> str | None:
    """The club that reads it, unless *user* may not know of that."""
    shown = study.club is not None and access.can(user, "see", clubs.club(study.club))
    return study.club if shown else None


def hidden(study: Study, user: User | AnonymousUser | None) -> frozenset[str]:
    """The chapters of *study* whose table *user* may not see: it belongs to a club that became private, or that its
    reader is not in."""
    own = user.pk if user is not None else None
    asked = {(each.table, own) for each in study.chapters.values() if each.table is not None}
    unseen = tables.unseen(asked) if asked else set()
    return frozenset(key for key, each in study.chapters.items() if (each.table, own) in unseen)


def sees(table: str, user: User | AnonymousUser | None) -> bool:
    try:
        table_clubs.check_seen(table, user)
    except RoomError:
        return False
    return True
