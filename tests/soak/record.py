"""What the soak's clients were told, to be held against the log at the end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import psycopg

COMMITS = "SELECT seq, actor, command FROM log_event WHERE stream = %s ORDER BY seq"


class Record:
    """Commands that were acknowledged, lines that were seen, answers by their status."""

    def __init__(self) -> None:
        self.acknowledged: dict[str, list[tuple[int, int]]] = defaultdict(list)
        """Of each table: (who, the seq that was answered)."""
        self.statuses: Counter[int] = Counter()
        self.broken: Counter[str] = Counter()
        """Requests without an answer."""
        self.seen: dict[tuple[str, int], list[int]] = defaultdict(list)
        """Of each table and watcher: the ids of the lines, in the order of their coming."""
        self.failures: list[str] = []
        """Answers that nothing excuses."""

    def note(self, path: str, status: int) -> None:
        self.statuses[status] += 1
        if status >= 500 and status != 503:
            self.failures.append(f"{path} was answered {status}")

    @property
    def moves(self) -> int:
        return sum(map(len, self.acknowledged.values()))

    def faults(self, database: str) -> Iterator[str]:
        """Everything that is not as it must be, in words."""
        yield from self.failures
        with psycopg.connect(database) as connection:
            for table in sorted({*self.acknowledged, *(table for table, _watcher in self.seen)}):
                rows = connection.execute(COMMITS, [f"table:{table}"]).fetchall()
                yield from self._commands(table, rows)
                yield from self._lines(table, ends(rows))

    def _commands(self, table: str, rows: list[tuple[int, int | None, str | None]]) -> Iterator[str]:
        """Nothing acknowledged is lost, nothing is done twice: each answer has its commit, each commit its answer."""
        actors = {seq: actor for seq, actor, _command in rows}
        told = self.acknowledged[table]
        for actor, seq in told:
            if actors.get(seq) != actor:
                yield f"{table}: the command of {actor} that was acknowledged with {seq} is lost"
        wanted = Counter(actor for actor, _seq in told)
        done = Counter(actor for _seq, actor, command in rows if command is not None and actor in wanted)
        if done != wanted:
            yield f"{table}: acknowledged {dict(wanted)}, carried out {dict(done)}"

    def _lines(self, table: str, commits: list[int]) -> Iterator[str]:
        for (watched, number), seen in self.seen.items():
            if watched == table and seen:
                wanted = [seq for seq in commits if seq >= seen[0]]
                if seen != wanted[: len(seen)] or len(wanted) - len(seen) > 0:
                    yield f"{table}: watcher {number} saw {seen} of {wanted}"


def ends(rows: list[tuple[int, int | None, str | None]]) -> list[int]:
    """The last seq of each commit: the next event, if there is one, begins another."""
    last = rows[-1][0] if rows else 0
    return [seq - 1 for seq, _actor, command in rows[1:] if command is not None] + [last]
