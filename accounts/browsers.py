"""Browsers that have logged in as somebody before: no stranger's wrong passwords keep them out."""

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.core import signing
from django.db.models import Q
from django.http import HttpRequest, HttpResponseBase

from accounts.models import User

COOKIE: Final = "known"
_SALT: Final = "accounts.browsers"
MOST: Final = 10
"""Accounts that one browser is known to, the last ones."""


def remember(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """The browser that gets *response* has logged in as *user*."""
    known = [*(pk for pk in _known(request) if pk != user.pk), user.pk][-MOST:]
    response.set_cookie(
        COOKIE,
        signing.dumps(known, salt=_SALT),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def known_as(request: HttpRequest, credentials: Mapping[str, str]) -> str | None:
    """Under what a browser counts that has logged in as the account of *credentials* before, or is logged in now; a
    cookie that does not say so makes it no other browser."""
    before, now = _known(request), [request.user.pk] if request.user.is_authenticated else []
    name = credentials.get("username") or credentials.get("email") or ""
    if not (before or now) or not name:
        return None
    named = Q(username__iexact=name) | Q(emailaddress__email__iexact=name)  # whatever was typed into the one field
    account = User.objects.filter(named, pk__in=[*before, *now]).values_list("pk", flat=True).first()
    return None if account is None else f"{account} {request.COOKIES[COOKIE] if account in before else ''}"


def _known(request: HttpRequest) -> list[int]:
    try:
        known: list[int] = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=settings.SESSION_COOKIE_AGE
        )
    except signing.BadSignature:
        return []
    return known
