"""A club: its members come in, say over and over whether they come to a night, write to each other, read its pages."""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import psycopg

from tests.soak.client import Site
from tests.soak.players import EXCUSES, Player, command
from tests.soak.record import Record

ANSWERS = ("yes", "no")
LINES = "SELECT author_id, count(*) FROM people_line WHERE place = %s GROUP BY author_id"


class Club(NamedTuple):
    id: str
    slug: str
    night: str


def found(owner: int) -> Club:
    """An open club with a night tomorrow."""
    from tests.clubs.making import facts
    from tournaments.clubs import services
    from tournaments.leagues.nights.services import announce_by_hand

    club_id = services.found(by=owner, facts=facts(slug="soak", name="Soak", zone="UTC", join="open"))
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).date()
    return Club(club_id, "soak", announce_by_hand(club_id=club_id, by=owner, title="Soak", day=tomorrow, at="19:00"))


class Member:
    """Every command is brought to its answer, also after *stop*."""

    def __init__(self, site: Site, record: Record, club: Club, player: Player, *, pace: float) -> None:
        self.site, self.record, self.club, self.player, self.pace = site, record, club, player, pace
        self.lines = self.answers = 0

    async def live(self, stop: asyncio.Event) -> None:
        await self._do("join", {})
        self.record.acknowledged[f"club:{self.club.id}"].append((self.player.id, None))
        while not stop.is_set():
            await random.choice((self._write, self._answer, self._look))()
            await asyncio.sleep(self.pace * random.uniform(0.5, 1.5))

    async def _write(self) -> None:
        await self._do("chat", {"text": f"Line {self.lines}"})
        self.lines += 1

    async def _answer(self) -> None:
        """Never the same twice running: each answer is an event."""
        await self._do(f"nights/{self.club.night}/attend", {"answer": ANSWERS[self.answers % 2]})
        self.answers += 1
        self.record.acknowledged[f"calendar:{self.club.id}"].append((self.player.id, None))

    async def _look(self) -> None:
        path = f"/clubs/{self.club.slug}{random.choice(('', '/members', '/calendar', '/ladders', '/seasons'))}"
        try:
            self.record.note(path, (await self.site.ask("GET", path)).status)
        except EXCUSES as error:
            self.record.broken[type(error).__name__] += 1

    async def _do(self, what: str, body: dict[str, str]) -> None:
        await command(self.site, self.record, self.player, f"/api/clubs/{self.club.id}/{what}", body)


def chat_faults(club: Club, members: list[Member], database: str) -> Iterator[str]:
    """Each acknowledged line is there once; what was done in the log is the record's to say."""
    wanted = Counter({member.player.id: member.lines for member in members if member.lines})
    with psycopg.connect(database) as connection:
        written: Counter[int] = Counter(dict(connection.execute(LINES, [f"club:{club.id}"]).fetchall()))
    if written != wanted:
        yield f"lines of the club's chat: acknowledged {dict(wanted)}, there {dict(written)}"
