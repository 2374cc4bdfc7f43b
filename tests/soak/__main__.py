"""``make soak``: the whole service under mixed load while each of its processes is killed once.

    python -m tests.soak --minutes 30 [--tables 20] [--watchers 500]

Exit code 0: no acknowledged command lost or doubled, no answer 500, no line of a stream missed, memory flat, no
stream of the log broken.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import django
from django.db import connections

from tests.soak.client import Site
from tests.soak.players import Player, Slot, browse
from tests.soak.record import Record
from tests.soak.service import PARTS, Service
from tests.soak.watchers import Watcher

BROWSERS = 4
BACK_WITHIN = 90.0
CAUGHT_UP_WITHIN = 60.0
LONG = 600.0
"""Seconds from which on memory says something, and the tournament is over."""
MOST_GROWTH = (1.4, 40)
"""Both a factor and megabytes: less is noise."""


def say(line: str) -> None:
    print(f"{time.strftime('%H:%M:%S')}  {line}", flush=True)


class Soak:
    def __init__(self, service: Service, *, seconds: float, tables: int, watchers: int) -> None:
        self.service, self.seconds = service, seconds
        self.record = Record()
        self.site = Site(service.port)
        self.stop = asyncio.Event()
        players = make_players(2 * tables)
        pairs = zip(players[::2], players[1::2], strict=True)
        self.slots = [Slot(self.site, self.record, pair, pace=0.5) for pair in pairs]
        self.watchers = [Watcher(number, self.slots[number % tables]) for number in range(watchers)]
        self.memory: dict[str, dict[str, int]] = {}

    async def run(self) -> None:
        began = time.monotonic()
        watching = [asyncio.create_task(watcher.watch()) for watcher in self.watchers]
        playing = [asyncio.create_task(slot.play(self.stop)) for slot in self.slots]
        browsing = [asyncio.create_task(browse(self.site, self.record, self.slots, self.stop)) for _ in range(BROWSERS)]
        for number, part in enumerate(PARTS):
            await self._until(began + self.seconds * (0.1 + 0.5 * number / len(PARTS)))
            await self._kill(part)
        await self._until(began + self.seconds * 0.7)
        self.memory["start"] = self.service.memory()
        await self._until(began + self.seconds)
        self.memory["end"] = self.service.memory()
        self.stop.set()
        for done in await asyncio.gather(*playing, *browsing, return_exceptions=True):
            if isinstance(done, BaseException):
                self.record.failures.append(f"a client gave up: {done!r}")
        await self._catch_up()
        await asyncio.sleep(8)  # more than the slow look of the streams: the last lines arrive
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)

    async def _until(self, moment: float) -> None:
        await asyncio.sleep(max(0.0, moment - time.monotonic()))

    async def _kill(self, part: str) -> None:
        say(f"killing {part}")
        killed = time.monotonic()
        await asyncio.to_thread(self.service.kill, part)
        while not await asyncio.to_thread(self.service.lives, part) or not await self._ready():
            if time.monotonic() > killed + BACK_WITHIN:
                self.record.failures.append(f"{part} was not back within {BACK_WITHIN:.0f} s")
                return
            await asyncio.sleep(0.1)
        say(f"  {part} is back after {time.monotonic() - killed:.1f} s; {self.record.moves} commands acknowledged")

    async def _ready(self) -> bool:
        try:
            answers = [await self.site.ask("GET", path) for path in ("/readyz", "/readyz/stream")]
        except (OSError, EOFError, TimeoutError):
            return False
        return [answer.status for answer in answers] == [200, 200] and all(answers[0].json().values())

    async def _catch_up(self) -> None:
        deadline = time.monotonic() + CAUGHT_UP_WITHIN
        while list(self.record.faults(os.environ["DATABASE_URL"])) and time.monotonic() < deadline:
            await asyncio.sleep(1)

    def faults(self) -> Iterator[str]:
        yield from self.record.faults(os.environ["DATABASE_URL"])
        checked = self.service.manage("verify")
        if checked.returncode:
            yield f"manage.py verify: {checked.stdout}{checked.stderr}"
        if self.seconds >= LONG:
            for part, before in self.memory["start"].items():
                after = self.memory["end"][part]
                if after > MOST_GROWTH[0] * before and after > before + MOST_GROWTH[1]:
                    yield f"{part} grew from {before} to {after} MB"


def make_players(wanted: int) -> list[Player]:
    from accounts import services

    guests = [services.create_guest() for _ in range(wanted)]
    return [Player(guest.pk, services.create_token(user=guest, name="soak")[1]) for guest in guests]


def announce_tournament() -> str:
    from accounts.models import User
    from tournaments.config.demo import cast, headless

    organiser = User.objects.create_user("organiser")
    return headless.announce(organiser, cast.bots(8), game="gasp", rounds=3)


def report(soak: Soak, tournament: str) -> list[str]:
    from tournaments.director import selectors

    record = soak.record
    lines, connections = sum(map(len, record.seen.values())), sum(one.connections for one in soak.watchers)
    say(f"{record.moves} commands acknowledged at {sum(len(slot.tables) for slot in soak.slots)} tables")
    say(f"answers by status: {dict(sorted(record.statuses.items()))}; without an answer: {dict(record.broken)}")
    say(f"{lines} lines to {len(soak.watchers)} watchers over {connections} connections")
    for part, before in soak.memory["start"].items():
        say(f"  {part:9} {before:5} MB after the kills, {soak.memory['end'][part]:5} MB at the end")
    status = selectors.detail(tournament).status
    say(f"the bots' tournament: {status}")
    faults = list(soak.faults())
    if soak.seconds >= LONG and status != "finished":
        faults.append("the bots' tournament is not finished")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--watchers", type=int, default=500)
    given = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    folder = Path(tempfile.mkdtemp(prefix="soak-"))
    service = Service(folder)
    try:
        say(f"starting the service in {folder}")
        os.environ.update(service.await_address(), DJANGO_SETTINGS_MODULE="tournaments.config.settings")
        django.setup()
        soak = Soak(service, seconds=given.minutes * 60, tables=given.tables, watchers=given.watchers)
        tournament = announce_tournament()
        connections.close_all()  # those of now do not survive what comes
        asyncio.run(soak.run())
        faults = report(soak, tournament)
    finally:
        code = service.stop()
    faults += [f"the supervisor ended with {code}"] * (code != 0)
    for fault in faults[:40]:
        say(f"FAULT {fault}")
    say(f"{len(faults)} faults" if faults else "nothing lost, nothing doubled, nothing missed, no stream broken")
    if faults:
        say(f"the logs are in {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
