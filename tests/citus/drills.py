"""What is done to the cluster while people and bots play on it."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from tests.citus.cluster import COORDINATOR
from tests.citus.figures import Moment, look
from tests.citus.installation import OnCitus
from tests.nodes.drills import Drills
from tests.nodes.node import manage
from tests.soak.__main__ import make_members

AWAY: Final = 10.0
"""Seconds that a killed server stays away."""
_LYING = """
SELECT count(*), count(DISTINCT nodeport) FROM pg_dist_shard JOIN pg_dist_placement USING (shardid)
JOIN pg_dist_node USING (groupid)"""
_REBALANCE = "SELECT citus_rebalance_start(rebalance_strategy => 'by_shard_count')"


class CitusDrills(Drills):
    installation: OnCitus

    def __init__(self, installation: OnCitus, *, tables: int, watchers: int, seconds: float) -> None:
        players = make_members(2 * tables)
        super().__init__(installation, tables=tables, watchers=watchers, seconds=seconds, players=players)
        self.moments: list[Moment] = []
        self.words: list[str] = []
        """What was said of the cluster by the way."""

    def _drills(self, _checkout: Path | None) -> dict[str, Callable[[], None]]:
        wanted: dict[str, Callable[[], None]] = {
            "a coordinator, two workers": lambda: None,
            "the first worker killed": lambda: self._kill("first"),
            "the second worker killed": lambda: self._kill("second"),
            "the coordinator killed": lambda: self._kill(COORDINATOR),
            "all of them back": self._look,
            "a third worker, shards moved": self._move,
            "and after it": lambda: None,
        }
        return {name: partial(self._do, name, step) for name, step in wanted.items()}

    def _do(self, name: str, step: Callable[[], None]) -> None:
        """Moves are measured for each."""
        self.record.phase = name
        step()

    def _kill(self, name: str) -> None:
        cluster = self.installation.cluster
        cluster.kill(name)
        until = time.monotonic() + AWAY
        if name != COORDINATOR:
            self._said(f"Servers that do not answer: 127.0.0.1:{cluster.ports[name]}")
        time.sleep(max(0.0, until - time.monotonic()))
        cluster.revive(name)

    def _look(self) -> None:
        self._said(f"The log lies on {len(self.installation.cluster.ports) - 1} servers", fails=False)
        self.moments.append(look(self.installation.cluster, self.record.moves))

    def _move(self) -> None:
        self._look()
        cluster = self.installation.cluster
        before = cluster.ask(_LYING)
        cluster.add("third")
        cluster.ask(_REBALANCE)
        cluster.ask("SELECT citus_rebalance_wait()")
        self.words.append(f"shards and the servers that have some: {before}, then {cluster.ask(_LYING)}")

    def _said(self, words: str, *, fails: bool = True) -> None:
        """``manage.py status`` says it."""
        code, said = manage(self.installation.env, self.installation.home, "status")
        found = next((line for line in said.splitlines() if words in line), "")
        self.words.append(found or f"status did not say: {words}")
        if (fails and not code) or not found:
            self.record.failures.append(f"status ({code}) did not say {words!r}: {said[-1500:]}")
