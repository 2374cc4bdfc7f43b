"""Codes and refresh tokens. Each is used once, even if several requests show it at the same moment. None is accepted
after its user has ended all tokens. allauth alone looks a refresh token up and deletes it afterwards, and keeps codes
of devices, which wait in the cache, that a new password should end."""

import time
from hashlib import sha256
from typing import Final

from allauth.idp.oidc.models import Client, Token
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpRequest
from oauthlib.common import Request
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError

from accounts.models import User

LONGEST_CODE: Final = 900
"""Seconds; no code lives longer."""
GRACE: Final = 60
"""Seconds in which a refresh token that comes again is one whose answer was lost, or that two commands share."""
REUSE_KNOWN: Final = 2 * settings.IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN
"""Seconds for which a used one is known: an app that is still there asks again before."""
MOST: Final = 20
"""Tokens of each kind that one app has for one user; beyond that the oldest end."""


def lock(secret: str) -> None:
    """A request that shows the same *secret* at this moment waits until this transaction is over. If it is the code or
    refresh token of a user, the end of all tokens of that user waits too."""
    key = int.from_bytes(sha256(f"grant {secret}".encode()).digest()[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])
    for token in Token.objects.by_value(secret).select_related("user"):
        _lock(token.user)


def hold(request: HttpRequest) -> bool:
    """Whether the session of *request* is still open; until this transaction is over nobody ends all tokens of its
    user. What was opened under an old password agrees to nothing while a new one is set."""
    assert isinstance(request.user, User)  # noqa: S101  nobody else is asked
    _lock(request.user)
    return request.session.exists(request.session.session_key or "")


def note_consent(device_code: str) -> None:
    """A user has just agreed to what *device_code* stands for."""
    cache.set(_key("agreed", device_code), time.time(), LONGEST_CODE)


def end_all(user: User, app: str | None = None) -> None:
    """No code or token of *user*'s is left, or none of that *app*. No device's code that they have agreed to before
    leads to one, of whichever app: codes live for minutes."""
    with transaction.atomic():
        _lock(user)
        cache.set(_key("ended", str(user.pk)), time.time(), LONGEST_CODE)
        Token.objects.filter(user=user, **({} if app is None else {"client": app})).delete()


def use_up(asked: Request, device_code: str = "") -> None:
    """Note that an app's refresh token is used. Raises :class:`InvalidGrantError` for a device's code if the user has
    ended everything since agreeing to it. The user's row is locked, so they cannot do that while this runs."""
    _lock(asked.user)
    if asked.grant_type == Client.GrantType.DEVICE_CODE:
        ended = cache.get(_key("ended", str(asked.user.pk)))
        if ended is not None and cache.get(_key("agreed", device_code), 0.0) <= ended:
            raise InvalidGrantError
    elif asked.grant_type == Client.GrantType.REFRESH_TOKEN:
        used = (asked.user.pk, asked.client.pk, time.time())
        cache.set(_key("used", asked.refresh_token), used, REUSE_KNOWN)


def end_if_reused(refresh_token: str) -> None:
    """If *refresh_token*, which opens nothing, was used long ago, two programs have it: all that the app has for its
    user ends."""
    used: tuple[int, str, float] | None = cache.get(_key("used", refresh_token))
    if used is not None and time.time() - used[2] > GRACE:
        for user in User.objects.filter(pk=used[0]):
            end_all(user, used[1])


def keep_newest(user: User, app: str) -> None:
    """Leave the newest :data:`MOST` tokens of each kind."""
    for kind in (Token.Type.ACCESS_TOKEN, Token.Type.REFRESH_TOKEN):
        own = Token.objects.filter(user=user, client=app, type=kind)
        Token.objects.filter(pk__in=own.order_by("-created_at", "-pk").values("pk")[MOST:]).delete()


def _lock(user: User) -> None:
    User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()


def _key(what: str, secret: str) -> str:
    return f"oauth/{what}/{sha256(secret.encode()).hexdigest()}"
