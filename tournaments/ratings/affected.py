"""What a ruling can reach: the tables of players who sat with somebody whose rating it may have moved, and so on.

Found by who sat where alone, so rather too much than too little: what comes out as it was is not written. While a pool
is young more depends on a table than who sits there (``young``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from tournaments.ratings import positions
from tournaments.ratings.facts import Counted
from tournaments.ratings.positions import Rated
from tournaments.ratings.recent import AGAIN


class Reached(msgspec.Struct, frozen=True):
    """A stretch of a pool: the tables that are reached, and what their earlier ones say, both in the pool's order."""

    tables: Sequence[Rated]
    earlier: Sequence[Rated]
    """Tables between them that count for who met whom, and are not reached."""
    joined: Mapping[int, int]
    """Who was reached here for the first time, by the seq of the table."""
    beside: Collection[tuple[int, int]]
    """Who sat at which of the tables, by seq, and is not moved by it."""


class _Through(NamedTuple):
    tables: list[Rated]
    users: set[int]
    joined: dict[int, int]
    beside: list[tuple[int, int]]


class AffectedTables:
    """Whose rating may be another one, table by table: *users* from the table *seq* on. The tables *besides* are
    reached its players. *entered*: the users whose rating is known."""

    def __init__(
        self, pool: str, seq: int, users: Collection[int], besides: Iterable[Rated] = (), *, entered: bool = False
    ) -> None:
        self.pool = pool
        self.seq = seq
        self.users = set(users)
        self._besides = dict(besides)
        self._entered = entered

    def from_on(self, seq: int, users: Collection[int]) -> AffectedTables:
        """The same from *seq* on, where these *users* too stand otherwise, and it is known how."""
        return AffectedTables(self.pool, seq, self.users | set(users), self._besides.items(), entered=True)

    def reach(self, first: int, last: int) -> Reached:
        """The tables from *first* to *last*, one stretch after the other."""
        found: dict[int, Counted] = {seq: table for seq, table in self._besides.items() if first <= seq <= last}
        asked: set[int] = set()
        through = self._through(found, first)
        while through.users - asked:
            found |= dict(positions.tables_of(self.pool, through.users - asked, first=first, last=last))
            asked |= through.users
            through = self._through(found, first)
        self.users = through.users
        reached = {seq for seq, _table in through.tables}
        return Reached(through.tables, self._earlier(found, reached, first, last), through.joined, through.beside)

    def _through(self, found: Mapping[int, Counted], first: int) -> _Through:
        """Of *found* what is reached in order, by whom, and when they came in."""
        users, tables, beside = set(self.users), list[Rated](), list[tuple[int, int]]()
        joined = dict.fromkeys(users, first) if first == self.seq and not self._entered else {}
        for seq, table in sorted(found.items()):
            if seq not in self._besides and users.isdisjoint(table.event.users):
                continue
            tables.append((seq, table))
            joined |= {user: seq for user in movable(table) if user not in users}
            users.update(movable(table))
            beside += [(seq, user) for user in table.event.users if user not in users]
        return _Through(tables, users, joined, beside)

    def _earlier(self, found: Mapping[int, Counted], reached: Collection[int], first: int, last: int) -> list[Rated]:
        """Bots of a level are one opponent, whichever account sat there: among themselves all of them count."""
        levels = {level for seq in reached if found[seq].only_bots for level in found[seq].event.bots}
        among = dict(positions.tables_with(self.pool, levels, first=first, last=last)) if levels else {}
        return sorted((seq, table) for seq, table in {**found, **among}.items() if seq not in reached)


def movable(table: Counted) -> Sequence[int]:
    """Whose rating *table* may move: never a guest's; a bot's not at a table with people, but for leaving."""
    users, all_alike = table.event.users, not any(table.event.bots) or table.only_bots or table.early
    return [users[seat] for seat in table.rated if all_alike or not table.bot(seat)]


def of_table(pool: str, seq: int, table: Counted) -> AffectedTables:
    """What the places of *table* reach. To bots of a level it is also a meeting that other accounts of theirs had."""
    levels = sorted(level for level in table.event.bots if level)
    if len(levels) < 2:
        return AffectedTables(pool, seq, movable(table))
    until = table.event.ended + AGAIN
    met = positions.tables_with(pool, levels, first=seq + 1, last=positions.last(pool), until=until)
    return AffectedTables(pool, seq, movable(table), [each for each in met if each[1].only_bots])
