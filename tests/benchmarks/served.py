"""What pages take of the service: the time on processors of this process and of its PostgreSQL, and of the wall.

The former is what is held to a limit, as neighbours on the machine change it little; the latter is printed beside it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from django.test import Client

VISITS, MOST_MS = 20, 50


class Served(NamedTuple):
    path: str
    works: Sequence[float]
    """Seconds on processors, a visit each."""
    walls: Sequence[float]
    queries: int

    @property
    def median(self) -> float:
        return median(self.works)

    @property
    def rates(self) -> list[float]:
        return [1 / work for work in self.works]

    def note(self) -> str:
        p99 = quantiles(self.walls, n=100)[98]
        return (
            f"{self.path}: {1000 * self.median:.1f} ms of processors, {1000 * median(self.walls):.1f} ms of the wall "
            f"(p99 {1000 * p99:.1f}), {self.queries} queries"
        )


def visited(client: Client, path: str, *, visits: int = VISITS) -> Served:
    """Visits, one after another; two before them only warm up."""
    from tests.benchmarks.paging import _listening

    works, walls = [], []
    for _visit in range(visits + 2):
        with _listening() as asked:
            wall, work = time.perf_counter(), processors()
            answer = client.get(path)
            works.append(processors() - work)
            walls.append(time.perf_counter() - wall)
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status_code}")
    return Served(path, works[2:], walls[2:], len(asked))


def processors() -> float:
    """Seconds that this process and the one of PostgreSQL that serves it have spent on processors."""
    from django.db import connection

    connection.ensure_connection()
    backend = connection.connection.info.backend_pid
    return time.process_time() + int(Path(f"/proc/{backend}/schedstat").read_text().split()[0]) / 1e9
