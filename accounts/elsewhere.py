"""Accounts elsewhere that open an account here (``LOG_IN_WITH``): how django-allauth takes them, and who has which."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.forms import DisconnectForm
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest

from accounts.adapter import guest_of
from accounts.models import User


class Provider(msgspec.Struct, frozen=True):
    key: str
    name: str


class Connected(msgspec.Struct, frozen=True):
    """An account elsewhere by which its owner logs in; *called* is what the owner is called there, perhaps nothing."""

    id: int
    provider: str
    called: str
    since: datetime


class SocialAccountAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Everybody chooses a name here, and a guest who signs up keeps the account."""

    def new_user(self, request: HttpRequest, sociallogin: Any) -> User:
        """Nobody yet: the account may be somebody's already, and then a guest leaves their own."""
        return User()

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """An address is what its owner enters in our form, and is confirmed by a mail of ours. Nothing else that the
        other service tells is kept but what somebody is called there."""
        sociallogin.email_addresses = []
        sociallogin.account.extra_data = {"called": _called(sociallogin.account.extra_data)}
        if sociallogin.account.pk:
            sociallogin.account.save(update_fields=["extra_data"])

    def populate_user(self, request: HttpRequest, sociallogin: Any, data: dict[str, Any]) -> User:
        """Nobody's real name is kept."""
        user: User = super().populate_user(request, sociallogin, data)
        user.first_name = user.last_name = ""
        return user

    def save_user(self, request: HttpRequest, sociallogin: Any, form: Any = None) -> User:
        if (guest := guest_of(request)) is not None:
            sociallogin.user = guest
        sociallogin.user.is_guest, sociallogin.user.origin = False, ""
        with transaction.atomic():
            saved: User = super().save_user(request, sociallogin, form)
        return saved

    def get_signup_form_initial_data(self, sociallogin: Any) -> dict[str, Any]:
        """A guest may keep the name."""
        guest = guest_of(self.request)
        initial: dict[str, Any] = super().get_signup_form_initial_data(sociallogin)
        return initial | ({"username": guest.username} if guest else {})


def providers() -> list[Provider]:
    """Those that the operator has named."""
    apps: list[dict[str, Any]] = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"]  # type: ignore[assignment]
    return [Provider(app["provider_id"], app["name"]) for app in apps]


def connected(user: User) -> list[Connected]:
    """The accounts elsewhere that open *user*'s, the oldest first."""
    names = {each.key: each.name for each in providers()}
    rows = SocialAccount.objects.filter(user=user).order_by("pk")
    return [
        Connected(row.pk, names.get(row.provider, row.provider), row.extra_data["called"], row.date_joined)
        for row in rows
    ]


def _called(told: dict[str, Any]) -> str:
    told = told.get("userinfo") or told.get("id_token") or told
    return str(told.get("email") or told.get("preferred_username") or told.get("name") or told.get("called") or "")


def disconnect(request: HttpRequest, account: str) -> Sequence[str]:
    """End the log-in by *account*, a row's number; why it stays, if it does. Raises allauth's
    ``ReauthenticationRequired``."""
    form = DisconnectForm({"account": account}, request=request)
    if form.is_valid():
        raise_if_reauthentication_required(request, app="allauth.socialaccount")
        form.cleaned_data["account"].delete()
    return [str(error) for errors in form.errors.values() for error in errors]
