"""Who may see a pool, and who may rule on it. What may not be known is not there."""

from __future__ import annotations

from accounts.models import User
from tournaments.ratings.errors import NotStaff, UnknownPool
from tournaments.ratings.names import is_site


def check_sees(pool: str, viewer: int | None) -> None:
    """Raise ``UnknownPool`` unless *viewer* may see *pool*: that of the site is open to everybody."""
    if not is_site(pool):
        raise UnknownPool()


def check_rules(pool: str, viewer: int | None) -> None:
    """Raise unless *viewer* may ask who plays for whom in *pool*, and rule on it."""
    check_sees(pool, viewer)
    if viewer is None or not User.objects.filter(pk=viewer, is_staff=True, is_active=True).exists():
        raise NotStaff()
