"""How django-allauth works here: a guest who signs up keeps the account."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MinLengthValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import naming
from accounts.models import User

NAME_LENGTH = 30


def check_name(name: str) -> None:
    """Raises ``ValidationError`` if *name* hides something, or looks like one that nobody may have."""
    if not naming.is_plain(name):
        raise ValidationError(_("A name is in one script, without invisible characters."), code="bad_name")
    if naming.is_reserved(name):
        raise ValidationError(_("That name is not to be had."), code="reserved_name")


name_validators: list[Callable[[str], None]] = [
    UnicodeUsernameValidator(),
    check_name,
    MinLengthValidator(2),
    MaxLengthValidator(NAME_LENGTH),
]
"""What a public name must be (``ACCOUNT_USERNAME_VALIDATORS``)."""


def guest_of(request: HttpRequest | None) -> User | None:
    """The guest who is signing up or logging in with this request (see :mod:`accounts.views`)."""
    return getattr(request, "guest", None)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Signing up turns the guest of the session into a player: the same row, so the same tables and results."""

    def new_user(self, request: HttpRequest) -> User:
        return guest_of(request) or User()

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user.is_guest, user.origin = False, ""
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def clean_username(self, username: str, shallow: bool = False) -> str:
        username = naming.normalised(username)
        guest = guest_of(self.request)
        kept = guest is not None and guest.username.lower() == username.lower()
        name: str = super().clean_username(username, shallow=shallow or kept)
        return name
