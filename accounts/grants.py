"""What waits to be exchanged for tokens: it is used once, by however many at once, and for nothing after its user has
ended everything. allauth alone looks a code up and deletes it afterwards, and keeps codes that a new password should
end."""

import time
from hashlib import sha256
from typing import Final

from allauth.idp.oidc.models import Client, Token
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from oauthlib.common import Request
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError

from accounts.models import User

KEPT: Final = 900
"""Seconds; no code lives longer."""
GRACE: Final = 60
"""Seconds in which a refresh token that comes again is one whose answer was lost, or that two commands share."""
WATCHED: Final = 2 * settings.IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN
"""Seconds for which a used one is known: an app that is still there asks again before."""
MOST: Final = 20
"""Tokens of each kind that one app has for one user; beyond that the oldest end."""


def hold(secret: str) -> None:
    """Who shows the same *secret* at this moment waits until this transaction is over."""
    key = int.from_bytes(sha256(f"grant {secret}".encode()).digest()[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])


def agree(code: str) -> None:
    """Somebody has just agreed to what *code* stands for."""
    cache.set(_key("agreed", code), time.time(), KEPT)


def end_all(user: User, app: str | None = None) -> None:
    """No token of *user*'s is left, or none of that *app*, and what they have agreed to leads to none."""
    with transaction.atomic():
        _lock(user)
        cache.set(_key("ended", str(user.pk)), time.time(), KEPT)
        Token.objects.filter(user=user, **({} if app is None else {"client": app})).delete()


def take(asked: Request, device_code: str = "") -> None:
    """What an app shows is used up by it. Raises :class:`InvalidGrantError` if it was before, or if its user has ended
    everything since agreeing to it; they cannot meanwhile."""
    _lock(asked.user)
    if asked.grant_type != Client.GrantType.REFRESH_TOKEN:
        ended = cache.get(_key("ended", str(asked.user.pk)))
        if ended is not None and cache.get(_key("agreed", device_code or asked.code), 0.0) <= ended:
            raise InvalidGrantError
    elif Token.objects.lookup(Token.Type.REFRESH_TOKEN, asked.refresh_token) is None:
        raise InvalidGrantError
    else:
        used = (asked.user.pk, asked.client.pk, time.time())
        cache.set(_key("used", asked.refresh_token), used, WATCHED)


def refuse(refresh_token: str) -> None:
    """It opens nothing. If it was used long ago, somebody else has it: all that the app has for its user ends."""
    user, app, at = cache.get(_key("used", refresh_token)) or (None, None, time.time())
    if time.time() - at > GRACE:
        Token.objects.filter(user=user, client=app).delete()


def thin(user: User, app: str) -> None:
    """Leave the newest :data:`MOST` tokens of each kind."""
    for kind in (Token.Type.ACCESS_TOKEN, Token.Type.REFRESH_TOKEN):
        own = Token.objects.filter(user=user, client=app, type=kind)
        Token.objects.filter(pk__in=own.order_by("-created_at", "-pk").values("pk")[MOST:]).delete()


def _lock(user: User) -> None:
    User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()


def _key(what: str, secret: str) -> str:
    return f"oauth/{what}/{sha256(secret.encode()).hexdigest()}"
