"""The chat of clubs, live: readers who have it open are sent the number of each new line, and none of its words."""

import asyncio
from collections.abc import Collection, Mapping
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db.models import Max

from tournaments.clubs import selectors as clubs
from tournaments.people import places
from tournaments.people.models import Line
from tournaments.platform import valkey
from tournaments.streams.batches import Batches
from tournaments.streams.listeners import Listeners
from tournaments.tables.live import chat_line


def channel() -> str:
    """All clubs' chat comes by one channel; a listener takes out what is for its readers."""
    return f"{settings.REDIS_PREFIX}talks"


def announce(club: str, line: int) -> None:
    """Say to those who have a club's chat open that something was written; a hint, after the commit."""
    valkey.publish(channel(), f"{club} {line}")


class Talks(Listeners[str]):
    """Keyed by club."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[str, int] = {}
        """The highest number of a line that was told in each club."""
        self._rota = Batches()

    def channel(self) -> str:
        return channel()

    def hear(self, message: str) -> None:
        """``<club> <line>``."""
        club, _, line = message.partition(" ")
        if line.isdecimal():
            self._told[club] = max(int(line), self._told.get(club, 0))
            self.tell(club, chat_line(int(line)))

    def tell(self, key: str, line: bytes) -> None:
        self._rota.tell(key, self._watchers.get(key, ()), line)

    def now(self, keys: Collection[str]) -> Mapping[str, bytes]:
        """The last line of each: a page that has it already asks for nothing."""
        last = _last_lines(keys)
        for club, line in last.items():
            self._told.setdefault(club, line)
        return {club: chat_line(line) for club, line in last.items()}

    def missed(self, keys: Collection[str]) -> Mapping[str, bytes]:
        """Rather told twice than not at all: a line may be written before this process listens."""
        before, self._told = self._told, _last_lines(keys)
        return {club: chat_line(last) for club, last in self._told.items() if last > before.get(club, 0)}

    def barred(self, listening: Collection[tuple[str, int | None]]) -> set[tuple[str, int | None]]:
        """Who has left, was removed or banned."""
        return clubs.outside(listening)


def _last_lines(keys: Collection[str]) -> dict[str, int]:
    rows = Line.objects.filter(place__in=[places.in_club(club) for club in keys]).values("place")
    last = dict(rows.annotate(last=Max("pk")).values_list("place", "last"))
    return {club: last.get(places.in_club(club), 0) for club in keys}


_talks: WeakKeyDictionary[asyncio.AbstractEventLoop, Talks] = WeakKeyDictionary()


def talks() -> Talks:
    """Those of this process: of its event loop, strictly."""
    loop = asyncio.get_running_loop()
    if loop not in _talks:
        _talks[loop] = Talks()
    return _talks[loop]
