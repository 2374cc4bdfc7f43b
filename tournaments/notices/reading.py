"""From a commit to what it tells: the event with what is needed of its stream's state."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

import structlog
from django.db import DatabaseError

from tournaments.clubs.events import CODEC as CLUB_EVENTS
from tournaments.clubs.streams import CLUBS
from tournaments.director.state.codec import CODEC as TOURNAMENT_EVENTS
from tournaments.director.streams import TOURNAMENTS
from tournaments.leagues.ladders.events import CODEC as LADDER_EVENTS
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.leagues.nights.events import CODEC as CALENDAR_EVENTS
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.seasons.events import CODEC as SEASON_EVENTS
from tournaments.leagues.seasons.streams import SEASONS
from tournaments.log.events import Stored
from tournaments.log.followers import Placed
from tournaments.notices.telling.calendars import of_calendar
from tournaments.notices.telling.clubs import of_club
from tournaments.notices.telling.ladders import of_ladder
from tournaments.notices.telling.pools import KINDS as CORRECTIONS
from tournaments.notices.telling.pools import of_pool
from tournaments.notices.telling.seasons import of_season
from tournaments.notices.telling.tables import KINDS, of_table
from tournaments.notices.telling.tournaments import of_tournament
from tournaments.notices.told import Telling
from tournaments.ratings.events import CODEC as POOL_EVENTS
from tournaments.ratings.events import RatingCorrected
from tournaments.tables import selectors as tables
from tournaments.tables.events import CODEC as TABLE_EVENTS

_log = structlog.get_logger(__name__)

Reader: TypeAlias = Callable[[Stored, str, int | None], Telling]


class Heard(NamedTuple):
    """An event, and what follows from it."""

    stored: Stored
    telling: Telling


def heard(commit: Placed) -> Iterator[Heard]:
    """What the events of *commit* tell. One that cannot be read must not keep the others from being told."""
    first = commit.events[0]
    prefix, _, stream_id = first.stream.partition(":")
    reader = READERS.get(prefix)
    if reader is None:
        return
    for stored in commit.events:
        try:
            yield Heard(stored, reader(stored, stream_id, first.actor))
        except DatabaseError:
            raise
        except Exception:
            _log.exception("notice_not_made", stream=stored.stream, seq=stored.seq)


def _table(stored: Stored, table_id: str, actor: int | None) -> Telling:
    if stored.kind not in KINDS:
        return Telling()
    event = TABLE_EVENTS.decode(stored.kind, stored.version, stored.payload)
    table = tables.summary(table_id)
    return of_table(event, table_id, table.game, table.match, table.seats, actor=actor)


def _tournament(stored: Stored, tournament_id: str, actor: int | None) -> Telling:
    event = TOURNAMENT_EVENTS.decode(stored.kind, stored.version, stored.payload)
    return of_tournament(event, TOURNAMENTS.current(tournament_id).state, actor=actor)


def _club(stored: Stored, club_id: str, actor: int | None) -> Telling:
    event = CLUB_EVENTS.decode(stored.kind, stored.version, stored.payload)
    return of_club(event, CLUBS.current(club_id).state, actor=actor)


def _calendar(stored: Stored, club_id: str, actor: int | None) -> Telling:
    event = CALENDAR_EVENTS.decode(stored.kind, stored.version, stored.payload)
    return of_calendar(event, CALENDARS.current(club_id).state, CLUBS.current(club_id).state, actor=actor)


def _ladder(stored: Stored, ladder_id: str, actor: int | None) -> Telling:
    event = LADDER_EVENTS.decode(stored.kind, stored.version, stored.payload)
    return of_ladder(event, LADDERS.current(ladder_id).state, actor=actor)


def _season(stored: Stored, season_id: str, actor: int | None) -> Telling:
    event = SEASON_EVENTS.decode(stored.kind, stored.version, stored.payload)
    return of_season(event, SEASONS.current(season_id).state)


def _pool(stored: Stored, pool: str, actor: int | None) -> Telling:
    if stored.kind not in CORRECTIONS:
        return Telling()
    event = POOL_EVENTS.decode(stored.kind, stored.version, stored.payload)
    seats = tables.summary(event.table).seats if isinstance(event, RatingCorrected) else ()
    return of_pool(event, pool.rpartition(":")[2], seats, actor=actor)


READERS: Final[dict[str, Reader]] = {
    "table": _table,
    "tournament": _tournament,
    "club": _club,
    "calendar": _calendar,
    "ladder": _ladder,
    "season": _season,
    "pool": _pool,
}
