"""Apps that people registered, and who is connected to which."""

import re
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Final, NamedTuple

from allauth.idp.oidc.models import Client, Token
from django.db import transaction
from django.db.models import QuerySet

from accounts import grants
from accounts.errors import NotYours, TooManyApps
from accounts.models import User
from accounts.oauth.adapter import IDENTITY
from accounts.scopes import SCOPES, in_words
from tournaments.platform import limits

MOST: Final = 10
"""Apps of one account."""
COMMAND_LINE: Final = "cardroom"
"""The service's own app: its command line, which logs in by a device code."""

Kind = Client.GrantType
COMMAND_LINE_KINDS: Final = (Kind.DEVICE_CODE, Kind.REFRESH_TOKEN)
COMMAND_LINE_SCOPES: Final = ("account:read", "tournament:read", "tournament:direct", "table:read", "club:read")


class Connection(NamedTuple):
    """An app that may act for somebody since then, and its *scopes*."""

    app: Client
    since: datetime
    scopes: list[str]

    @property
    def may(self) -> list[object]:
        """What that allows, in words."""
        return words(self.scopes)


def register(*, owner: User, name: str, redirects: Iterable[str], devices: bool) -> Client:
    """A new app of *owner*'s; *devices*: it may log people in by a code that they enter elsewhere.

    Raises :class:`TooManyApps` and :class:`NotYours` for guests and bots.
    """
    if owner.is_guest or owner.is_bot:
        raise NotYours("apps are people's")
    limits.count("apps", user=owner.pk, guest=owner.is_guest)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)
        if Client.objects.filter(owner=owner).count() >= MOST:
            raise TooManyApps(MOST)
        made = _made(owner=owner, name=name, redirects=redirects, kinds=_kinds(devices))
        made.save(force_insert=True)
        return made


def one(*, owner: User, app: str) -> Client:
    """Raises :class:`NotYours`."""
    found = Client.objects.filter(pk=app, owner=owner).first()
    if found is None:
        raise NotYours("no such app")
    return found


def change(*, owner: User, app: str, redirects: Iterable[str], devices: bool) -> None:
    """Change where the app calls people back. Connected people stay connected. The name stays, because they agreed to
    it. From now on it may ask for every scope that there is today. Raises :class:`NotYours`."""
    limits.count("apps", user=owner.pk, guest=owner.is_guest)
    found = one(owner=owner, app=app)
    _choose(found, redirects, _kinds(devices))
    found.save(update_fields=["redirect_uris", "grant_types", "scopes"])


def remove(*, owner: User, app: str) -> None:
    """The app ends, and so does every token that it was given; raises :class:`NotYours`."""
    _end(Client.objects.filter(pk=one(owner=owner, app=app).pk))


def calls_back(app: Client, address: str) -> bool:
    """Whether *app* registered *address*, letter by letter. allauth ignores further parameters and the case of letters.
    On a loopback address any port is accepted (RFC 8252)."""
    return _portless(address) in map(_portless, app.get_redirect_uris())


def of(owner: User) -> list[Client]:
    """The apps that *owner* registered, the newest first."""
    return list(Client.objects.filter(owner=owner).order_by("-created_at", "pk"))


def connected(user: User) -> list[Connection]:
    """The apps that may act for *user*, by name."""
    found: dict[str, list[Token]] = {}
    given = Token.objects.valid().filter(user=user).exclude(type=Token.Type.AUTHORIZATION_CODE)
    for token in given.select_related("client__owner").order_by("client__name", "pk"):
        found.setdefault(token.client_id, []).append(token)
    return [
        Connection(tokens[0].client, min(token.created_at for token in tokens), _scopes(tokens))
        for tokens in found.values()
    ]


def disconnect(*, user: User, app: str) -> None:
    """The app may do nothing more for *user*, at once; raises :class:`NotYours`."""
    if not Token.objects.filter(user=user, client=app).exists():
        raise NotYours("no such connection")
    grants.end_all(user, app)


def forget(user: User) -> None:
    """Neither apps of *user*'s nor connections are left."""
    grants.end_all(user)
    _end(Client.objects.filter(owner=user))


def tidy() -> None:
    """Remove tokens at their end."""
    Token.objects.expired().delete()


def ensure_command_line() -> None:
    """The service's own app is there, for what its commands do and no more."""
    if not Client.objects.filter(pk=COMMAND_LINE).exists():
        made = _made(pk=COMMAND_LINE, owner=None, name="Cardroom", redirects=(), kinds=COMMAND_LINE_KINDS)
        made.set_scopes([*COMMAND_LINE_SCOPES])
        Client.objects.bulk_create([made], ignore_conflicts=True)  # another process may make it at this moment


def _end(found: QuerySet[Client]) -> None:
    """Delete *found* once what is being stored for them is stored, so that it goes too."""
    with transaction.atomic():
        list(found.select_for_update())
        found.delete()


def _made(
    *, owner: User | None, name: str, redirects: Iterable[str], kinds: Iterable[str], pk: str | None = None
) -> Client:
    app = Client(owner=owner, name=name, type=Client.Type.PUBLIC, **({"pk": pk} if pk else {}))
    _choose(app, redirects, kinds)
    return app


def _choose(app: Client, redirects: Iterable[str], kinds: Iterable[str]) -> None:
    app.set_redirect_uris(list(redirects))
    app.set_grant_types(list(kinds))
    app.set_scopes([*IDENTITY, *SCOPES])


def _kinds(devices: bool) -> list[str]:
    return [Kind.AUTHORIZATION_CODE, Kind.REFRESH_TOKEN, *([Kind.DEVICE_CODE] if devices else [])]


def _portless(address: str) -> str:
    return re.sub(r"^(http://(?:127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)", r"\1", address)


def _scopes(tokens: Iterable[Token]) -> list[str]:
    return sorted({name for token in tokens for name in token.get_scopes()})


def words(scopes: Collection[str]) -> list[object]:
    """What an app with *scopes* may do, for people."""
    return [*(IDENTITY[name] for name in IDENTITY if name in scopes), *in_words(scopes)]
