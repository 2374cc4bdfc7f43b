"""The badges of a process's open pages, by user: a page is told the number itself."""

import asyncio
from collections.abc import Collection, Mapping
from weakref import WeakKeyDictionary

import msgspec

from tournaments.notices import badge
from tournaments.streams.listeners import Listeners


def line(unread: int) -> bytes:
    return b"data: %b\n\n" % msgspec.json.encode({"unread": unread})


class Badges(Listeners[int]):
    def channel(self) -> str:
        return badge.channel()

    def hear(self, message: str) -> None:
        """``<user> <unread>``: tell the pages of that user."""
        user, _, unread = message.partition(" ")
        if user.isdecimal() and unread.isdecimal():
            self.tell(int(user), line(int(unread)))

    def now(self, keys: Collection[int]) -> Mapping[int, bytes]:
        return {user: line(unread) for user, unread in badge.unread_of(keys).items()}


_badges: WeakKeyDictionary[asyncio.AbstractEventLoop, Badges] = WeakKeyDictionary()


def badges() -> Badges:
    """Those of this process: of its event loop, strictly."""
    loop = asyncio.get_running_loop()
    if loop not in _badges:
        _badges[loop] = Badges()
    return _badges[loop]
