"""Codes and refresh tokens. Each is used once, even if several requests show it at the same moment. None is accepted
after its user has ended all tokens. allauth by itself looks a refresh token up and deletes it afterwards, and keeps the
codes of devices in the cache, where a new password does not reach them: so each consent has a row here too."""

import time
from datetime import timedelta
from hashlib import sha256
from typing import Final

from allauth.idp.oidc.models import Client, Token
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpRequest
from django.utils import timezone
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
    """A request that shows the same *secret* at this moment waits until this transaction is over. If it is a code or
    refresh token, the end of all tokens of its user and the removal of its app wait too."""
    key = int.from_bytes(sha256(f"grant {secret}".encode()).digest()[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])
    for token in Token.objects.by_value(secret).select_related("user"):
        _lock(token.user)
        _keep(token.client_id)


def hold(request: HttpRequest, app: str) -> bool:
    """Whether the session of *request* is still open, and *app* still there; until this transaction is over nobody
    ends all tokens of the user or removes *app*. What was opened under an old password agrees to nothing while a new
    one is set."""
    assert isinstance(request.user, User)  # noqa: S101  nobody else is asked
    _lock(request.user)
    return _keep(app) and request.session.exists(request.session.session_key or "")


def note_consent(request: HttpRequest, app: Client, device_code: str) -> None:
    """The user of *request* has just agreed to what *device_code* stands for. A second answer changes nothing."""
    end = timezone.now() + timedelta(seconds=LONGEST_CODE)
    agreed = Token(type=Token.Type.AUTHORIZATION_CODE, user=request.user, client=app, expires_at=end)
    agreed.set_value(device_code)
    Token.objects.bulk_create([agreed], ignore_conflicts=True)


def end_all(user: User, app: str | None = None) -> None:
    """No code or token of *user*'s is left, or none of that *app*."""
    with transaction.atomic():
        _lock(user)
        Token.objects.filter(user=user, **({} if app is None else {"client": app})).delete()


def use_up(asked: Request, device_code: str = "") -> None:
    """Note that a device's code or a refresh token is used. Raises :class:`InvalidGrantError` for a code if no
    consent of the user's is left. Their row is locked, so they cannot end it while this runs."""
    _lock(asked.user)
    if asked.grant_type == Client.GrantType.DEVICE_CODE:
        agreed = Token.objects.by_value(device_code).filter(type=Token.Type.AUTHORIZATION_CODE, user=asked.user)
        if not agreed.delete()[0]:
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


def _keep(app: str) -> bool:
    """Whether *app* is there; until this transaction ends, it cannot be removed. Any number may hold it so."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM {Client._meta.db_table} WHERE id = %s FOR KEY SHARE", [app])  # noqa: S608
        return cursor.fetchone() is not None


def _key(what: str, secret: str) -> str:
    return f"oauth/{what}/{sha256(secret.encode()).hexdigest()}"
