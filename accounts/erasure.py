"""An account's end: asked for, awaited, and then all that says whose it was is deleted. The id stays."""

import datetime
from datetime import timedelta
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import naming, renaming, services, sessions, staff
from accounts.holdings import HOLDINGS
from accounts.models import Block, BotRequest, BotVersion, FormerName, Privacy, Session, Token, User
from accounts.oauth import apps

WAIT: Final = timedelta(days=14)
"""Between the request and the erasure; a user who logs in meanwhile takes the request back."""
FORMER: Final = "Former player"


def ask(*, user: User, session: str | None = None) -> datetime.datetime:
    """Have *user*'s account erased after the wait; when that will be. Every session and every token ends now.

    A guest keeps the *session* that asks: there is no other way to take it back.
    """
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=user.pk)
        if locked.erasure_at is None:
            locked.erasure_at = timezone.now() + WAIT
            locked.save(update_fields=["erasure_at"])
        user.erasure_at = locked.erasure_at
        for bot in User.objects.filter(owner=locked, erasure_at=None, erased_at=None):
            ask(user=bot)  # nobody would answer for it
        sessions.end_all(locked, but=session if locked.is_guest else None)
        services.revoke_tokens(locked)
    return locked.erasure_at


def take_back(*, user: User) -> bool:
    """The account stays, with its bots; whether it was to be erased. A bot stays only if its owner does."""
    if user.owner is not None and (user.owner.erasure_at or user.owner.erased_at):
        return False
    User.objects.filter(owner=user.pk, erased_at=None).update(erasure_at=None)
    changed = User.objects.filter(pk=user.pk, erasure_at__isnull=False, erased_at=None).update(erasure_at=None)
    user.erasure_at = None if changed else user.erasure_at
    return changed > 0


def due(now: datetime.datetime) -> list[int]:
    """The accounts whose wait is over."""
    waiting = User.objects.filter(erasure_at__lte=now, erased_at=None)
    return list(waiting.order_by("erasure_at").values_list("pk", flat=True))


def former_name(user_id: int) -> str:
    """What an erased account is called. Nobody can choose it, as it has spaces."""
    return f"{FORMER} {user_id}"


def clear(user_id: int) -> bool:
    """Delete what says whose account it was; ``False`` if it is not to be erased any more. Repeatable."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user_id)
        if user.erasure_at is None or user.erased_at is not None:
            return False
        if user.last_login or not user.is_guest:  # nobody claimed this walk-in: its name is free
            renaming.shut([user.username, *FormerName.objects.filter(user=user).values_list("name", flat=True)])
        for rows in (FormerName, Token, Session, Authenticator, EmailAddress, SocialAccount, Privacy, BotVersion):
            rows.objects.filter(user=user).delete()
        BotRequest.objects.filter(Q(user=user) | Q(owner=user)).delete()
        Block.objects.filter(Q(user=user) | Q(other=user)).delete()
        apps.forget(user)
        for holding in HOLDINGS:
            holding.forget(user_id)
        if user.is_staff:
            staff.note(staff.ENDED, f"user:{user.pk}", by=None)
        _empty(user)
    return True


def clear_unclaimed(user_id: int) -> bool:
    """Erase at once the account of a walk-in that nobody has come into, so that its name is free; whether it was."""
    unclaimed = User.objects.filter(pk=user_id, is_guest=True, last_login=None, erasure_at__isnull=False)
    return unclaimed.exists() and clear(user_id)


def _empty(user: User) -> None:
    """The row stays, for everything that names its id."""
    user.username = former_name(user.pk)
    user.skeleton = naming.skeleton(user.username)
    user.first_name = user.last_name = user.email = user.timezone = user.origin = ""
    user.last_login = user.renamed_at = user.erasure_at = None
    user.is_active = user.is_staff = user.is_superuser = False
    user.owner = None
    user.erased_at = user.date_joined = timezone.now()
    user.set_unusable_password()
    user.save()
