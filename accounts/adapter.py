"""How django-allauth works here: a guest who signs up keeps the account."""

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from urllib.parse import SplitResult, urlsplit

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MinLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts import browsers, erasure, naming, renaming, services, sessions
from accounts.errors import NameTaken
from accounts.models import User
from tournaments.platform.callers import address_of

_log = structlog.get_logger(__name__)

NAME_LENGTH = 30
RESETTING = ("account/email/password_reset_key", "account/email/unknown_account")


def check_name(name: str) -> None:
    """Raises ``ValidationError`` if *name* hides something, or looks like one that nobody may have."""
    if not naming.is_plain(name):
        raise ValidationError(_("A name must use one script and no invisible characters."), code="name_unclear")
    if naming.is_reserved(name):
        raise ValidationError(_("That name is not available."), code="name_reserved")


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
        """The tokens of a guest end here, and so does an address from before: the one that opens the account is given
        now. The name was free when it was checked; :class:`NameTaken` if no longer."""
        name = form.cleaned_data["username"]
        if name.lower() != user.username.lower():
            user.skeleton = naming.skeleton(name)
        try:
            with transaction.atomic():
                if user.pk is not None:
                    EmailAddress.objects.filter(user=user).delete()
                saved: User = super().save_user(request, user, form, commit)
                services.revoke_tokens(saved)
        except IntegrityError as taken:
            raise NameTaken(f"{name} is taken") from taken
        return saved

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Wrong passwords count by name and address, so that nobody is kept out by somebody elsewhere. By name alone
        they are slowed down. A browser that has logged in as this account before counts by itself."""
        self._login_failed_rl_usage = ratelimit.RateLimitUsage(usage=[])
        for action, key in self._attempts(request, credentials):
            usage = ratelimit.consume(request, app="allauth.account", action=action, key=key)
            if usage is None:
                raise self.validation_error("too_many_login_attempts")
            self._login_failed_rl_usage.usage += usage.usage

    def _attempts(self, request: HttpRequest, credentials: dict[str, Any]) -> list[tuple[str, str]]:
        """Under which limits and keys a log-in counts (``ACCOUNT_RATE_LIMITS``)."""
        if (known := browsers.known_as(request, credentials)) is not None:
            return [("login_failed_known", known)]
        name = self._get_login_attempts_cache_key(request, **credentials)
        return [("login_failed", f"{name} {address_of(request)}"), ("login_failed_anywhere", name)]

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Forget the wrong passwords of a user who has set a new one by mail."""
        for action, key in self._attempts(request, credentials):
            ratelimit.clear(request, app="allauth.account", action=action, key=key)

    def post_login(self, request: HttpRequest, user: User, **given: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **given)
        browsers.remember(request, response, user)
        return response

    def login(self, request: HttpRequest, user: User) -> None:
        """A user who comes back keeps the account."""
        super().login(request, user)
        if erasure.take_back(user=user):
            messages.info(request, _("Your account stays: logging in cancelled the request to erase it."))

    def is_reauthentication_required(self, *, app: str, **given: Any) -> bool:
        """Not of somebody who has just logged in, or who has nothing here to show again: only accounts elsewhere."""
        records = get_authentication_records(self.request, self.request.user)
        logged_in = max((record["at"] for record in records), default=0.0)
        if time.time() - logged_in < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT:
            return False
        return bool(self.get_reauthentication_methods(self.request.user))

    def set_password(self, user: User, password: str) -> None:
        """A new password, after a change or a reset, ends what was opened under the old one: tokens too."""
        with transaction.atomic():
            super().set_password(user, password)
            services.revoke_tokens(user)
            sessions.end_all(user, but=_key_of(self.request))

    def clean_username(self, username: str, shallow: bool = False) -> str:
        username = naming.normalised(username)
        guest = guest_of(self.request)
        kept = guest is not None and guest.username.lower() == username.lower()
        name: str = super().clean_username(username, shallow=shallow or kept)
        if not (shallow or kept) and renaming.is_taken(name, by_others_than=guest):
            raise ValidationError(_("That name looks too much like an existing one."), code="name_taken")
        return name

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Links lead to the service, by whatever name of it the request came: that is the sender's to choose.

        If the mail server is away, only a password reset says so, in the same words for any address.
        """
        site = urlsplit(settings.SITE_URL)
        mended = {name: _moved(value, site) for name, value in context.items()}
        here = SimpleNamespace(name="Cardroom", domain=site.netloc)
        try:
            super().send_mail(template_prefix, email, {**mended, "current_site": here})
        except OSError as error:  # all of smtplib's are
            _log.error("mail_not_sent", template=template_prefix, error=type(error).__name__)
            if template_prefix in RESETTING and not getattr(self.request, "told_of_mail", False):
                self.request.told_of_mail = True  # once, however many accounts have the address
                messages.error(self.request, _("That did not get through. Try again in a moment."))


def _key_of(request: HttpRequest | None) -> str | None:
    """Of the session by which somebody changes their own password."""
    known = request is not None and request.user.is_authenticated
    return request.session.session_key if known and request is not None else None


def _moved(value: Any, site: SplitResult) -> Any:
    """*value*, if it is an absolute link, on *site*."""
    if not (isinstance(value, str) and value.startswith(("http://", "https://"))):
        return value
    return urlsplit(value)._replace(scheme=site.scheme, netloc=site.netloc).geturl()
