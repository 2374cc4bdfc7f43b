"""What is read about accounts."""

from collections.abc import Iterable
from typing import Any, Final, LiteralString, NamedTuple

from allauth.idp.oidc.models import Token as AppToken
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Max, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.models import PROGRAM, Session, Token, User
from accounts.scopes import Need, holds
from tournaments.platform import places
from tournaments.platform.database import execute

_FIELDS: Final = [field.attname for field in User._meta.concrete_fields]  # as their columns are called too
# What every request asks is asked by prepared statements: the ORM takes longer to put them together than PostgreSQL to
# answer.
_SELECT: Final[LiteralString] = "SELECT " + ", ".join([f"account.{name}" for name in _FIELDS])
_BY_IDS: Final[LiteralString] = _SELECT + " FROM accounts_user AS account WHERE id = ANY(%(ids)s::bigint[])"
_CALLED: Final[LiteralString] = "SELECT id, username, bot_level FROM accounts_user WHERE id = ANY(%(ids)s::bigint[])"
_BY_TOKEN: Final[LiteralString] = f"""{_SELECT},
    token.id, token.last_used_at IS NULL OR token.last_used_at < now() - interval '1 minute', token.scopes
FROM accounts_token AS token JOIN accounts_user AS account ON account.id = token.user_id
WHERE token.digest = %(digest)s AND token.revoked_at IS NULL AND account.is_active
    AND (token.ends_at IS NULL OR token.ends_at > now())"""
_BY_APP_TOKEN: Final[LiteralString] = f"""{_SELECT}, token.scopes
FROM allauth_idp_oidc_token AS token JOIN accounts_user AS account ON account.id = token.user_id
JOIN allauth_idp_oidc_client AS app ON app.id = token.client_id
LEFT JOIN accounts_user AS maker ON maker.id = app.owner_id
WHERE token.hash = %(hash)s AND token.type = 'at' AND token.expires_at > now()
    AND account.is_active AND (maker.id IS NULL OR maker.is_active)"""


def by_name(name: str) -> User | None:
    """The account that people know by *name*, whatever its case."""
    # lower(), as in the index that keeps names apart; __iexact would look through everybody
    return User.objects.alias(lowered=Lower("username")).filter(lowered=Lower(Value(name))).first()


class Called(NamedTuple):
    """How an account is shown: by its public name, and the level if it is a bot's."""

    name: str
    level: str = ""


def called(ids: Iterable[int]) -> dict[int, Called]:
    """How accounts are shown, thousands at once or those at a table, without all else that is known of them."""
    asked = ",".join(map(str, set(ids)))
    rows = execute(_CALLED, {"ids": f"{{{asked}}}"}) if asked else ()
    return {pk: Called(name, level) for pk, name, level in rows}


def by_names(names: Iterable[str]) -> dict[str, User]:
    """The accounts that people know by *names*, whatever their case; nobody for a name that is nobody's."""
    asked = {name: name.lower() for name in names}
    found = User.objects.annotate(lowered=Lower("username")).filter(lowered__in=set(asked.values()))
    users = {user.username.lower(): user for user in found}
    return {name: users[lowered] for name, lowered in asked.items() if lowered in users}


def by_ids(ids: Iterable[int]) -> dict[int, User]:
    """Those of *ids* that exist, in the order in which they are asked for."""
    asked = list(dict.fromkeys(ids))
    listed = ",".join(map(str, asked))
    users = [_user(row) for row in execute(_BY_IDS, {"ids": f"{{{listed}}}"})] if asked else []
    found = {user.pk: user for user in users}
    return {each: found[each] for each in asked if each in found}


class Shown(NamedTuple):
    """A token that somebody showed: its id, its owner, whether it was last used some time ago, and what it is for
    (``None``: everything)."""

    token: int
    user: User
    rested: bool
    scopes: tuple[str, ...] | None

    def opens(self, need: Need) -> bool:
        """Whether it opens what has this *need*."""
        return holds(self.scopes, need)


def by_token(digest: bytes) -> Shown | None:
    """Whose token has *digest*; ``None`` if it is nobody's, revoked, at its end, or its owner may not come in."""
    row = execute(_BY_TOKEN, {"digest": digest}).fetchone()
    if row is None:
        return None
    *account, token, rested, scopes = row
    return Shown(token, _user(tuple(account)), rested, None if scopes is None else tuple(scopes))


def by_app_token(digest: str) -> Shown | None:
    """The same of an app's token, by the digest in hexadecimal; ``None`` too if nobody answers for the app."""
    row = execute(_BY_APP_TOKEN, {"hash": digest}).fetchone()
    return None if row is None else Shown(0, _user(row[:-1]), False, tuple(row[-1].split()))


def open_digests(digests: Iterable[bytes]) -> set[bytes]:
    """Those of *digests* whose token, personal or an app's, is good to this moment."""
    asked = {digest.hex(): digest for digest in digests}
    own = Token.objects.filter(still_open(), digest__in=asked.values()).values_list("digest", flat=True)
    makers = Q(client__owner=None) | Q(client__owner__is_active=True)
    apps = AppToken.objects.valid().filter(makers, hash__in=asked, type=AppToken.Type.ACCESS_TOKEN)
    return {*map(bytes, own), *(asked[name] for name in apps.values_list("hash", flat=True))}


def _user(row: tuple[Any, ...]) -> User:
    user: User = User.from_db(DEFAULT_DB_ALIAS, _FIELDS, row)
    return user


def last_seen(user: int) -> int:
    """When *user* was here last, by log-in, session or token (epoch ms); 0 for nobody."""
    sessions = Session.objects.filter(user=OuterRef("pk")).order_by().values("user").annotate(at=Max("last_used_at"))
    found = User.objects.filter(pk=user).annotate(
        used=Max("tokens__last_used_at"), seen=Subquery(sessions.values("at"))
    )
    for times in found.values_list("date_joined", "last_login", "used", "seen"):
        return max(int(time.timestamp() * 1_000) for time in times if time is not None)
    return 0


def named(part: str, *, limit: int, offset: int = 0) -> list[User]:
    """People and bots with *part* in their names, by name. Guests, who come and go, are not listed."""
    users = User.objects.filter(is_active=True, is_guest=False).order_by(Lower("username"))
    if part:
        users = users.filter(username__icontains=part)
    return list(places.part(users, limit, offset))


def bots() -> QuerySet[User]:
    """Every bot of the house, the levels together and each level's by name."""
    return User.objects.exclude(bot_level__in=("", PROGRAM)).filter(is_active=True).order_by("bot_level", "username")


def tokens(user: User) -> QuerySet[Token]:
    """The tokens of *user* that still open something, the newest first."""
    return Token.objects.filter(still_open(), user=user)


def still_open() -> Q:
    """Tokens that are neither revoked nor at their end."""
    return Q(revoked_at=None) & (Q(ends_at=None) | Q(ends_at__gt=timezone.now()))
