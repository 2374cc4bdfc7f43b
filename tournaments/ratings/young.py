"""A pool rated again while it is young: there everybody who is settled, and each table of those whom somebody has met,
counts for others who sat elsewhere. So that stretch is rated again whole, and who comes out of it otherwise is reached.
"""

from collections.abc import Collection, Mapping

from tournaments.ratings import positions, rows
from tournaments.ratings.facts import Counted, Places
from tournaments.ratings.pools import Pool
from tournaments.ratings.rows import Made


class Young:
    """The pool *running*, which has everybody in it and stands before event *seq*. Over once it has grown up, both as
    the rows have it and as it comes out now."""

    def __init__(self, pool: str, seq: int, running: Pool) -> None:
        self.pool, self.seq, self.running = pool, seq, running
        self.otherwise: set[int] = set()
        """Who stands otherwise than the rows have it."""
        self.is_over = False
        self._reached = positions.milestones(pool)

    def rate(self, first: int, last: int, otherwise: Mapping[int, Places]) -> list[Made]:
        """The tables from *first* to *last*, the next ones, rated again; of *otherwise* some have other places."""
        tables = positions.all_tables(self.pool, first=first, last=last)
        if not tables:
            return []
        self._enter({user for _seq, table in tables for user in table.event.users})
        self.running.recent = positions.recent_before(self.pool, tables)
        made: list[Made] = []
        for seq, table in tables:
            counted = Counted(table.event, otherwise[seq], table.excluded) if seq in otherwise else table
            made.append((seq, counted, self.running.rate(counted, seq)))
        self.otherwise |= rows.differing(self.pool, made) | self._settled_otherwise(made, last)
        self.is_over = not positions.is_young(self.pool, self.running.settled) and self._had_grown(last)
        return made

    def grown(self, users: Collection[int]) -> Pool:
        """The pool behind it, with *users* alone."""
        players = self.running.players
        return Pool({user: players[user] for user in users if user in players}, settled=self.running.settled)

    def _enter(self, users: Collection[int]) -> None:
        """Bots, too, have been at no table since then."""
        new = [user for user in users if user not in self.running.players]
        self.running.players |= positions.players_before(self.pool, dict.fromkeys(new, self.seq))

    def _had_grown(self, last: int) -> bool:
        settled = sum(0 < at <= last for _introduced, at in self._reached.values())
        return not positions.is_young(self.pool, settled)

    def _settled_otherwise(self, made: list[Made], last: int) -> set[int]:
        """Who was introduced or settled at another table, and those who met them meanwhile: another kind of meeting,
        perhaps."""
        found = set()
        for user, player in self.running.players.items():
            was = tuple(at if at <= last else 0 for at in self._reached.get(user, (0, 0)))
            if (player.introduced, player.settled) != was:
                found.add(user)
        tables = [[table.event.users[seat] for seat in table.rated] for _seq, table, _changes in made]
        return found.union(*(users for users in tables if not found.isdisjoint(users)))
