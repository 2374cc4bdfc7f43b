"""Another public name: every thirty days, with the old one kept free of others for a while."""

import hmac
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, Value
from django.db.models.functions import Lower
from django.utils import timezone

from accounts import naming, privacy
from accounts.errors import NameReserved, NameTaken, NameUnclear, RenamedLately
from accounts.models import ErasedName, FormerName, User
from tournaments.platform import limits
from tournaments.platform.registry import Registry

PAUSE: Final = timedelta(days=30)
"""Between two names."""
KEPT: Final = timedelta(days=180)
"""So long nobody else can have a name that was given up."""
RENAMED: Final = Registry[Callable[[int], None]]()
"""What rooms above have kept with a name in it, and forget when it changes."""


def rename(*, user: User, name: str) -> None:
    """Give *user* another public name. Links by user id stay good; those by name do while it is kept and shown.

    Raises :class:`NameUnclear`, :class:`NameReserved`, :class:`NameTaken` or :class:`RenamedLately`.
    """
    limits.count("names", user=user.pk, guest=user.is_guest)
    if name == user.username:
        return
    check_free_to_choose(name)
    if is_taken(name, by_others_than=user):
        raise NameTaken(f"{name} is taken")
    try:
        with transaction.atomic():
            held = User.objects.select_for_update().get(pk=user.pk)  # two at once would keep two names from others
            if (free := free_again(held)) is not None:
                raise RenamedLately(free)
            _keep(held)
            user.username, user.skeleton = name, naming.skeleton(name)
            user.renamed_at = timezone.now()
            user.save(update_fields=["username", "renamed_at"])
            for forget in RENAMED:
                forget(user.pk)
    except IntegrityError as taken:
        raise NameTaken(f"{name} is taken") from taken


def check_free_to_choose(name: str) -> None:
    """Raise :class:`NameUnclear` or :class:`NameReserved` if nobody may choose *name*."""
    try:
        User.username_validator(name)
    except ValidationError as refused:
        raise NameUnclear(f"{name!a} has letters that no name has") from refused
    if not naming.is_plain(name):
        raise NameUnclear(f"{name!a} hides something, or mixes scripts")
    if naming.is_reserved(name):
        raise NameReserved(f"{name} is not available")


def free_again(user: User) -> datetime | None:
    """From when on *user* may have another name; ``None``: now. A guest's name was nobody's choice."""
    if user.is_guest or user.renamed_at is None:
        return None
    free: datetime = user.renamed_at + PAUSE
    return free if free > timezone.now() else None


def is_taken(name: str, *, by_others_than: User | None = None) -> bool:
    """Whether somebody has *name*, had it a while ago, or has one that looks like it; or an erased account had it."""
    skeleton = naming.skeleton(name)
    lowered = User.objects.alias(lowered=Lower("username"))
    having = lowered.filter(Q(lowered=Lower(Value(name))) | Q(skeleton=skeleton))
    had = FormerName.objects.filter(skeleton=skeleton, until__gt=timezone.now() - KEPT)
    if by_others_than is not None:
        having, had = having.exclude(pk=by_others_than.pk), had.exclude(user=by_others_than)
    return having.exists() or had.exists() or ErasedName.objects.filter(digest=_digest(skeleton)).exists()


def is_kept(name: str) -> bool:
    """Whether *name* is kept from others for the sake of somebody who had it."""
    skeleton = naming.skeleton(name)
    kept = FormerName.objects.filter(skeleton=skeleton, until__gt=timezone.now() - KEPT)
    return kept.exists() or ErasedName.objects.filter(digest=_digest(skeleton)).exists()


def formerly(name: str) -> User | None:
    """Who gave up *name* a while ago and does not hide it."""
    kept = FormerName.objects.filter(skeleton=naming.skeleton(name), until__gt=timezone.now() - KEPT)
    found = kept.filter(user__is_active=True).select_related("user").first()
    return None if found is None or not privacy.of(found.user.pk).show_former_names else found.user


def former_names(user_id: int, *, to: int | None) -> list[FormerName]:
    """The names that somebody gave up within 180 days, the last one first, as far as *to* may read them."""
    if not privacy.shows("former_names", of_user=user_id, to=to):
        return []
    return list(FormerName.objects.filter(user=user_id, until__gt=timezone.now() - KEPT))


def shut(names: Iterable[str]) -> None:
    """Nobody has any of *names* again. What is kept of them tells nobody what they were."""
    ErasedName.objects.bulk_create(
        [ErasedName(digest=_digest(naming.skeleton(name))) for name in names], ignore_conflicts=True
    )


def _keep(user: User) -> None:
    """Remember the name that *user* gives up; a guest's is free at once."""
    if not user.is_guest:
        FormerName.objects.create(
            user=user, name=user.username, skeleton=naming.skeleton(user.username), until=timezone.now()
        )


def _digest(skeleton: str) -> bytes:
    key = hmac.digest(settings.SECRET_KEY.encode(), b"cardroom erased names", "sha256")
    return hmac.digest(key, skeleton.encode(), "sha256")
