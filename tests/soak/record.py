"""What the soak's clients were told, to be held against the log at the end."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from statistics import quantiles
from typing import Literal, NamedTuple

import psycopg

EVENTS = "SELECT seq, actor, command, kind FROM log_event WHERE stream = %s ORDER BY seq"
ENDS = ("table.finished", "table.aborted")


class Row(NamedTuple):
    """What is asked of an event; the first of a commit alone has a command."""

    seq: int
    actor: int | None
    command: str | None
    kind: str


class Fault(NamedTuple):
    kind: Literal["failed", "lost", "doubled", "missed"]
    """An answer that nothing excuses, an acknowledged command that is gone, one done twice, lines not seen."""
    text: str


class Record:
    """Commands that were acknowledged, lines that were seen, answers by their status."""

    def __init__(self) -> None:
        self.acknowledged: dict[str, list[tuple[int, int | None]]] = defaultdict(list)
        """Of each stream: (who, the seq that was answered, if one was)."""
        self.statuses: Counter[int] = Counter()
        self.waits: dict[str, list[float]] = {}
        """For how many seconds moves waited for their answers, by what went on meanwhile."""
        self.phase = ""
        self.broken: Counter[str] = Counter()
        """Requests without an answer."""
        self.seen: dict[tuple[str, int], list[int]] = defaultdict(list)
        """Of each table and watcher: the ids of the lines, in the order of their coming."""
        self.gaps: list[float] = []
        """For how many seconds a watcher whose stream was cut had none."""
        self.failures: list[str] = []
        """Answers that nothing excuses."""

    def note(self, path: str, status: int) -> None:
        self.statuses[status] += 1
        if status >= 500 and status != 503:
            self.failures.append(f"{path} was answered {status}")

    def moved(self, seconds: float) -> None:
        self.waits.setdefault(self.phase, []).append(seconds)

    def told(self) -> Iterator[str]:
        for phase, waits in self.waits.items():
            if phase and len(waits) > 1:
                half, most = (quantiles(waits, n=100)[at - 1] for at in (50, 99))
                yield f"{phase}: {len(waits)} moves, p50 {1000 * half:.0f} ms, p99 {1000 * most:.0f} ms"

    @property
    def moves(self) -> int:
        return sum(map(len, self.acknowledged.values()))

    def faults(self, database: str) -> Iterator[str]:
        """Everything that is not as it must be, in words."""
        yield from (fault.text for fault in self.found(database))

    def found(self, database: str) -> Iterator[Fault]:
        yield from (Fault("failed", text) for text in self.failures)
        watched: dict[str, dict[int, list[int]]] = defaultdict(dict)
        for (table, watcher), seen in self.seen.items():
            watched[f"table:{table}"][watcher] = seen
        with psycopg.connect(database) as connection:
            for stream in sorted({*self.acknowledged, *watched}):
                rows = [Row(*row) for row in connection.execute(EVENTS, [stream])]
                yield from self._commands(stream, rows)
                yield from _lines(stream, ends(rows), watched[stream])

    def _commands(self, stream: str, rows: list[Row]) -> Iterator[Fault]:
        """Nothing acknowledged is lost, nothing is done twice: each answer has its commit, each commit its answer."""
        actors = {row.seq: row.actor for row in rows}
        told = self.acknowledged[stream]
        for actor, seq in told:
            if seq is not None and actors.get(seq) != actor:
                yield Fault("lost", f"{stream}: the command of {actor} that was acknowledged with {seq} is lost")
        wanted = Counter(actor for actor, _seq in told)
        done = Counter(row.actor for row in rows if row.command is not None and row.actor in wanted)
        if done != wanted:
            yield Fault("doubled", f"{stream}: acknowledged {dict(wanted)}, carried out {dict(done)}")


def _lines(stream: str, commits: list[int], watched: dict[int, list[int]]) -> Iterator[Fault]:
    for watcher, seen in watched.items():
        wanted = [seq for seq in commits if seen and seq >= seen[0]]
        if seen != wanted:
            yield Fault("missed", f"{stream}: watcher {watcher} saw {seen} of {wanted}")


def ends(rows: list[Row]) -> list[int]:
    """The last seq of each commit, to the one that ends the table: a watcher goes on to the next table then."""
    lasts: list[int] = []
    over = False
    for row in rows:
        if row.command is None and lasts:
            lasts[-1] = row.seq
        elif over:
            break
        else:
            lasts.append(row.seq)
        over = over or row.kind in ENDS
    return lasts
