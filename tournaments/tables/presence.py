"""Which seated people have a stream of their table open, and since when the others have not.

Every process that serves streams notes the people it serves in a sorted set a table, again and again: somebody whose
note has grown old is away. So a reload is not noticed, a killed process leaves nobody behind, and any number of
processes may serve one table. It is kept in Redis alone: while that is away, nothing is known.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import msgspec
import redis
import structlog
from django.conf import settings

from tournaments.log import sources
from tournaments.platform import valkey
from tournaments.tables.state import TableState

_log = structlog.get_logger(__name__)

REFRESH_SECONDS = 3
"""How often a process notes whom it serves."""
GRACE_MS = 8_000
"""Who has been noted within this time is here: more than two notes, and longer than a page takes to load again."""
KEPT_SECONDS = 7 * 24 * 60 * 60
"""After so long without anybody a table's notes are forgotten."""

Notes = Mapping[int, int]
"""When each user was last noted at a table, in epoch ms."""


class SeatPresence(msgspec.Struct, frozen=True):
    """Whether the player of a seat follows the table."""

    seat: int
    here: Annotated[bool | None, msgspec.Meta(description="Null while it is not known.")]
    since: Annotated[
        int | None,
        msgspec.Meta(
            description="Since when the player has been away, in epoch ms; null while here, or if never seen."
        ),
    ]


def people(table: TableState) -> dict[int, int]:
    """The seats that people play, with their users; neither bots' seats, nor those that were given up."""
    if table.status not in ("open", "playing"):
        return {}
    return {
        seat: chair.user
        for seat, chair in enumerate(table.chairs)
        if chair.user is not None and not chair.bot and seat not in table.gone
    }


def presences(table: TableState) -> tuple[SeatPresence, ...]:
    """Who of the people at *table* is here now, by seat."""
    try:
        (notes,) = look((table.id,))
    except redis.RedisError as error:
        _log.info("presence_unknown", table=table.id, error=str(error))
        return seen(table, None)
    return seen(table, notes)


def seen(table: TableState, notes: Notes | None, *, now: int | None = None) -> tuple[SeatPresence, ...]:
    """What *notes* say of the people at *table*."""
    if notes is None:
        return tuple(SeatPresence(seat, None, None) for seat in people(table))
    old = _old() if now is None else now - GRACE_MS
    found = []
    for seat, user in people(table).items():
        last = notes.get(user)
        here = last is not None and last >= old
        found.append(SeatPresence(seat, here, None if here else last))
    return tuple(found)


def look(table_ids: Sequence[str]) -> list[dict[int, int]]:
    """The notes of each table, in one round trip."""
    return note(dict.fromkeys(table_ids, ()))


def note(served: Mapping[str, Iterable[int]]) -> list[dict[int, int]]:
    """Note the users that are served at each table; all the notes of each, in one round trip."""
    now = sources.now_ms()
    with valkey.client().pipeline(transaction=False) as pipe:
        for table_id, users in served.items():
            if noted := dict.fromkeys(map(str, users), now):
                pipe.zadd(_key(table_id), noted, gt=True)
                pipe.expire(_key(table_id), KEPT_SECONDS)
        for table_id in served:
            pipe.zrange(_key(table_id), 0, -1, withscores=True)
        answers = pipe.execute()
    rows = answers[len(answers) - len(served) :]
    return [{int(user): int(at) for user, at in row} for row in rows]


# -- programs that have a stream of their own open


def note_programs(users: Iterable[int]) -> None:
    """Note that the programs of *users* are connected; those that have not been noted lately are forgotten."""
    now = sources.now_ms()
    with valkey.client().pipeline(transaction=False) as pipe:
        if noted := dict.fromkeys(map(str, users), now):
            pipe.zadd(_programs(), noted, gt=True)
        pipe.zremrangebyscore(_programs(), "-inf", now - GRACE_MS - 1)
        pipe.execute()


def is_connected(user: int) -> bool:
    """Whether the program of *user* is; raises ``redis.RedisError`` while that is not known."""
    at: Any = valkey.client().zscore(_programs(), str(user))
    return at is not None and at >= _old()


def connected() -> set[int]:
    """The users whose programs are; raises ``redis.RedisError``."""
    found: Any = valkey.client().zrangebyscore(_programs(), _old(), "+inf")
    return set(map(int, found))


# -- those who watch without a seat


def note_watching(process: str, served: Mapping[str, tuple[int, Iterable[int]]]) -> dict[str, int]:
    """Note for each table how many strangers and which users *process* serves there; how many all processes serve.

    A user counts once, whatever they have open.
    """
    now = sources.now_ms()
    with valkey.client().pipeline(transaction=False) as pipe:
        for table_id, (strangers, users) in served.items():
            pipe.hset(_strangers(table_id), process, f"{strangers} {now}")
            pipe.expire(_strangers(table_id), GRACE_MS // 1000)
            if noted := dict.fromkeys(map(str, users), now):
                pipe.zadd(_watchers(table_id), noted, gt=True)
                pipe.expire(_watchers(table_id), GRACE_MS // 1000)
        pipe.execute()
    return {table_id: found or 0 for table_id, found in zip(served, _watching(list(served)), strict=True)}


def watching(table_id: str) -> int | None:
    """How many people follow the table without a seat; ``None`` while it is not known."""
    try:
        return _watching([table_id])[0]
    except redis.RedisError as error:
        _log.info("watching_unknown", table=table_id, error=str(error))
        return None


def watchers(table_id: str) -> set[int]:
    """The users among them. Whom that may be told to is for the caller to see to."""
    try:
        found: Any = valkey.client().zrangebyscore(_watchers(table_id), _old(), "+inf")
    except redis.RedisError as error:
        _log.info("watching_unknown", table=table_id, error=str(error))
        return set()
    return set(map(int, found))


def _old() -> int:
    """Who has not been noted since then (epoch ms) has gone."""
    return sources.now_ms() - GRACE_MS


def _watching(table_ids: Sequence[str]) -> list[int]:
    old = _old()
    with valkey.client().pipeline(transaction=False) as pipe:
        for table_id in table_ids:
            pipe.hvals(_strangers(table_id))
            pipe.zcount(_watchers(table_id), old, "+inf")
        answers = pipe.execute()
    return [_fresh(notes, old) + users for notes, users in zip(answers[::2], answers[1::2], strict=True)]


def _fresh(notes: Iterable[bytes], old: int) -> int:
    counted = (note.split() for note in notes)
    return sum([int(strangers) for strangers, at in counted if int(at) >= old])


def _key(table_id: str) -> str:
    return f"{settings.REDIS_PREFIX}presence:{table_id}"


def _programs() -> str:
    return f"{settings.REDIS_PREFIX}programs"


def _strangers(table_id: str) -> str:
    return f"{settings.REDIS_PREFIX}watching:{table_id}"


def _watchers(table_id: str) -> str:
    return f"{settings.REDIS_PREFIX}watchers:{table_id}"
