"""Clients that watch: they follow a slot from table to table, come back with the last id, and note every line."""

import asyncio
import json
import random
import time

from tests.soak.players import EXCUSES, Slot


class Watcher:
    def __init__(self, number: int, slot: Slot) -> None:
        self.number, self.slot = number, slot
        self.connections = 0
        self._over = False
        self._cut: float | None = None

    async def watch(self) -> None:
        for at in range(10**9):
            async with self.slot.opened:
                await self.slot.opened.wait_for(lambda at=at: len(self.slot.tables) > at)  # type: ignore[misc]
            await self._follow(self.slot.tables[at])

    async def _follow(self, table: str) -> None:
        seen = self.slot.record.seen[table, self.number]
        self._over = False
        while not self._over:
            headers = {"Last-Event-ID": str(seen[-1])} if seen else {}
            self.connections += 1
            try:
                await self._read(table, seen, headers)
            except EXCUSES as error:
                self.slot.record.broken[f"stream: {type(error).__name__}"] += 1
            if not self._over:
                self._cut = self._cut or time.monotonic()
                await asyncio.sleep(random.uniform(0.2, 1.0))

    async def _read(self, table: str, seen: list[int], headers: dict[str, str]) -> None:
        """An event with an id is a line of the log; others tell of what is not stored."""
        number = 0
        async for line in self.slot.site.lines(f"/api/tables/{table}/stream", **headers):
            if self._cut:
                self.slot.record.gaps.append(time.monotonic() - self._cut)
                self._cut = None
            field, _colon, value = line.partition(b": ")
            if field == b"id":
                number = int(value)
            elif field == b"data" and number:
                seen.append(number)
                self._over = json.loads(value)["status"] in ("finished", "aborted")
                number = 0
            if self._over:
                return
