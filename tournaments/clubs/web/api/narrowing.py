"""What lists of the API are narrowed to."""

from django.contrib.auth.models import AnonymousUser
from msgspec import UnsetType

from accounts.models import User
from tournaments.clubs import access, selectors
from tournaments.kit.naming import named


def user_named(name: str | UnsetType) -> int | None:
    """The account that a list is narrowed to; raises ``Unprocessable`` if nobody is called so."""
    if isinstance(name, UnsetType):
        return None
    return named(name, code="unknown_player").pk


def club_named(address: str | UnsetType | None, viewer: User | AnonymousUser) -> str | None:
    """The id of the club that a request names, if *viewer* may see it."""
    return access.seen(viewer, selectors.address(address)[0]).id if isinstance(address, str) else None
