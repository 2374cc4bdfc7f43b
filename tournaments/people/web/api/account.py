"""``/api/account``: one's own account. What makes keys to it wants a log-in, not a token."""

import datetime
from typing import Annotated, Literal

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict
from rest_framework.exceptions import NotFound

from accounts import erasure, naming, privacy, second_factor, selectors, services, sessions
from accounts.adapter import name_validators
from accounts.errors import NotYours
from accounts.models import Token, User
from accounts.scopes import Scope
from tournaments.kit.endpoints import Own, operation
from tournaments.kit.files import file_operation
from tournaments.kit.operations import Done
from tournaments.kit.problems import Unprocessable
from tournaments.people import export
from tournaments.platform import limits
from tournaments.platform.files import JSON, File

Reach = Literal["anyone", "people", "nobody"]


class PrivacyChoices(Struct, frozen=True, kw_only=True):
    """What others see of you, and who may address you."""

    show_clubs: bool
    show_games: bool
    show_presence: bool
    show_former_names: bool
    challenges: Reach
    invitations: Reach
    chat: Annotated[bool, Meta(description="Whether you are shown what others write.")]


class ChoosePrivacy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Those that are left out stay as they are."""

    show_clubs: bool | UnsetType = UNSET
    show_games: bool | UnsetType = UNSET
    show_presence: bool | UnsetType = UNSET
    show_former_names: bool | UnsetType = UNSET
    challenges: Reach | UnsetType = UNSET
    invitations: Reach | UnsetType = UNSET
    chat: bool | UnsetType = UNSET


class Account(Struct, frozen=True, kw_only=True):
    """Your account as it is now. Times are epoch milliseconds."""

    name: str
    is_guest: bool
    timezone: str
    second_factor: Annotated[bool, Meta(description="Whether a password alone does not open it.")]
    erased_from: Annotated[int | None, Meta(description="When it will be erased, if you have asked for that.")]
    privacy: PrivacyChoices


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=150)]


class SessionFacts(Struct, frozen=True):
    """A browser in which you are logged in. Times are epoch milliseconds."""

    id: str
    device: Annotated[str, Meta(description="What the browser says it is.")]
    created_at: int
    last_used_at: int


class SessionList(Struct, frozen=True):
    """Where you are logged in, the last used first."""

    sessions: tuple[SessionFacts, ...]


class TokenFacts(Struct, frozen=True):
    """A token of yours, without its text. Times are epoch milliseconds."""

    id: int
    name: str
    prefix: str
    created_at: int
    last_used_at: int | None
    scopes: Annotated[tuple[str, ...] | None, Meta(description="What it is for; null for everything.")]
    ends_at: Annotated[int | None, Meta(description="From then on it opens nothing; null for never.")]


class TokenList(Struct, frozen=True):
    """The tokens that open something, the newest first."""

    tokens: tuple[TokenFacts, ...]


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=60, description="Which program it is for.")]
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, description="What the program may do.")]
    days: Annotated[Literal[30, 90, 365] | None, Meta(description="Its end; null for none.")] = 365


class MadeToken(Struct, frozen=True):
    """A new token. Its text is in this answer and nowhere else."""

    id: int
    text: str


class Confirmation(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=150, description="Your name, so that nobody does it by accident.")]


class Erasure(Struct, frozen=True):
    """When the account will be erased, in epoch milliseconds; logging in before then keeps it."""

    erased_from: int


@operation("GET account", "getAccount", needs="account:read", tag="account", refusals={401})
def get_account(caller: Own) -> Account:
    """Get your own account."""
    return account(caller.user)


@operation(
    "POST account/name", "renameAccount", needs="account:write", tag="account", refusals={403, 409, 422}, scope="names"
)
def rename_account(caller: Own, *, body: NewName, command: str | None) -> Account:
    """Take another name.

    Every 30 days. The old one is kept from others for 180.
    """
    services.rename(user=caller.user, name=checked(body.name, caller.user))
    return account(caller.user)


@operation("POST account/privacy", "choosePrivacy", needs="account:write", tag="account", refusals={403, 422})
def choose_privacy(caller: Own, *, body: ChoosePrivacy, command: str | None) -> PrivacyChoices:
    """Say what others see of you, and who may address you."""
    chosen = {name: value for name, value in asdict(body).items() if value is not UNSET}
    privacy.choose(user=caller.user, choices=chosen)
    return PrivacyChoices(**privacy.choices(caller.actor))


@operation("GET account/sessions", "listSessions", needs="account:read", tag="account", refusals={401})
def list_sessions(caller: Own) -> SessionList:
    """List where you are logged in."""
    found = sessions.listed(caller.user)
    return SessionList(
        tuple(SessionFacts(one.id, one.device, ms(one.created_at), ms(one.last_used_at)) for one in found)
    )


@operation(
    "POST account/sessions/<handle:session>/end",
    "endSession",
    needs="account:write",
    tag="account",
    refusals={403, 404, 422},
)
def end_session(caller: Own, *, session: str, command: str | None) -> Done:
    """Log out in one of your browsers."""
    try:
        sessions.end(user=caller.user, session=session)
    except NotYours as unknown:
        if command is None:
            raise NotFound(_("There is no such session."), "unknown_session") from unknown
    return Done()


@operation("GET account/tokens", "listTokens", needs="account:read", tag="account", refusals={401})
def list_tokens(caller: Own) -> TokenList:
    """List your tokens."""
    return TokenList(tuple(map(token_facts, selectors.tokens(caller.user))))


@operation(
    "POST account/tokens",
    "createToken",
    needs="session",
    tag="account",
    status=201,
    refusals={403, 409, 422},
    scope="tokens",
)
def create_token(caller: Own, *, body: NewToken, command: str | None) -> MadeToken:
    """Make a token. Not by a token: log in for that, again if that was long ago."""
    caller.check_presence()
    token, text = services.create_token(
        user=caller.user, name=body.name, scopes=body.scopes, days=body.days, command=command
    )
    return MadeToken(token.pk, text)


@operation(
    "POST account/tokens/<row:token>/revoke",
    "revokeToken",
    needs="account:write",
    tag="account",
    refusals={403, 404, 422},
)
def revoke_token(caller: Own, *, token: int, command: str | None) -> Done:
    """Revoke a token of yours."""
    try:
        services.revoke_token(user=caller.user, token_id=token)
    except NotYours as unknown:
        raise NotFound(_("There is no such token."), "unknown_token") from unknown
    return Done()


@file_operation(
    "GET account/export",
    "exportAccount",
    needs="session",
    address="account-export",
    media_type=JSON,
    tag="account",
    refusals={401, 403},
    scope="exports",
)
def export_account(caller: Own) -> File:
    """Get all that is kept of you. Not by a token: log in for that."""
    user = caller.user
    limits.count("exports", user=user.pk, guest=user.is_guest)
    return File(export.FILE, JSON, export.document(user))


@operation("POST account/erasure", "eraseAccount", needs="session", tag="account", refusals={403, 422})
def erase_account(caller: Own, *, body: Confirmation, command: str | None) -> Erasure:
    """Have your account erased in 14 days. Not by a token: log in for that.

    You are logged out everywhere, and your tokens end. Logging in before then keeps the account; a guest stays
    logged in here, and keeps it by saying so.
    """
    if body.name != caller.user.username:
        raise Unprocessable(_("That is not your name."), "not_your_name", field="name")
    return Erasure(ms(erasure.ask(user=caller.user, session=caller.request.session.session_key)))


@operation("POST account/erasure/keep", "keepAccount", needs="account:write", tag="account", refusals={403, 422})
def keep_account(caller: Own, *, command: str | None) -> Done:
    """Keep the account that was to be erased."""
    erasure.take_back(user=caller.user)
    return Done()


def checked(name: str, user: User) -> str:
    """*name* in its one form; raises ``Unprocessable``. A name that somebody has already may stay."""
    name = naming.normalised(name)
    try:
        for validate in name_validators if name != user.username else ():
            validate(name)
    except ValidationError as error:
        raise Unprocessable(" ".join(error.messages), error.code or "bad_name", field="name") from error
    return name


def token_facts(row: Token) -> TokenFacts:
    used = None if row.last_used_at is None else ms(row.last_used_at)
    scopes = None if row.scopes is None else tuple(row.scopes)
    ends = None if row.ends_at is None else ms(row.ends_at)
    return TokenFacts(row.pk, row.name, row.prefix, ms(row.created_at), used, scopes, ends)


def account(user: User) -> Account:
    return Account(
        name=user.username,
        is_guest=user.is_guest,
        timezone=user.timezone,
        second_factor=second_factor.factors_of(user).on,
        erased_from=None if user.erasure_at is None else ms(user.erasure_at),
        privacy=PrivacyChoices(**privacy.choices(user.pk)),
    )


def ms(at: datetime.datetime) -> int:
    return int(at.timestamp() * 1000)
