"""Who of the people at the watched tables is there: noted for all processes, and told when it changes."""

import asyncio
import contextlib
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
