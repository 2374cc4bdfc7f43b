"""How many notices wait for somebody: counted by one index, told to the open pages as it changes.

A page is told the number itself; a process hears one channel for all its pages.
"""

import asyncio
from collections.abc import Collection, Mapping
from weakref import WeakKeyDictionary

import msgspec
from django.conf import settings
from django.db.models import Count

from tournaments.notices.models import Notice
from tournaments.platform import valkey
from tournaments.streams.listeners import Listeners

MOST = 99
"""More are not told apart."""


def channel() -> str:
    """All badges come by one channel; a listener takes out those of its thousands of readers."""
    return f"{settings.REDIS_PREFIX}badges"


def unread(user: int) -> int:
    """At most one more than :data:`MOST`."""
    rows = Notice.objects.filter(user=user, shown=True, head=None, read_at=None, over_at=None)
    return len(rows.values_list("pk", flat=True)[: MOST + 1])


def unread_of(users: Collection[int]) -> dict[int, int]:
    """The same of many, in one query."""
    rows = Notice.objects.filter(user__in=users, shown=True, head=None, read_at=None, over_at=None)
    found = dict(rows.values("user_id").annotate(count=Count("pk")).values_list("user_id", "count"))
    return {user: min(found.get(user, 0), MOST + 1) for user in users}


def tell(users: Collection[int]) -> None:
    """Say to the open pages of *users* how many wait now: after the commit, and only a hint."""
    for user, count in unread_of(users).items():
        valkey.publish(channel(), f"{user} {count}")


def line(unread: int) -> bytes:
    return b"data: %b\n\n" % msgspec.json.encode({"unread": unread})


class Badges(Listeners[int]):
    def channel(self) -> str:
        return channel()

    def hear(self, message: str) -> None:
        """``<user> <unread>``: tell the pages of that user."""
        user, _, unread = message.partition(" ")
        if user.isdecimal() and unread.isdecimal():
            self.tell(int(user), line(int(unread)))

    def now(self, keys: Collection[int]) -> Mapping[int, bytes]:
        return {user: line(unread) for user, unread in unread_of(keys).items()}


_badges: WeakKeyDictionary[asyncio.AbstractEventLoop, Badges] = WeakKeyDictionary()


def badges() -> Badges:
    """Those of this process: of its event loop, strictly."""
    loop = asyncio.get_running_loop()
    if loop not in _badges:
        _badges[loop] = Badges()
    return _badges[loop]
