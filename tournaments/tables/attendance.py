"""Who of the people at the watched tables is there, and how many watch: noted for all, told when it changes."""

import asyncio
import contextlib
import secrets
from collections.abc import Mapping

import redis
import structlog

from tournaments.streams.loops import end_if_cancelled
from tournaments.streams.readers import ATTENDANCE
from tournaments.tables import presence
from tournaments.tables.presence import REFRESH_SECONDS
from tournaments.tables.topics import Topic

_log = structlog.get_logger(__name__)


class Attendance:
    def __init__(self, topics: Mapping[str, Topic]) -> None:
        self._topics = topics
        self._hurry = asyncio.Event()
        self._process = secrets.token_hex(4)

    def look(self) -> None:
        """Somebody has come: don't wait for the next round."""
        self._hurry.set()

    async def run(self) -> None:
        """Forever: note whom this process serves, and tell what the notes of all processes say."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(REFRESH_SECONDS):  # wait_for may lose a cancellation (Python 3.11)
                    await self._hurry.wait()
            self._hurry.clear()
            await self._round()
            await self._count()
            end_if_cancelled()

    async def _round(self) -> None:
        seated = {table_id: presence.people(topic.table) for table_id, topic in self._topics.items()}
        served = {
            table_id: self._topics[table_id].users.intersection(people.values())
            for table_id, people in seated.items()
            if people
        }
        notes: Mapping[str, Mapping[int, int] | None]
        try:
            notes = dict(zip(served, await ATTENDANCE.call(presence.note, served), strict=True)) if served else {}
        except redis.RedisError as error:
            _log.info("presence_unknown", error=str(error))
            notes = dict.fromkeys(served)
        for table_id, topic in list(self._topics.items()):
            if table_id in notes:
                topic.attended(presence.seen(topic.table, notes[table_id]))

    async def _count(self) -> None:
        """Note how many spectators this process serves, and tell how many there are."""
        played = {table_id: topic.spectators for table_id, topic in self._topics.items() if not topic.table.is_over}
        if not played:
            return
        try:
            counts = await ATTENDANCE.call(presence.note_watching, self._process, played)
        except redis.RedisError as error:
            _log.info("watching_unknown", error=str(error))
            return
        for table_id, topic in list(self._topics.items()):
            if table_id in counts:
                topic.counted(counts[table_id])
