"""What is read about accounts."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet
from django.db.models.functions import Lower

from accounts.models import Token, User


def by_name(name: str) -> User | None:
    """The account that people know by *name*, whatever its case."""
    if "\0" in name:  # the database cannot even compare it
        return None
    return User.objects.filter(username__iexact=name).first()


def by_ids(ids: Iterable[int]) -> dict[int, User]:
    return User.objects.in_bulk(list(set(ids)))


def named(part: str, *, limit: int, offset: int = 0) -> list[User]:
    """People and bots with *part* in their names, by name. Guests, who come and go, are not listed."""
    users = User.objects.filter(is_active=True, is_guest=False).order_by(Lower("username"))
    if part:
        users = users.filter(username__icontains=part) if "\0" not in part else users.none()
    return list(users[offset : offset + limit])


def bots() -> QuerySet[User]:
    """Every bot, the levels together and each level's by name."""
    return User.objects.exclude(bot_level="").filter(is_active=True).order_by("bot_level", "username")


def tokens(user: User) -> QuerySet[Token]:
    """The tokens of *user* that still open something, the newest first."""
    return Token.objects.filter(user=user, revoked_at=None)
