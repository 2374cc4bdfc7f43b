"""Clients that play: each table is played to its end and followed by another, whatever dies meanwhile."""

import asyncio
import random
import time
from itertools import count
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from tests.soak.client import Answer, Site
from tests.soak.record import Record

EXCUSES = (OSError, EOFError, TimeoutError, ValueError, IndexError)
"""What a broken connection looks like; the request is sent again."""
PAUSE = 0.5
GAMES: Final = ("duck-soup", "gasp-duel", "noodling", "hasp", "galapagos", "dracula", "german-whist")
"""Those that two can play."""
PAGES: Final = ("/", "/tables", "/tournaments", "/games", "/ladders", "/clubs")
_KEYS: Final = count()


class Player(NamedTuple):
    id: int
    token: str


class Slot:
    """One of the tables that are played side by side."""

    def __init__(self, site: Site, record: Record, players: tuple[Player, Player], game: str, *, pace: float) -> None:
        self.site, self.record, self.players, self.game, self.pace = site, record, players, game, pace
        self.tables: list[str] = []
        self.opened = asyncio.Condition()

    async def play(self, stop: asyncio.Event) -> None:
        """Every request that was begun is brought to its answer, also after *stop*."""
        while not stop.is_set():
            table = await self._open()
            to_act: list[int] = table["to_act"]
            while table["status"] == "playing" and not stop.is_set():
                # A table that has just been begun waits for its watchers: they are to see it from its first line.
                table = await self._move(table["id"], to_act[0])
                to_act = table["to_act"]
                await asyncio.sleep(self.pace * random.uniform(0.5, 1.5))

    async def _open(self) -> dict[str, Any]:
        body = {"game": self.game, "seats": ["me", None]}
        table: dict[str, Any] = await self._command(0, "/api/tables", body)
        async with self.opened:
            self.tables.append(table["id"])
            self.opened.notify_all()
        joined: dict[str, Any] = await self._command(1, f"/api/tables/{table['id']}/join", {})
        return joined

    async def _move(self, table_id: str, seat: int) -> dict[str, Any]:
        path = f"/api/tables/{table_id}"
        answer = await insist(self.site, self.record, "GET", path, None, bearer(self.players[seat]))
        move = quote(random.choice(answer.json()["legal"]), safe="")
        began = time.monotonic()
        moved: dict[str, Any] = await self._command(seat, f"{path}/move/{move}", {})
        self.record.moved(time.monotonic() - began)
        return moved

    async def _command(self, seat: int, path: str, body: Any) -> Any:
        player = self.players[seat]
        done = await command(self.site, self.record, player, path, body)
        self.record.acknowledged[f"table:{done['id']}"].append((player.id, done["seq"]))
        return done


def bearer(player: Player) -> dict[str, str]:
    return {"Authorization": f"Bearer {player.token}"}


async def command(site: Site, record: Record, player: Player, path: str, body: Any) -> Any:
    """Sent again under the same name until it is answered; then it counts as acknowledged."""
    headers = {**bearer(player), "Idempotency-Key": f"soak-{next(_KEYS)}"}
    return (await insist(site, record, "POST", path, body, headers)).json()


async def insist(site: Site, record: Record, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer:
    """The answer; ``RuntimeError`` for a refusal that nothing excuses."""
    while True:
        try:
            answer = await site.ask(method, path, body=body, **headers)
        except EXCUSES as error:
            record.broken[type(error).__name__] += 1
            await asyncio.sleep(PAUSE)
            continue
        record.note(path, answer.status)
        if answer.status < 400:
            return answer
        if answer.status not in (429, 503):
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
        await asyncio.sleep(min(2.0, float(answer.headers.get("retry-after", 1))))


async def browse(site: Site, record: Record, slots: list[Slot], stop: asyncio.Event) -> None:
    """Somebody who looks around."""
    while not stop.is_set():
        tables = [table for slot in slots for table in slot.tables]
        path = random.choice([*PAGES, *(f"/tables/{table}" for table in tables[-20:])])
        try:
            record.note(path, (await site.ask("GET", path)).status)
        except EXCUSES as error:
            record.broken[type(error).__name__] += 1
        await asyncio.sleep(random.uniform(0.1, 0.4))
