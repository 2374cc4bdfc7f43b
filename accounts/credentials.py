"""Who is asking, by token or by session, for requests that last: an open stream is asked again whether they still may.

Only what such a request carries is used, no middleware: the process that serves streams has none.
"""

from collections.abc import Collection

import msgspec
from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Session, User
from accounts.scopes import Need
from accounts.selectors import open_digests
from accounts.services import authenticate_token, digest_of
from accounts.session_store import SessionStore


class Identity(msgspec.Struct, frozen=True):
    """Somebody, and what they showed: the digest of a token, or a session and the password that it was begun with.

    *withheld* is the scope that the token would need, where it has not: then nobody is known by it. Only who *plays* is
    there for others: a program that may look alone takes no seat. Who *sees* may know their own cards.
    """

    user: int | None = None
    is_guest: bool = False
    token: bytes = b""
    session: str = ""
    password: str = ""
    withheld: str = ""
    plays: bool = True
    sees: bool = True

    def __repr__(self) -> str:
        return f"Identity(user={self.user})"


NOBODY = Identity()


class BadToken(Exception):
    """The request has a token, and it opens nothing."""


def shows_any(request: HttpRequest) -> bool:
    """Whether the request has anything to be known by; without it nobody needs to be asked."""
    return bearer(request) is not None or settings.SESSION_COOKIE_NAME in request.COOKIES


def bearer(request: HttpRequest) -> str | None:
    """The text of the token in the request's header, if there is one."""
    scheme, _, text = request.headers.get("Authorization", "").partition(" ")
    return text.strip() if scheme.lower() == "bearer" else None


def identity_of(request: HttpRequest, needs: Need) -> Identity:
    """Whose request it is, for what *needs* this of a token; raises :class:`BadToken`. A session that is nobody's is a
    visitor's."""
    text = bearer(request)
    if text is not None:
        shown = authenticate_token(text)
        if shown is None:
            raise BadToken
        if not shown.opens(needs):
            return Identity(withheld=needs)
        plays, sees = shown.opens("table:play"), shown.opens("table:read")
        return Identity(shown.user.pk, shown.user.is_guest, token=digest_of(text), plays=plays, sees=sees)
    request.session = SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    key = request.session.session_key
    if key is None:
        return NOBODY
    known = get_user(request)
    if not isinstance(known, User):
        return NOBODY
    return Identity(known.pk, known.is_guest, session=key, password=known.password)


def still_good(identities: Collection[Identity]) -> set[Identity]:
    """Those of *identities* whose token or session is good to this moment. Four queries, however many there are."""
    digests = open_digests({one.token for one in identities if one.token})
    sessions = Session.objects.filter(
        session_key__in={one.session for one in identities if one.session}, expire_date__gt=timezone.now()
    )
    active = User.objects.filter(pk__in={one.user for one in identities if one.user is not None}, is_active=True)
    keys = set(sessions.values_list("session_key", flat=True))
    passwords = dict(active.values_list("pk", "password"))
    return {one for one in identities if one.user is None or _holds(one, digests, keys, passwords.get(one.user))}


def _holds(identity: Identity, digests: set[bytes], keys: set[str], password: str | None) -> bool:
    if password is None:
        return False
    return identity.token in digests or (identity.session in keys and identity.password == password)
