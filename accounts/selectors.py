"""What is read about accounts."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from accounts.models import Token, User


def by_name(name: str) -> User | None:
    """The account that people know by *name*, whatever its case."""
    if "\0" in name:  # the database cannot even compare it
        return None
    return User.objects.filter(username__iexact=name).first()


def by_ids(ids: Iterable[int]) -> dict[int, User]:
    return User.objects.in_bulk(list(set(ids)))


def bots() -> QuerySet[User]:
    """Every bot, the levels together and each level's by name."""
    return User.objects.exclude(bot_level="").filter(is_active=True).order_by("bot_level", "username")


def tokens(user: User) -> QuerySet[Token]:
    """The tokens of *user* that still open something, the newest first."""
    return Token.objects.filter(user=user, revoked_at=None)
