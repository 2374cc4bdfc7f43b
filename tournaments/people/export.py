"""All that is kept of somebody, as JSON."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.db.models import Q

from accounts import bots, privacy, second_factor, sessions
from accounts.holdings import HOLDINGS
from accounts.models import BotRequest, Token, User
from accounts.oauth import apps
from tournaments.clubs import selectors as clubs
from tournaments.director import selectors as director
from tournaments.director.holdings import directed
from tournaments.log import sources, texts
from tournaments.people import friends
from tournaments.people.bots import acceptance, smoke
from tournaments.people.models import Line, Report, Review, ReviewPerson, Seek, TableInvitation
from tournaments.ratings import selectors as ratings
from tournaments.tables import selectors as tables

NOTE: Final = (
    "Moves, results, ratings and entries belong to the games in which others took part: they stay, without your name, "
    "if your account is erased. The names of clubs stand in chained records that cannot be changed, so they are not "
    "erased."
)
FILE: Final = "cardroom-export.json"
"""How the file is called: without a name, which a header could not hold."""
_BATCH: Final = 200
_Section = Callable[[User], Iterable[object]]


def document(user: User) -> bytes:
    """The export of *user*, one JSON object: whole before any of it is sent, so that no slow reader holds a thread."""
    return b"".join(_pieces(user))


def _pieces(user: User) -> Iterator[bytes]:
    settings = {"timezone": user.timezone, **privacy.choices(user.pk)}
    head = {"exported_at": sources.now_ms(), "note": NOTE, "account": _account(user), "settings": settings}
    yield msgspec.json.encode(head)[:-1]
    for name, section in (SECTIONS | {each.name: each.rows for each in HOLDINGS}).items():
        yield b',"%b":[' % name.encode()
        for number, row in enumerate(section(user)):
            yield (b"," if number else b"") + msgspec.json.encode(row)
        yield b"]"
    yield b"}\n"


def _account(user: User) -> dict[str, Any]:
    own = second_factor.factors_of(user)
    return {
        "id": user.pk,
        "name": user.username,
        "guest": user.is_guest,
        "joined_at": user.date_joined,
        "last_login": user.last_login,
        "codes_from_an_app_since": own.app,
        "passkeys": own.passkeys,
        "to_be_erased_at": user.erasure_at,
    }


def _friends(user: User) -> Iterator[object]:
    circle = friends.circle(user.pk)
    for state in ("friends", "asking", "asked"):
        for friend in getattr(circle, state):
            yield {"state": state, "name": friend.name, "since": friend.since}


def _invitations(user: User) -> Iterator[object]:
    rows = TableInvitation.objects.filter(by=user) | TableInvitation.objects.filter(to=user)
    for row in rows.order_by("pk").iterator(_BATCH):
        yield {"table": row.table, "by": row.by_id, "to": row.to_id, "at": row.at, "declined": row.declined}


def _tournaments(user: User) -> Iterator[object]:
    yield from _paged(lambda limit, offset: director.listed(user=user.pk, viewer=user.pk, limit=limit, offset=offset))


def _paged(read: Callable[[int, int], list[Any]]) -> Iterator[Any]:
    offset = 0
    while page := read(_BATCH, offset):
        yield from page
        offset += len(page)


SECTIONS: Final[dict[str, _Section]] = {
    "addresses": lambda user: EmailAddress.objects.filter(user=user).values("email", "verified", "primary"),
    "accounts_elsewhere": lambda user: SocialAccount.objects.filter(user=user).values(
        "provider", "uid", "date_joined", "last_login", "extra_data"
    ),
    "former_names": lambda user: user.former_names.values("name", "until"),
    "sessions": sessions.listed,
    "tokens": lambda user: (
        Token.objects.filter(user=user)
        .order_by("pk")
        .values("name", "prefix", "created_at", "last_used_at", "revoked_at", "scopes", "ends_at")
    ),
    "apps": lambda user: (
        {"id": app.pk, "name": app.name, "redirects": app.get_redirect_uris(), "registered_at": app.created_at}
        for app in apps.of(user)
    ),
    "connected_apps": lambda user: (
        {"name": each.app.name, "since": each.since, "scopes": each.scopes} for each in apps.connected(user)
    ),
    "friends": _friends,
    "blocked": lambda user: ({"name": other.username} for other in privacy.blocked(user)),
    "invitations": _invitations,
    "looking_for": lambda user: Seek.objects.filter(pk=user.pk).values(
        "game", "seats", "clock", "rated", "programs", "since", "table"
    ),
    "bots": lambda user: ({"name": bot.username, "joined_at": bot.date_joined} for bot in bots.owned_by(user)),
    "bot_account": lambda user: [{"owner": user.owner.username, "rules": acceptance.of(user)}] if user.owner else [],
    "bot_requests": lambda user: BotRequest.objects.filter(Q(user=user) | Q(owner=user)).values("user", "owner", "at"),
    "bot_versions": lambda user: ({"version": each.name, "since": each.since} for each in bots.versions(user)),
    "smoke_tables": smoke.report,
    "reviews_opened": lambda user: (
        Review.objects.filter(opener=user).order_by("pk").values("id", "table", "opened_at", "ended_at", "showing")
    ),
    "reviews_joined": lambda user: (
        ReviewPerson.objects.filter(user=user).order_by("review").values("review", "joined_at")
    ),
    "chat": lambda user: (
        Line.objects.filter(author=user).order_by("pk").values("place", "at", "body", "removed").iterator(_BATCH)
    ),
    "reports": lambda user: Report.objects.filter(by=user).order_by("pk").values("line", "cause", "at"),
    "texts": lambda user: ({"id": text_id, "text": body} for text_id, body in texts.written_by(user.pk)),
    "ratings": lambda user: (
        {"pool": pool, "rating": standing.rating, "tables": standing.tables}
        for pool, standing in ratings.ratings_of_user(user.pk).items()
    ),
    "clubs": lambda user: (
        {"club": club.id, "name": club.name, "role": club.role} for club in clubs.of_user(user.pk, viewer=user)
    ),
    "tables": lambda user: tables.sat_at(user.pk),
    "tournaments": _tournaments,
    "directing": lambda user: ({"tournament": tournament, "role": role} for tournament, role in directed(user.pk)),
}
"""Rooms beside this one register what they keep: :mod:`accounts.holdings`."""
