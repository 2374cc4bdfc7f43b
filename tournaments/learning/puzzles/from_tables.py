"""Puzzles out of what people play: finished public tables, looked at a few an hour."""

from typing import Final

import msgspec
from django.utils.crypto import salted_hmac

from engine.notation import LEAVES, read
from engine.registry import GAMES
from tournaments.learning.puzzles import rating
from tournaments.learning.puzzles.mining import Kept, first_in
from tournaments.learning.puzzles.models import Mined
from tournaments.log import sources
from tournaments.log.errors import RoomError
from tournaments.platform.units import DAY, HOUR, MINUTE
from tournaments.tables import clubs, frames, lines
from tournaments.tables.models import Table

LOOKED_AT: Final = 5
"""Tables an hour."""
MOST_A_DAY: Final = 5
"""Puzzles."""


def mine() -> int:
    """How many were found among the tables that ended within the last hour. What was found before is not looked at."""
    now, found = sources.now_ms(), 0
    rows = Mined.objects.exclude(table="")
    left = MOST_A_DAY - rows.filter(at__gt=now - DAY).count()
    for table in _ended(now - HOUR - MINUTE):
        if found < left and not rows.filter(table=table.id).exists():
            found += _keep(table, now)
    return found


def _ended(since: int) -> list[Table]:
    """Public ones with cards of their own: of no match, since a tournament may play the same cards elsewhere, and not
    played on. Of games whose endings are solved: a search over beliefs may take a worker a minute."""
    rows = clubs.known_to(None).filter(status="finished", in_room=False, match__isnull=True, came_from__isnull=True)
    solved = [key for key, game in GAMES.items() if game.ending.gains]
    return list(rows.filter(game__in=solved, finished_at__gt=since).order_by("finished_at")[:LOOKED_AT])


def _keep(table: Table, now: int) -> bool:
    kept = _first_of(table.id)
    if kept is None:
        return False
    shape = {"game": table.game, "table": table.id, "rating": rating.first_of(kept.puzzle), "at": now}
    _row, made = Mined.objects.get_or_create(pk=_id(table.id), defaults={"kept": msgspec.to_builtins(kept), **shape})
    return made


def _first_of(table: str) -> Kept | None:
    """The first puzzle of the table, without the names of its players; none in one that cannot be read."""
    try:
        moments = frames.commits(table)
    except RoomError:
        return None
    seats = len(moments[-1][1].chairs)
    written = read(lines.written(moments, [""] * seats, {}))
    ends = next((n for n, turn in enumerate(written.turns) if turn.text in LEAVES), len(written.turns))
    return first_in(written._replace(turns=written.turns[:ends]))


def _id(table: str) -> str:
    """Nobody finds the table by it, and there the names and the move that was made, before the puzzle is solved."""
    return f"t-{salted_hmac('tournaments.learning.puzzles', table, algorithm='sha256').hexdigest()[:16]}"
