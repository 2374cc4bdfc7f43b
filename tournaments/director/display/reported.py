"""What is reported of a match that is played with real cards: as it was told, and as it would count."""

from collections.abc import Iterator, Sequence
from itertools import repeat

from tournaments.director.display.shapes import MatchInfo
from tournaments.director.policy import matches
from tournaments.director.state.events import ResultRecorded
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.record import Marks
from tournaments.tables import selectors as tables
from tournaments.tables.selectors import Summary
from tournaments.tables.state import Report


def names(match: MatchInfo, table: Summary) -> tuple[str, ...]:
    """Who sits at the table, by seat."""
    known = {user: entry.name for entry in match.entries for user in entry.users}
    return tuple(known.get(user or 0, "") for user in table.seats)


def made_by(names: Sequence[str], report: Report) -> Iterator[tuple[str, int, int | None]]:
    """By seat the name, the place, and the game's points if any are told."""
    return zip(names, report.places, report.points if any(report.points) else repeat(None), strict=False)


def made(tournament: Tournament, match: str, table: str | None) -> Marks | None:
    """What its entries would make of *match* if it counted as reported; ``None`` if nobody has reported anything."""
    found = tables.reported(table) if table else None
    if found is None or table is None:
        return None
    told = found.report
    events = matches.record(tournament, match=match, table=table, places=told.places, points=told.points)
    return next((event.marks for event in events if isinstance(event, ResultRecorded)), None)
