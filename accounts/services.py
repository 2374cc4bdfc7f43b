"""What is done to accounts. Every function is one transaction, or one statement."""

import hashlib
import hmac
import secrets
import string
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from django.utils import timezone

from accounts import grants, renaming, selectors
from accounts.errors import CastUsedUp, NameTaken, NotYours, TooManyTokens
from accounts.holdings import ENDED_WITH_TOKENS
from accounts.models import Token, User
from accounts.names import BOTS, bot_names, guest_names
from accounts.renaming import rename
from accounts.scopes import known
from accounts.selectors import Shown
from tournaments.platform import callers, limits
from tournaments.platform.outages import if_it_can_be_written

__all__ = [
    "authenticate_token",
    "create_guest",
    "create_token",
    "create_walk_in",
    "digest_of",
    "hire_bot",
    "make_bot",
    "rename",
    "revoke_token",
    "revoke_tokens",
    "set_timezone",
]

PREFIX = "crd_"
"""Begins every token, so that scanners for leaked secrets can tell one."""
APP_PREFIX = "cro_"
"""The same of an access token that somebody granted to an app (:mod:`accounts.oauth`)."""
_ALPHABET = string.ascii_letters + string.digits
_LENGTH = 40
MOST_TOKENS = 50
"""Of one account, that open something."""
ENDED = timedelta(days=30)
"""For how long a token is kept that has ended."""
CAST = 12
"""How many bots of each level there are, for everybody together."""
_CASTING = 0x63617374
"""Held while a bot is hired, so that there are never more."""
_NAME_TRIES = 20
LONGEST_WALK_IN = 40
UNCLAIMED = timedelta(days=30)
"""A walk-in that nobody has come into is erased then."""
_FRESH = timedelta(minutes=1)
"""``last_used_at`` is not written more often than this."""


# -- guests and bots


def create_guest() -> User:
    """A new account with a friendly name and no way to log in but the session that is given to it."""
    limits.count("guests")
    for name, _ in zip(guest_names(), range(_NAME_TRIES), strict=False):
        try:
            return _create(username=name, is_guest=True, origin=callers.origin())
        except NameTaken:
            continue
    raise NameTaken("no free name for a guest was found")


def create_walk_in(name: str) -> User:
    """A guest's account for somebody who stands in the room, called *name* or, where that is taken, with a number
    behind it. It is erased after thirty days unless somebody comes into it.

    Raises :class:`NameUnclear` or :class:`NameReserved` for a name that nobody may have.
    """
    wanted = "-".join(name.split())[:LONGEST_WALK_IN]
    renaming.check_free_to_choose(wanted)
    for number in range(1, _NAME_TRIES + 1):
        with suppress(NameTaken):
            user = _create(username=wanted if number == 1 else f"{wanted}-{number}", is_guest=True)
            user.erasure_at = timezone.now() + UNCLAIMED
            user.save(update_fields=["erasure_at"])
            return user
    raise NameTaken(f"{wanted} is taken")


def make_bot(name: str, level: str) -> User:
    """The bot called *name*, made if need be, playing at *level* (a key of the engine's bots) from now on."""
    bot = User.objects.filter(username__iexact=name).first()
    if bot is None:
        return _create(username=name, bot_level=level)
    if not bot.house_level:
        raise NameTaken(f"{name} is not one of the service's own bots")
    if bot.bot_level != level:
        bot.bot_level = level
        bot.save(update_fields=["bot_level"])
    return bot


def hire_bot(level: str) -> User:
    """One more bot playing at *level*, by the first name that is free; raises :class:`CastUsedUp` if all are there."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_CASTING])
        if User.objects.filter(bot_level=level).count() >= CAST:
            raise CastUsedUp(f"there are {CAST} bots of that level")
        return _hire(level)


def _hire(level: str) -> User:
    taken = {name.lower() for name in User.objects.filter(username__in=BOTS).values_list("username", flat=True)}
    for name in bot_names():
        if name.lower() not in taken:
            with suppress(NameTaken):
                return _create(username=name, bot_level=level)
    raise NameTaken("names for bots never end")


def _create(*, username: str, is_guest: bool = False, bot_level: str = "", origin: str = "") -> User:
    if renaming.is_kept(username):
        raise NameTaken(f"{username} is kept")
    user = User(username=username, is_guest=is_guest, bot_level=bot_level, origin=origin)
    user.set_unusable_password()
    try:
        with transaction.atomic():
            user.save(force_insert=True)
    except IntegrityError as taken:
        raise NameTaken(f"{username} is taken") from taken
    return user


# -- the profile


def set_timezone(*, user: User, timezone: str) -> None:
    user.timezone = timezone
    user.save(update_fields=["timezone"])


# -- tokens of the API


def create_token(
    *,
    user: User,
    name: str,
    scopes: Iterable[str] | None = None,
    days: int | None = None,
    command: str | None = None,
) -> tuple[Token, str]:
    """A new token and its text, which is shown this once and not kept. The same *command* makes the same one again.

    It is for *scopes* (``None``: everything) and ends after that number of *days* (``None``: never). Raises
    :class:`TooManyTokens`.
    """
    limits.count("tokens", user=user.pk, guest=user.is_guest)
    drawn = "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))
    text = PREFIX + (drawn if command is None else _text_for(user.pk, command))
    made = {"user": user, "name": name, "prefix": text[: len(PREFIX) + 4]}
    made |= {"scopes": None if scopes is None else known(scopes)}
    made |= {"ends_at": None if days is None else timezone.now() + timedelta(days=days)}
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        token, new = Token.objects.get_or_create(digest=digest_of(text), defaults=made)
        if new and selectors.tokens(user).count() > MOST_TOKENS:
            raise TooManyTokens(MOST_TOKENS)
    return token, text


def _text_for(user_id: int, command: str) -> str:
    """What only the server can make of a *command*: its key goes into it."""
    key = hmac.digest(settings.SECRET_KEY.encode(), b"cardroom tokens", "sha256")
    number = int.from_bytes(hmac.digest(key, f"{user_id}\n{command}".encode(), "sha512"), "big")
    return "".join(_ALPHABET[number // len(_ALPHABET) ** place % len(_ALPHABET)] for place in range(_LENGTH))


def forget_old_tokens() -> None:
    """Those that have opened nothing for a month."""
    long_ago = timezone.now() - ENDED
    Token.objects.filter(Q(revoked_at__lt=long_ago) | Q(ends_at__lt=long_ago)).delete()


def revoke_token(*, user: User, token_id: int) -> None:
    """From now on the token opens nothing; raises :class:`NotYours`. A second time changes nothing."""
    owned = Token.objects.filter(pk=token_id, user=user)
    if not owned.exists():
        raise NotYours("no such token")
    owned.filter(revoked_at=None).update(revoked_at=timezone.now())


def revoke_tokens(user: User) -> None:
    """From now on none of *user*'s tokens opens anything, no app acts for them, and what tells others of them ends."""
    Token.objects.filter(user=user, revoked_at=None).update(revoked_at=timezone.now())
    grants.end_all(user)
    for end in ENDED_WITH_TOKENS:
        end(user)


def authenticate_token(text: str) -> Shown | None:
    """Whose token *text* is and what it is for; ``None`` if it has ended, is nobody's, or its owner may not come in."""
    if text.startswith(APP_PREFIX):
        return selectors.by_app_token(digest_of(text).hex())
    if not text.startswith(PREFIX):
        return None
    shown = selectors.by_token(digest_of(text))
    if shown is None:
        return None
    if shown.rested:
        _touch(shown.token)
    return shown


def _touch(token_id: int) -> None:
    """Note that the token is used: not with every request, or each of them would write."""
    now = timezone.now()
    stale = Q(last_used_at=None) | Q(last_used_at__lt=now - _FRESH)
    with if_it_can_be_written():
        Token.objects.filter(stale, pk=token_id).update(last_used_at=now)


def digest_of(text: str) -> bytes:
    """What is kept of a token's text."""
    return hashlib.sha256(text.encode()).digest()
