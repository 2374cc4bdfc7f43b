"""A game that was found, as its page, the API and a file tell it: with names of those alone who show their games."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Final, Literal

import msgspec
from django.conf import settings
from msgspec import Meta, Struct

from accounts import selectors as accounts
from accounts.models import User
from tournaments.clubs.read import ClubAt, clubs_at
from tournaments.director.read import Named, named
from tournaments.platform import places
from tournaments.platform.files import JSON_LINES, File
from tournaments.tables.search import Found, Wanted, search

MOST: Final = 1_000
"""Games in a file."""
_BATCH: Final = 200
Fact = Annotated[int | None, Meta(description="Null where nobody can tell.")]


class FoundPlayer(Struct, frozen=True):
    """Who sat there, and how they ended."""

    name: Annotated[str | None, Meta(description="Null for somebody who hides their games from you.")]
    is_bot: bool
    level: Annotated[str, Meta(description="The level of a bot, `program` for others' bots; empty for a person.")]
    place: int
    points: Annotated[int | None, Meta(description="Null where nobody has told them.")]


class FoundTournament(Struct, frozen=True):
    id: str
    name: str


class FoundGame(Struct, frozen=True, kw_only=True):
    """A finished game. Times are epoch milliseconds."""

    id: Annotated[str, Meta(description="Its table.")]
    game: str
    rules_version: int
    options: dict[str, Any]
    players: Annotated[tuple[FoundPlayer, ...], Meta(description="By seat.")]
    rated: bool
    in_room: Annotated[bool, Meta(description="Whether it was played with real cards.")]
    played_on: Annotated[bool, Meta(description="Whether it began at a position of another table.")]
    reason: Literal["played", "resigned", "flagged", "reported"]
    club: Annotated[ClubAt | None, Meta(description="The club that it belongs to, if you may see it.")]
    tournament: Annotated[FoundTournament | None, Meta(description="If you may know of it.")]
    moves: Fact
    margin: Annotated[
        int | None, Meta(description="Points of the winner more than of the second; null: none are told.")
    ]
    comeback: Annotated[bool, Meta(description="Whether the winner was last after three quarters of the moves.")]
    started_at: int | None
    finished_at: int
    record: Annotated[str, Meta(description="The address of its log.")]


def games(found: Iterable[Found], viewer: int | None) -> tuple[FoundGame, ...]:
    """*found* with names in place of ids, looked up once for all."""
    rows = list(found)
    ids = {user for row in rows for user in row.table.seats if user is not None and user not in row.hidden}
    users = accounts.by_ids(ids)
    clubs = clubs_at((row.table.club for row in rows), viewer)
    matches = [row.table.match for row in rows if row.table.match]
    tournaments = named(matches, viewer) if matches else {}
    return tuple(_game(row, users, clubs.get(row.table.club), tournaments.get(row.table.match or "")) for row in rows)


def _game(row: Found, users: dict[int, User], club: ClubAt | None, tournament: Named | None) -> FoundGame:
    table = row.table
    outcome = table.outcome
    assert outcome is not None  # noqa: S101  it is finished
    return FoundGame(
        id=table.id,
        game=table.game,
        rules_version=table.version,
        options=table.options,
        players=tuple(_players(row, users)),
        rated=table.rated,
        in_room=table.in_room,
        played_on=table.origin is not None,
        reason=outcome.reason,
        club=club,
        tournament=FoundTournament(*tournament) if tournament else None,
        moves=row.moves,
        margin=row.margin,
        comeback=row.comeback,
        started_at=table.started_at,
        finished_at=table.finished_at or 0,
        record=f"{settings.SITE_URL}/api/tables/{table.id}/record",
    )


def _players(row: Found, users: dict[int, User]) -> Iterator[FoundPlayer]:
    outcome = row.table.outcome
    assert outcome is not None  # noqa: S101  it is finished
    told = outcome.reason != "reported" or any(outcome.points)
    for seat, (pk, place) in enumerate(zip(row.table.seats, outcome.places, strict=True)):
        points = outcome.points[seat] if told else None
        user = users.get(pk) if pk is not None and pk not in row.hidden else None
        if user is None:
            yield FoundPlayer(None, is_bot=False, level="", place=place, points=points)
        else:
            yield FoundPlayer(user.username, user.is_bot, user.bot_level, place, points)


def file(wanted: Wanted, *, viewer: int | None, behind: places.Place | None = None) -> File:
    """At most :data:`MOST` games, a line each: whole before any is sent, so that no slow reader holds a thread."""
    return File("games.jsonl", JSON_LINES, b"".join(_lines(wanted, viewer, behind)))


def _lines(wanted: Wanted, viewer: int | None, behind: places.Place | None) -> Iterator[bytes]:
    for _batch in range(MOST // _BATCH):
        found = search(wanted, viewer=viewer, behind=behind, limit=_BATCH)
        yield from (msgspec.json.encode(each) + b"\n" for each in games(found, viewer))
        if len(found) < _BATCH:
            return
        behind = found[-1].place
