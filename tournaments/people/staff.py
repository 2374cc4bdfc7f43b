"""What the service's staff do stands in the log like what everybody does: here it is found and noted as theirs.

It is found a while after it was done, so what counts is whether they were of the staff then.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final

from accounts import staff
from accounts.staff import Service
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
    known = staff.services()
    return followers.follow_actors(NAME, list(known), partial(_note, known), besides=PLAYED, most=MOST)


def _note(known: Mapping[int, Service], events: Sequence[Stored]) -> None:
    done = ((datetime.fromtimestamp(one.recorded_at / 1000, UTC), one) for one in events)
    staff.note_events(
        (at, one.actor, one.kind, one.stream, one.seq)
        for at, one in done
        if one.actor is not None and known[one.actor].was_on(at)
    )
