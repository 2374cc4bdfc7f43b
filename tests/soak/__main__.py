"""``make soak``: the whole service under mixed load while each of its processes is killed once.

    python -m tests.soak --minutes 30 [--tables 200] [--watchers 2000] [--members 20] [--pace 6] [--strangers 200]

Tables of all games for two, watchers, a club, tournaments of bots, visitors of pages; for a while strangers that mean
no good, and how long moves take without and with them. Exit code 0: no acknowledged command lost or doubled, no answer
500, no line of a stream missed, memory flat, nothing left waiting, no stream of the log broken, and every projection as
the log says.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django
from django.db import connections

from tests.soak import costs
from tests.soak.client import Site
from tests.soak.club import Member, chat_faults, found
from tests.soak.events import Events
from tests.soak.gauges import Gauges
from tests.soak.players import GAMES, Player, Slot, browse
from tests.soak.record import Record
from tests.soak.service import PARTS, Service
from tests.soak.strangers import Strangers
from tests.soak.watchers import Watcher

if TYPE_CHECKING:
    from accounts.models import User

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
    def __init__(self, service: Service, given: argparse.Namespace) -> None:
        self.service, self.seconds, self.parts = service, given.minutes * 60, given.kill
        self.record, self.stop, self.quiet = Record(), asyncio.Event(), asyncio.Event()
        self.site = Site(service.port)
        self.database = os.environ["DATABASE_URL"]
        self.gauges = Gauges(service.metrics_port, self.database)
        self.slots = self._tables(given.tables, given.pace)
        self.watchers = [Watcher(number, self.slots[number % given.tables]) for number in range(given.watchers)]
        owner, *members = make_members(1 + given.members)
        self.club = found(owner.id)
        self.members = [Member(self.site, self.record, self.club, each, pace=given.pace) for each in members]
        self.events = Events()
        self.strangers = Strangers(service.port, self.database, readers=given.strangers)
        self.memory: dict[str, dict[str, int]] = {}
        self.moments: list[costs.Moment] = []

    def _tables(self, wanted: int, pace: float) -> list[Slot]:
        players = make_players(2 * wanted)
        pairs = zip(players[::2], players[1::2], strict=True)
        games = itertools.cycle(GAMES)
        return [Slot(self.site, self.record, pair, game, pace=pace) for pair, game in zip(pairs, games, strict=False)]

    async def run(self) -> None:
        began = time.monotonic()
        watchers = (*(each.watch() for each in self.watchers), self.gauges.watch(), self.events.watch())
        watchers += (self.service.names.serve(),)
        watching = [asyncio.create_task(each) for each in watchers]
        busy = [asyncio.create_task(each) for each in self._doing()]
        for number, part in enumerate(self.parts):
            await self._until(began + self.seconds * (0.1 + 0.4 * number / len(self.parts)))
            await self._kill(part)
        await self._withstand(began)
        await self._measure(began)
        self.stop.set()
        for done in await asyncio.gather(*busy, return_exceptions=True):
            if isinstance(done, BaseException):
                self.record.failures.append(f"a client gave up: {done!r}")
        await self._catch_up()
        await asyncio.sleep(8)  # more than the slow look of the streams: the last lines arrive
        await self.gauges.look()
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)

    def _doing(self) -> Iterator[Coroutine[Any, Any, None]]:
        """What people do."""
        yield from (slot.play(self.stop) for slot in self.slots)
        yield from (member.live(self.quiet) for member in self.members)
        yield from (browse(self.site, self.record, self.slots, self.quiet) for _ in range(BROWSERS))

    async def _withstand(self, began: float) -> None:
        """How long moves take without the strangers, and with them."""
        await self._until(began + self.seconds * 0.5)
        self.record.phase = "without strangers"
        await self._until(began + self.seconds * 0.6)
        gone = asyncio.Event()
        here = asyncio.create_task(self.strangers.come(gone))
        self.record.phase = "with strangers"
        await self._until(began + self.seconds * 0.72)
        self.record.phase = ""
        gone.set()
        await here

    async def _measure(self, began: float) -> None:
        """Memory once everything is back, and at the end; between them what moves cost while people play and watch
        alone."""
        await self._until(began + self.seconds * 0.75)
        self.memory["start"] = self.service.memory()
        await self._until(began + self.seconds * 0.8)
        self.quiet.set()
        self.events.stop()
        await self._until(began + self.seconds * 0.9)
        await self._look()
        await self._until(began + self.seconds)
        await self._look()
        self.memory["end"] = self.service.memory()

    async def _look(self) -> None:
        self.moments.append(await asyncio.to_thread(costs.look, self.service, self.record, self.database))

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
        while list(self.record.faults(self.database)) and time.monotonic() < deadline:
            await asyncio.sleep(1)

    def faults(self) -> Iterator[str]:
        yield from self.record.faults(self.database)
        yield from chat_faults(self.club, self.members, self.database)
        yield from self.gauges.faults()
        for command in (("verify",), ("rebuild", "--check")):
            checked = self.service.manage(*command)
            if checked.returncode:
                yield f"manage.py {' '.join(command)}: {checked.stdout}{checked.stderr}"
        if self.seconds >= LONG:
            yield from self._growth()
            yield from self.events.faults()

    def _growth(self) -> Iterator[str]:
        for part, before in self.memory["start"].items():
            after = self.memory["end"][part]
            if after > MOST_GROWTH[0] * before and after > before + MOST_GROWTH[1]:
                yield f"{part} grew from {before} to {after} MB"


def make_players(wanted: int) -> list[Player]:
    from accounts import services

    return [with_token(services.create_guest()) for _ in range(wanted)]


def make_members(wanted: int) -> list[Player]:
    """Accounts, as guests come into no club; old enough to found one."""
    from accounts.models import User

    joined = datetime.now(UTC) - timedelta(days=40)
    return [with_token(User.objects.create_user(f"member{at}", date_joined=joined)) for at in range(wanted)]


def with_token(user: User) -> Player:
    from accounts import services

    return Player(user.pk, services.create_token(user=user, name="soak")[1])


def report(soak: Soak) -> list[str]:
    record, waited = soak.record, soak.gauges
    lines, opened = sum(map(len, record.seen.values())), sum(one.connections for one in soak.watchers)
    say(f"{record.moves} commands acknowledged at {sum(len(slot.tables) for slot in soak.slots)} tables and in a club")
    say(f"answers by status: {dict(sorted(record.statuses.items()))}; without an answer: {dict(record.broken)}")
    say(f"{lines} lines to {len(soak.watchers)} watchers over {opened} connections")
    say(f"{sum(member.lines for member in soak.members)} lines in the club's chat by {len(soak.members)} members")
    for part, before in soak.memory["start"].items():
        say(f"  {part:9} {before:5} MB after the kills, {soak.memory['end'][part]:5} MB at the end")
    say(soak.strangers.told())
    for line in record.told():
        say(f"  {line}")
    say("where people play and watch alone:")
    for line in costs.told(*soak.moments):
        say(f"  {line}")
    say(f"measured {waited.looks} times: the most, and what it was at the end")
    for name, most in sorted(waited.most.items()):
        say(f"  {name:50} {most:8.1f} {waited.last.get(name, 0.0):8.1f}")
    say(f"tournaments of bots: {soak.events.told()}")
    return list(soak.faults())


def parsed(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--watchers", type=int, default=2_000)
    parser.add_argument("--members", type=int, default=20, help="of the club")
    parser.add_argument("--pace", type=float, default=6.0, help="seconds between two moves at a table")
    parser.add_argument("--strangers", type=int, default=200, help="connections that are never read")
    parser.add_argument("--kill", nargs="*", choices=list(PARTS), default=list(PARTS), help="these parts only")
    return parser.parse_args(arguments)


def main() -> int:
    return run(parsed(), {})


def run(given: argparse.Namespace, env: Mapping[str, str]) -> int:
    """*env* is what the service is told beside its own."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    folder = Path(tempfile.mkdtemp(prefix="soak-"))
    service = Service(folder, env=env)
    try:
        faults = soaked(service, given)
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


def soaked(service: Service, given: argparse.Namespace) -> list[str]:
    say(f"starting the service in {service.home.path.parent}")
    os.environ.update(service.await_address(), DJANGO_SETTINGS_MODULE="tournaments.config.settings")
    django.setup()
    soak = Soak(service, given)
    connections.close_all()  # those of now do not survive what comes
    asyncio.run(soak.run())
    return report(soak)


if __name__ == "__main__":
    sys.exit(main())
