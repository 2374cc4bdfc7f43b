"""Who is meant by a name, and who has sat with whom."""

from __future__ import annotations

from accounts import selectors
from accounts.models import User
from tournaments.people.errors import UnknownPerson
from tournaments.tables import acquaintance


def person(name: str) -> User:
    """The person called *name*; raises :class:`UnknownPerson`. Bots and guests are nobody's friends."""
    user = selectors.by_name(name) if "\0" not in name else None
    if user is None or not user.is_active or user.is_bot or user.is_guest:
        raise UnknownPerson
    return user


def have_met(one: int, two: int) -> bool:
    """Whether both have sat at a table that was begun."""
    return acquaintance.have_met(one, two)
