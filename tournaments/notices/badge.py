"""How many notices wait for somebody, on every page: counted by one index, told to open pages as it changes."""

from collections.abc import Collection

from django.conf import settings
from django.db.models import Count

from tournaments.notices.models import Notice
from tournaments.platform import valkey

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
