"""Who is meant by a name."""

from accounts import selectors
from accounts.models import User
from tournaments.people.errors import UnknownPerson


def person(name: str) -> User:
    """The person called *name*; raises :class:`UnknownPerson`. Bots and guests are nobody's friends."""
    user = selectors.by_name(name) if "\0" not in name else None
    if user is None or not user.is_active or user.is_bot or user.is_guest:
        raise UnknownPerson
    return user
