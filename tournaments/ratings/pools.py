"""A pool as a fold of its events: tables in, ratings and changes out. Pure."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from engine.events import Event
from tournaments.ratings.duels import NEW, Change, Duels, Player, moved
from tournaments.ratings.events import TableRated
from tournaments.ratings.facts import Counted, Rulings, rulings
from tournaments.ratings.parameters import SETS, Settling
from tournaments.ratings.recent import Recent
from tournaments.ratings.settling import Acquaintances, missing


class Pool:
    """Everybody's rating while tables are rated one after another. While it is young it holds everybody; later those
    at its tables are enough, and how many are *settled*."""

    def __init__(
        self,
        players: Mapping[int, Player] | None = None,
        *,
        settled: int | None = None,
        met: Mapping[int, Iterable[int]] | None = None,
    ) -> None:
        self.players: dict[int, Player] = dict(players or {})
        self.recent = Recent()
        self.settled = sum(each.settled > 0 for each in self.players.values()) if settled is None else settled
        self.met = Acquaintances(met or {})

    def is_young(self, settling: Settling | None) -> bool:
        return settling is None or self.settled < settling.young

    def rate(self, table: Counted, seq: int) -> list[Change]:
        """What *table*, event *seq* of the pool, does to its users; the pool stands behind it then."""
        settling = SETS[table.event.params].settling
        young, ended, players = self.is_young(settling), table.event.ended, self.players
        changes = Duels(table, players, self.recent, young=young).changes()
        before = {user: players.get(user) or NEW for user in table.event.users}
        for change in changes:
            players[change.user] = moved(before[change.user], change, ended, settling, before)
        self.recent.add(table)
        if settling:
            people = [change for change in changes if change.user not in table.bots]
            self._settle(settling, people, before, young=young, seq=seq)
        return changes

    def _settle(
        self, settling: Settling, changes: Sequence[Change], before: Mapping[int, Player], *, young: bool, seq: int
    ) -> None:
        """Settle those who are from this table on: by what the pool was when it began, all at once."""
        asked = {change.user for change in changes if change.met}
        for user in asked:
            self._introduce(settling, user, seq)
        if young:
            for change in changes:
                self.met.add(change)
            risen = [each.user for each in changes if before[each.user].tables < settling.tables <= each.tables]
            asked |= self.met.of(risen)
        new = [user for user in asked if self._is_settled_now(settling, user, young=young)]
        for user in new:
            self.players[user] = replace(self.players[user], settled=seq, steady=(), known=())
        self.settled += len(new)

    def _introduce(self, settling: Settling, user: int, seq: int) -> None:
        player = self.players[user]
        if not player.is_steady and len(player.known) >= settling.people:
            self.players[user] = replace(player, introduced=seq)

    def _is_settled_now(self, settling: Settling, user: int, *, young: bool) -> bool:
        player = self.players[user]
        if player.settled or player.tables < settling.tables:
            return False
        experienced = self.met.experienced(user, self.players, settling.tables) if young else None
        return not missing(settling, player, experienced).of(settling)


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
    for seq, event in enumerate(known, start=1):
        if isinstance(event, TableRated):
            changes[event.table] = pool.rate(ruled.counted(event), seq)
    return Folded(pool.players, changes)


def differences(before: Mapping[int, float], after: Mapping[int, float]) -> dict[int, tuple[float, float]]:
    """Whose rating has changed: what it was, and what it is."""
    return {user: (was, after[user]) for user, was in before.items() if user in after and after[user] != was}
