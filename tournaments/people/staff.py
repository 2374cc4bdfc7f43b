"""What the service's staff do stands in the log like what everybody does: here it is found and noted as theirs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from accounts import staff
from tournaments.log import followers
from tournaments.log.events import Stored

NAME: Final = "staff"
PLAYED: Final = "table:"
"""At tables they play like anybody."""
MOST: Final = 10_000
"""Commits looked through at once."""


def catch_up() -> bool:
    """Note what staff did in the next commits; whether there were any. What was before the first time stays unnoted."""
    followers.begin_at_the_end(NAME)
    members = [user.pk for user in staff.members()]
    return followers.follow_actors(NAME, members, _note, besides=PLAYED, most=MOST)


def _note(events: Sequence[Stored]) -> None:
    staff.note_events(
        (datetime.fromtimestamp(one.recorded_at / 1000, UTC), one.actor, one.kind, one.stream, one.seq)
        for one in events
        if one.actor is not None
    )
