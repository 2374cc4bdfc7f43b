"""A finished game as a line of open data. Each field is described here; the page about the data shows the same words.

No name, no id of a table or of an account is in it, and no time but the day: who played is a pseudonym that holds
within one file. Only games that everybody may see, of players who all show their games: their public records name them,
and can be found by the moves.
"""

import hmac
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from accounts import selectors as accounts
from accounts.models import User
from engine.text import gettext_noop as _
from tournaments.log import selectors as log
from tournaments.tables.events import Clock
from tournaments.tables.search import Found, Wanted, search
from tournaments.tables.streams import TABLES

BATCH: Final = 200
_SERVICE: Final = "table."
"""What the kinds of events begin with that are not of the rules: who sat down, whose clock ran out."""


class Player(Struct, frozen=True):
    """Who sat there."""

    pseudonym: Annotated[str, Meta(description=_("The same for all games of a player in this file, and in no other."))]
    kind: Annotated[Literal["person", "bot", "program"], Meta(description=_("A program is a bot that others run."))]
    level: Annotated[str, Meta(description=_("The level of a bot of the service, else empty."))]


class Happened(Struct, frozen=True):
    """An event of the rules."""

    ms: Annotated[int, Meta(description=_("Milliseconds since the first event."))]
    kind: Annotated[str, Meta(description=_("What happened, as in a table's record."))]
    version: Annotated[int, Meta(description=_("The version of its fields."))]
    payload: Annotated[dict[str, Any], Meta(description=_("Its fields; seats count from 0."))]


class Line(Struct, frozen=True, kw_only=True):
    """A game."""

    game: Annotated[str, Meta(description=_("The key of its rules."))]
    rules: Annotated[int, Meta(description=_("The version of its rules."))]
    options: Annotated[dict[str, Any], Meta(description=_("Which variants were played."))]
    day: Annotated[str, Meta(description=_("The day on which it ended (UTC)."))]
    players: Annotated[tuple[Player, ...], Meta(description=_("By seat."))]
    clock: Annotated[Clock | None, Meta(description=_("Seconds; null where nobody was pressed for time."))]
    rated: Annotated[bool, Meta(description=_("Whether it was rated."))]
    contest: Annotated[bool, Meta(description=_("Whether it belonged to a tournament."))]
    places: Annotated[tuple[int, ...], Meta(description=_("By seat, from 1."))]
    points: Annotated[tuple[int, ...], Meta(description=_("By seat, as the game counts them."))]
    reason: Annotated[
        str,
        Meta(
            description=_(
                "`played` to its end, `resigned`, or `flagged`: out of time. Then the events end before the game."
            )
        ),
    ]
    events: Annotated[
        tuple[Happened, ...], Meta(description=_("All events of the rules: replayed they give the game."))
    ]


def lines(since: int, until: int, key: bytes) -> Iterator[Line]:
    """The games that ended from *since* to *until* (epoch ms), the last first. *key* makes the pseudonyms."""
    behind = None
    while found := search(Wanted(since=since, until=until), viewer=None, behind=behind, limit=BATCH):
        behind = found[-1].place
        open_ones = [each for each in found if _is_open(each)]
        users = accounts.by_ids({user for each in open_ones for user in each.table.seats if user is not None})
        yield from (line(each, users, key) for each in open_ones if users.keys() >= set(each.table.seats))


def _is_open(found: Found) -> bool:
    """Whether all who sat there show their games, and the service dealt the cards."""
    table = found.table
    return not found.hidden and None not in table.seats and not table.in_room and table.origin is None


def line(found: Found, users: Mapping[int, User], key: bytes) -> Line:
    table, outcome = found.table, found.table.outcome
    assert outcome is not None  # noqa: S101  it is finished
    return Line(
        game=table.game,
        rules=table.version,
        options=table.options,
        day=datetime.fromtimestamp((table.finished_at or 0) // 1000, UTC).date().isoformat(),
        players=tuple(_player(users[user], key) for user in table.seats if user is not None),
        clock=table.clock,
        rated=table.rated,
        contest=table.match is not None,
        places=outcome.places,
        points=outcome.points,
        reason=outcome.reason,
        events=tuple(_events(table.id)),
    )


def _player(user: User, key: bytes) -> Player:
    pseudonym = hmac.digest(key, str(user.pk).encode(), sha256).hex()[:12]
    kind: Literal["person", "bot", "program"] = "program" if user.is_program else "bot" if user.is_bot else "person"
    return Player(pseudonym, kind, "" if user.is_program else user.bot_level)


def _events(table_id: str) -> Iterator[Happened]:
    played = [each for each in log.load(TABLES.name(table_id)) if not each.kind.startswith(_SERVICE)]
    for each in played:
        at = each.recorded_at - played[0].recorded_at
        yield Happened(at, each.kind, each.version, msgspec.json.decode(each.payload))
