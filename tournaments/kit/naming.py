"""The account that a request names."""

from django.utils.translation import gettext as _

from accounts import selectors
from accounts.models import User
from tournaments.kit.problems import Unprocessable


def named(name: str, *, field: str = "player", code: str = "unknown_user") -> User:
    """The account called *name*; raises ``Unprocessable`` about *field* if there is none."""
    user = selectors.by_name(name)
    if user is None:
        raise Unprocessable(_("There is no such player."), code, field=field)
    return user
