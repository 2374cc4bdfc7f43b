"""The personal streams of one process: one reader of the log for all of them, woken by what others announce.

Each look takes in what all who follow have not been told, up to a place in the log and in the notices. Who comes is
admitted between two looks, and misses nothing: what was before is worked out for them, what comes is told to all.
"""

import asyncio
import contextlib
from collections.abc import Collection, Sequence
from functools import partial
from weakref import WeakKeyDictionary

from redis.asyncio.client import PubSub

from accounts.credentials import Identity
from tournaments.log.attempts import attempt
from tournaments.notices import badge
from tournaments.notices.personal import reading
from tournaments.notices.personal.lines import Cursor, Line
from tournaments.streams.audiences import Audience, Step
from tournaments.streams.forms import Form
from tournaments.streams.readers import ADMISSION, ATTENDANCE, FOLLOWING
from tournaments.streams.watchers import Watcher
from tournaments.tables import concerns, presence, push, services
from tournaments.tables.state import TableState

PAUSE = 1.0
"""Seconds until the next look when nothing was announced."""
GAP = 0.05
"""Seconds between two looks at least."""
KEPT = 2_000
"""Tables that are kept as they stood at the last look."""


class Follower(Watcher):
    """A personal stream. Unless it *sits*, its user is not at their tables by it. Whose token is not for tables is told
    nothing of them: a hand is in these lines."""

    def __init__(self, user: int, identity: Identity, form: Form, language: str, *, sits: bool) -> None:
        super().__init__(identity, form=form)
        self.reader = (user, language)
        self.sits = sits

    def written(self, lines: Sequence[Line]) -> list[bytes]:
        return [self.form.line(line.data, line.cursor) for line in lines if self.identity.sees or not line.table]


class Followers(Audience[int, Follower]):
    """Those of one process, by their user."""

    def __init__(self) -> None:
        super().__init__()
        self._reached: Cursor | None = None
        self._coming: list[tuple[Follower, asyncio.Future[Cursor]]] = []
        self._tables: dict[str, TableState] = {}
        self._woken, self._moved = asyncio.Event(), asyncio.Event()

    async def watch(self, follower: Follower, since: Cursor | None) -> Follower:
        """*follower*, once it has been told what it missed after *since*, or how things stand."""
        self._start()
        admitted: asyncio.Future[Cursor] = asyncio.get_running_loop().create_future()
        self._coming.append((follower, admitted))
        self._woken.set()
        try:
            until = await admitted
            follower.begin(follower.written(await ADMISSION.call(reading.backlog, follower.reader, since, until)))
        except BaseException:
            follower.close()
            raise
        return follower

    async def subscribe(self, pubsub: PubSub) -> None:
        await pubsub.psubscribe(push.channel("*"))
        await pubsub.subscribe(badge.channel())

    def hear(self, message: str) -> None:
        """Something was appended, or told to somebody: what, and to whom, the next look finds."""
        self._woken.set()

    def steps(self) -> Sequence[Step]:
        return (*super().steps(), self._look, self._attend)

    # -- telling

    async def _look(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PAUSE):  # wait_for may lose a cancellation (Python 3.11)
                await self._woken.wait()
        self._woken.clear()
        if self._watchers or self._coming:
            await self._tell()
            self._admit()
        await asyncio.sleep(GAP)

    async def _tell(self) -> None:
        """What is new, to those who were here before."""
        until = await FOLLOWING.call(reading.reached, self._reached)
        readers = {each.reader for each in self.everybody}
        if self._reached is not None and readers and until != self._reached:
            told, tables = await FOLLOWING.call(reading.news, readers, dict(self._tables), self._reached, until)
            for follower in self.everybody:
                if lines := told[follower.reader]:
                    follower.send(follower.written(lines))
            self._keep(tables)
        self._reached = until

    def _keep(self, tables: Sequence[TableState]) -> None:
        for table in tables:
            self._tables.pop(table.id, None)
            if not table.is_over:
                self._tables[table.id] = table
            if table.gathering:
                self._moved.set()
        for key in list(self._tables)[:-KEPT]:
            del self._tables[key]

    def _admit(self) -> None:
        """Those who came: from here on they are told what is new."""
        coming, self._coming = self._coming, []
        for follower, admitted in coming:
            if not admitted.done() and self._reached is not None:
                self.join(follower.reader[0], follower)
                admitted.set_result(self._reached)
                self._moved.set()

    # -- being there

    async def _attend(self) -> None:
        """Those who follow are at their tables: note it, and have those of matches begin."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(presence.REFRESH_SECONDS):
                await self._moved.wait()
        self._moved.clear()
        if users := {each.reader[0] for each in self.everybody if each.sits}:
            served, awaited = await ADMISSION.call(concerns.underway, users)
            people = {each.reader[0] for each in self.everybody if each.sits and not each.identity.token}
            await ADMISSION.call(_arrive, awaited, people)
            await ATTENDANCE.call(presence.note, served)
            await ATTENDANCE.call(presence.note_programs, users - people)


def _arrive(awaited: Sequence[tuple[str, int]], people: Collection[int]) -> None:
    """Have the users come to the tables that wait for them; those who are not *people* come by programs."""
    for table, user in awaited:
        arrives = partial(services.arrive, table_id=table, user_id=user, program=user not in people)
        attempt(f"table {table}", arrives)


_followers: WeakKeyDictionary[asyncio.AbstractEventLoop, Followers] = WeakKeyDictionary()


def followers() -> Followers:
    """Those of this process: of its event loop, strictly."""
    loop = asyncio.get_running_loop()
    if loop not in _followers:
        _followers[loop] = Followers()
    return _followers[loop]
