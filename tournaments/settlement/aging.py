"""Which tables are long over and done with, and may leave the log for the archive; and that they do.

A table goes alone, once its result has been taken in and nothing that refers to it can still change: it stays until
its tournament or challenge has been over for as long itself, while a season that counts it is open or follows
corrections, and while a ruling about it is still to be told to the pools.
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

import structlog
from django.conf import settings
from msgspec import Struct, field

from tournaments.director import selectors as director
from tournaments.leagues.ladders import selectors as ladders
from tournaments.leagues.seasons import selectors as seasons
from tournaments.log import archiving, sources
from tournaments.platform.units import DAY
from tournaments.ratings import selectors as ratings
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services
from tournaments.tables.selectors import Summary
from tournaments.tables.streams import TABLES

_log = structlog.get_logger(__name__)

AT_ONCE = 500
"""Tables looked at together."""


class Done(Struct):
    """What a run came to: how many tables went, how long their records are, and why others stayed."""

    tables: int = 0
    size: int = 0
    kept: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    """What is not as it was written, and so stays."""


def due() -> Iterator[Summary]:
    """The tables that may go now, the oldest first."""
    until = sources.now_ms() - settings.ARCHIVE_AFTER * DAY
    last = None
    while some := tables.long_over(until, after=last, most=AT_ONCE):
        last = some[-1]
        held = _held(some, until)
        yield from (table for table in some if table.id not in held)


def bring(*, limit: int | None = None, seconds: float | None = None) -> Done:
    """Bring what is due to the archive, one table after the other; again, and it goes on where it was. The *seconds*
    count from the first of them: what is held may be much, and is passed by.

    Raises ``Away`` if it cannot be done now. What stays for a reason of its own holds up no other.
    """
    done, began = Done(), None
    try:
        archiving.begin()
        for table in due():
            began = time.monotonic() if began is None else began
            if done.tables == limit or (seconds is not None and time.monotonic() > began + seconds):
                break
            _bring(table.id, done)
    except archiving.Away as error:
        archiving.note(done.tables, str(error))
        raise
    archiving.note(done.tables, done.broken[0] if done.broken else "")
    return done


def bring_back(table_id: str) -> None:
    """Put the events of a table back into the log; raises ``Away`` or ``Broken``."""
    here = partial(table_services.mark_archived, table_id=table_id, archived=False)
    archiving.bring_back(TABLES.name(table_id), also=here)


def _bring(table_id: str, done: Done) -> None:
    stream, gone = TABLES.name(table_id), partial(table_services.mark_archived, table_id=table_id, archived=True)
    try:
        size = archiving.archive(stream, also=gone)
    except archiving.Kept as reason:
        done.kept[str(reason)] += 1
    except archiving.Broken as error:
        _log.error("not_archived", stream=stream, error=str(error))
        done.broken.append(f"{stream}: {error}")
    else:
        done.tables += size > 0
        done.size += size


def _held(found: Sequence[Summary], until: int) -> set[str]:
    """Those of *found* that something may still refer to; *until* (epoch ms): tournaments and challenges that were over
    by then refer to them no more."""
    matches = {table.match for table in found if table.match is not None}
    over = director.over_since(matches, until) | ladders.over_since(matches, until)
    held = {table.id for table in found if table.match is not None and table.match not in over}
    running = seasons.not_over([table.club for table in found if table.club is not None], sources.now_ms())
    held |= {
        table.id
        for table in found
        for season in running
        if (season.club, season.game) == (table.club, table.game) and season.starts_at <= table.opened_at
    }
    return held | ratings.still_due([table.id for table in found])
