"""What is done to the nodes while people play and watch, and what it cost them."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import psycopg

from tests.nodes import previous
from tests.nodes.installation import Installation
from tests.nodes.node import ROLLING, manage
from tests.soak.__main__ import make_players, say
from tests.soak.client import Site
from tests.soak.players import Player, Slot, browse
from tests.soak.record import Record
from tests.soak.watchers import Watcher

GAME: Final = "duck-soup"
PACE: Final = 1.0
"""Seconds between two moves at a table, about."""
BROWSERS: Final = 2
CAUGHT_UP_WITHIN: Final = 60.0
TOURNAMENT_WITHIN: Final = 180.0
BOTS: Final = "SELECT count(*) FROM log_event WHERE command LIKE 'bot %'"


class Stage(NamedTuple):
    """A drill and the quiet play after it; the counts are what had been by its beginning."""

    name: str
    took: float
    moves: int
    unanswered: int
    refused: int
    gaps: int
    bots: int
    """Their moves: messages come through, and workers play."""


class Drills:
    def __init__(
        self,
        installation: Installation,
        *,
        tables: int,
        watchers: int,
        seconds: float,
        players: list[Player] | None = None,
    ) -> None:
        self.installation, self.seconds = installation, seconds
        self.record, self.site = Record(), Site(installation.port)
        players = players or make_players(2 * tables)
        pairs = zip(players[::2], players[1::2], strict=True)
        self.slots = [Slot(self.site, self.record, pair, GAME, pace=PACE) for pair in pairs]
        self.watchers = [Watcher(number, self.slots[number % tables]) for number in range(watchers)]
        self.stages: list[Stage] = []
        self.tournament = ""

    async def run(self, checkout: Path | None) -> None:
        stop = asyncio.Event()
        watching = [asyncio.create_task(watcher.watch()) for watcher in self.watchers]
        playing = [asyncio.create_task(slot.play(stop)) for slot in self.slots]
        playing += [asyncio.create_task(browse(self.site, self.record, self.slots, stop)) for _ in range(BROWSERS)]
        await self._play(self._drills(checkout))
        stop.set()
        for done in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(done, BaseException):
                self.record.failures.append(f"a client gave up: {done!r}")
        await self._until(lambda: not any(self.record.found(self._database)), CAUGHT_UP_WITHIN)
        await asyncio.sleep(8)  # more than the slow look of the streams: the last lines arrive
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        await self._until(self._tournament_is_over, TOURNAMENT_WITHIN)
        if not await asyncio.to_thread(self._tournament_is_over):
            self.record.failures.append(f"the bots' tournament is not over after {TOURNAMENT_WITHIN:.0f} s more")

    def _drills(self, checkout: Path | None) -> dict[str, Callable[[], None]]:
        north, south = self.installation.nodes
        wanted: dict[str, Callable[[], None]] = {
            "two nodes, two clocks": lambda: None,
            "a node killed": north.kill,
            "it comes back": north.revive,
            "PgBouncer restarted": lambda: self.installation.restart_server("pgbouncer"),
            "RabbitMQ restarted": lambda: self.installation.restart_server("rabbitmq"),
            "rolling restart": self._roll,
        }
        if checkout is not None:
            own = previous.environment(self.installation.env, checkout, self.installation.folder)
            wanted |= {
                "the previous version beside it": lambda: self._take(checkout, own),
                "this version on both again": lambda: south.start(self.installation.env),
            }
        return wanted

    async def _play(self, wanted: dict[str, Callable[[], None]]) -> None:
        for name, step in wanted.items():
            say(name)
            began, before = time.monotonic(), self._counts()
            await asyncio.to_thread(step)
            self.stages.append(Stage(name, time.monotonic() - began, *before))
            await asyncio.sleep(self.seconds / len(wanted))
        self.stages.append(Stage("", 0.0, *self._counts()))
        dead = [name for node in self.installation.nodes for name in node.dead()]
        self.record.failures += [f"{name} has died" for name in dead]

    def _counts(self) -> tuple[int, int, int, int, int]:
        record = self.record
        with psycopg.connect(self._database) as connection:
            ((bots,),) = connection.execute(BOTS).fetchall()
        return record.moves, record.broken.total(), record.statuses[503], len(record.gaps), bots

    def _roll(self) -> None:
        for node in self.installation.nodes:
            for name in ROLLING:
                node.restart(name)

    def _take(self, checkout: Path, env: dict[str, str]) -> None:
        """The second node runs another version."""
        _north, south = self.installation.nodes
        code, said = manage(env, self.installation.home, "collectstatic", "--no-input", checkout=checkout)
        if code:
            raise RuntimeError(said[-2000:])
        south.start(env, checkout)

    async def _until(self, holds: Callable[[], bool], patience: float) -> None:
        deadline = time.monotonic() + patience
        while not await asyncio.to_thread(holds) and time.monotonic() < deadline:
            await asyncio.sleep(1)

    @property
    def _database(self) -> str:
        return self.installation.env["DATABASE_DIRECT_URL"]

    def _tournament_is_over(self) -> bool:
        from django.db import connection

        from tournaments.director import selectors

        try:
            return selectors.detail(self.tournament).status == "finished"
        finally:
            connection.close()
