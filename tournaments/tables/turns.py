"""Which bot plays next: the database is asked, a message only wakes.

A worker claims one table at a time. The owners of the tables that wait (who opened them; of a match its organiser) take
turns, the one who was served longest ago first, and of an owner's tables the one that has waited longest: however many
tables somebody has, everybody else waits for one turn of theirs at most. A claim is an advisory lock of the session:
nobody else waits for it, and with a worker that dies it is gone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from django.db import connection, transaction

from tournaments.log import sources
from tournaments.tables.models import Served

_CLAIMS: Final = 0x626F74
"""The class of these advisory locks: "bot". With the key 0 it is held while a claim is being made."""
_LOOKED_AT: Final = 32
"""Tables that are tried, the first in turn first: more than there are workers that could hold them."""
NOBODY: Final = 0
"""The owner of what the service opened by itself."""


class Claim(NamedTuple):
    """A table whose bot is to act, and nobody else plays it now."""

    table: str
    seq: int


@contextmanager
def claimed(
    *, waiting_since: int, called: Claim | None = None, passing_over: Collection[str] = ()
) -> Iterator[Claim | None]:
    """The fairest table whose bot is to act since *waiting_since* (epoch ms) or longer, for the length of the block.

    The table that a message *called* for has waited long enough, if it is still where the message says. Tables of
    *passing_over* are left to others.
    """
    claim = _claim(waiting_since, called or Claim("", 0), list(passing_over))
    try:
        yield claim
    finally:
        if claim is not None:
            _ask("SELECT pg_advisory_unlock(%s, hashtext(%s))", [_CLAIMS, claim.table])


def forget_served(until: int) -> None:
    """Owners who have not been served since *until* (epoch ms) are first in turn anyway."""
    Served.objects.filter(at__lt=until).delete()


def _claim(since: int, called: Claim, passing_over: list[str]) -> Claim | None:
    """One worker claims at a time, so that no two serve the same owner while others wait."""
    with transaction.atomic():
        _ask("SELECT pg_advisory_xact_lock(%s, 0)", [_CLAIMS])
        for table, seq, owner in _ask(_WAITING, [since, *called, passing_over, _LOOKED_AT]):
            if _ask("SELECT pg_try_advisory_lock(%s, hashtext(%s))", [_CLAIMS, table]) == [(True,)]:
                Served.objects.update_or_create(pk=owner, defaults={"at": sources.now_ms()})
                return Claim(table, seq)
    return None


def _ask(query: str, given: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, given)
        return list(cursor.fetchall())


_WAITING = f"""
SELECT id, seq, coalesce(opener, {NOBODY}) FROM tables_table
LEFT JOIN tables_served ON owner = coalesce(opener, {NOBODY})
WHERE status = 'playing' AND (bot_since <= %s OR (id = %s AND seq = %s AND bot_since IS NOT NULL)) AND id <> ALL(%s)
ORDER BY at NULLS FIRST, bot_since, id LIMIT %s"""  # noqa: S608
