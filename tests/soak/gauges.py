"""What the service says of itself while it is under load: its own metrics, and PostgreSQL's connections."""

import asyncio
from collections.abc import Iterator
from typing import Final

import psycopg
from prometheus_client.parser import text_string_to_metric_families

from tests.soak.client import Site

EVERY = 5.0
WAITS: Final = (
    "cardroom_bot_queue_age_seconds",
    "cardroom_tables_overdue_seconds",
    "cardroom_results_waiting_seconds",
    "cardroom_follower_lag_seconds",
    "cardroom_tick_age_seconds",
)
"""For how long something has waited."""
COUNTS: Final = ("cardroom_queue_messages", "cardroom_streams_open")
LONGEST = 60.0
"""Seconds that something may still have waited once nobody asks for anything any more."""
CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"


class Gauges:
    """Looked at every few seconds; while a server is away there is nothing to see."""

    def __init__(self, port: int, database: str) -> None:
        self._site, self._database = Site(port), database
        self.most: dict[str, float] = {}
        self.last: dict[str, float] = {}
        self.looks = 0

    async def watch(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        try:
            told = (await self._site.ask("GET", "/metrics")).body.decode()
            self.last = {**dict(_values(told)), "connections": await asyncio.to_thread(self._connections)}
        except (OSError, EOFError, ValueError, TimeoutError, psycopg.Error):
            return
        self.looks += 1
        for name, value in self.last.items():
            self.most[name] = max(value, self.most.get(name, 0.0))

    def _connections(self) -> float:
        with psycopg.connect(self._database) as connection:
            ((count,),) = connection.execute(CONNECTIONS).fetchall()
        return float(count)

    def faults(self) -> Iterator[str]:
        if not self.looks:
            yield "the metrics were never to be had"
        for name, value in self.last.items():
            if name.startswith(WAITS) and value > LONGEST:
                yield f"{name} is {value:.0f} s at the end"


def _values(text: str) -> Iterator[tuple[str, float]]:
    for family in text_string_to_metric_families(text):
        if family.name in (*WAITS, *COUNTS):
            for sample in family.samples:
                yield " ".join((sample.name, *sample.labels.values())), sample.value
