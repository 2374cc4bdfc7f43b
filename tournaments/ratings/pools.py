"""A pool as a fold of its events: tables in, ratings and changes out. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from engine.events import Event
from tournaments.ratings.duels import Change, Duels, Player, moved
from tournaments.ratings.events import TableRated
from tournaments.ratings.facts import Counted, Rulings, rulings
from tournaments.ratings.recent import Recent


class Pool:
    """Everybody's rating while tables are rated one after another."""

    def __init__(self, players: Mapping[int, Player] | None = None) -> None:
        self.players: dict[int, Player] = dict(players or {})
        self.recent = Recent()

    def rate(self, table: Counted) -> list[Change]:
        """What *table* does to its users; the pool stands behind it then."""
        changes = Duels(table, self.players, self.recent).changes()
        ended = table.event.ended
        for change in changes:
            self.players[change.user] = moved(self.players.get(change.user) or Player(), change, ended)
        self.recent.add(table)
        return changes


class Folded(msgspec.Struct, frozen=True):
    """A pool after its events: everybody in it, and what each table did, both as known with all rulings."""

    players: Mapping[int, Player]
    changes: Mapping[str, Sequence[Change]]

    @property
    def ratings(self) -> dict[int, float]:
        return {user: player.rating for user, player in self.players.items()}


def fold(events: Iterable[Event], *, start: Mapping[int, Player] | None = None, ruled: Rulings | None = None) -> Folded:
    """The pool after *events*, with every ruling that is among them, or with those of *ruled* instead.

    *start* is where users stand before the first table; others begin at 1500.
    """
    known = list(events)
    ruled = rulings(known) if ruled is None else ruled
    pool, changes = Pool(start), {}
    for event in known:
        if isinstance(event, TableRated):
            changes[event.table] = pool.rate(ruled.counted(event))
    return Folded(pool.players, changes)


def differences(before: Mapping[int, float], after: Mapping[int, float]) -> dict[int, tuple[float, float]]:
    """Whose rating has changed: what it was, and what it is."""
    return {user: (was, after[user]) for user, was in before.items() if user in after and after[user] != was}
