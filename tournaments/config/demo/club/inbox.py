"""What the demo's people have read of what the club told them: all but the last days."""

import time
from collections.abc import Iterable
from typing import Final

from tournaments.log import followers
from tournaments.notices import following, services
from tournaments.platform.units import DAY

NEW: Final = 2 * DAY
PATIENCE: Final = 30.0
"""Seconds; a worker may be reading too."""


def read(users: Iterable[int], *, now: int) -> None:
    """Tell them what there is to tell, and have them read what is older than two days *now* (epoch ms)."""
    deadline = time.monotonic() + PATIENCE
    while followers.news(followers.place(following.NAME), most=1) and time.monotonic() < deadline:
        if not following.catch_up():
            time.sleep(0.1)
    for user in users:
        services.mark_all_read(user_id=user, until=now - NEW)
