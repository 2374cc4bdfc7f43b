"""What is told here: by the log, commit after commit, and by rooms of what stands in no log (friends, invitations).

Each commit is taken once: what it tells and how far the log has been read stand in one transaction.
"""

from collections.abc import Callable, Container, Iterator
from typing import Any, Final, NamedTuple

import structlog
from django.db import DatabaseError

from accounts.social import Listener, SocialEvent
from engine.codec import Codec
from engine.events import Event
from tournaments.clubs.events import CODEC as CLUB_EVENTS
from tournaments.clubs.streams import CLUBS
from tournaments.director import read
from tournaments.director.commands.clubs import directors
from tournaments.director.state.codec import CODEC as TOURNAMENT_EVENTS
from tournaments.director.state.events import Announced
from tournaments.director.streams import TOURNAMENTS
from tournaments.leagues.ladders import selectors as ladders
from tournaments.leagues.ladders.events import CODEC as LADDER_EVENTS
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.leagues.nights.events import CODEC as CALENDAR_EVENTS
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.seasons.events import CODEC as SEASON_EVENTS
from tournaments.leagues.seasons.streams import SEASONS
from tournaments.learning.studies.events import CODEC as STUDY_EVENTS
from tournaments.learning.studies.streams import STUDIES
from tournaments.log import followers, sources
from tournaments.log.events import Stored
from tournaments.log.followers import Placed
from tournaments.notices import inserting, queue
from tournaments.notices.telling.calendars import of_calendar
from tournaments.notices.telling.clubs import of_club
from tournaments.notices.telling.fields import of_field
from tournaments.notices.telling.ladders import DISPUTED, disputed, of_ladder
from tournaments.notices.telling.pools import KINDS as CORRECTIONS
from tournaments.notices.telling.pools import of_pool
from tournaments.notices.telling.seasons import of_season
from tournaments.notices.telling.studies import KINDS as EDITORS
from tournaments.notices.telling.studies import of_study
from tournaments.notices.telling.tables import KINDS, contested, of_table
from tournaments.notices.telling.tournaments import announced, disputed_at, of_tournament
from tournaments.notices.told import Over, Telling, Told
from tournaments.platform.units import DAY
from tournaments.ratings.events import CODEC as POOL_EVENTS
from tournaments.ratings.events import RatingCorrected
from tournaments.tables import selectors as tables
from tournaments.tables.events import CODEC as TABLE_EVENTS
from tournaments.tables.events import ReportDisputed, ResultReported, TableAborted, TableFinished
from tournaments.tables.selectors import Summary

_log = structlog.get_logger(__name__)

NAME = "notices"


def _table(event: Event, table_id: str, actor: int | None) -> Telling:
    table = tables.summary(table_id)
    telling = of_table(event, table_id, table.game, table.match, table.seats, actor=actor)
    if table.match is None:
        return telling
    if isinstance(event, TableFinished | TableAborted):
        return telling + Telling(over=(Over(DISPUTED, table.match),))
    if isinstance(event, ReportDisputed | ResultReported):
        return telling + _dispute(event, table, table.match, actor)
    return telling


def _dispute(event: ReportDisputed | ResultReported, table: Summary, match: str, actor: int | None) -> Telling:
    """What a report, or an answer to one, at the *table* of a match means for the player who made it, and for those who
    decide: never its players."""
    found = tables.reported(table.id)
    if found is None or found.report.disputed is None:
        return Telling(over=(Over(DISPUTED, match),))
    if isinstance(event, ResultReported):  # corrected by the player whose report is disputed: it stays so
        return Telling()
    reporter = Telling((contested(table.id, table.game, table.seats[found.report.seat], by=actor),))
    return reporter + _to_decide(match, actor)


def _to_decide(match: str, actor: int | None) -> Telling:
    if ladders.ladder_of(match) is not None:
        ladder, challenge = ladders.challenge(match)
        return disputed(challenge, ladder, CLUBS.current(ladder.rules.club).state, by=actor)
    if (contest := read.contest(match)) is not None:
        tournament = TOURNAMENTS.current(contest.tournament.id).state
        return Telling((disputed_at(tournament, match, by=actor, directors=directors(tournament)),))
    return Telling()


def _pool(event: Event, pool: str, actor: int | None) -> Telling:
    seats = tables.summary(event.table).seats if isinstance(event, RatingCorrected) else ()
    return of_pool(event, pool.rpartition(":")[2], seats, actor=actor)


def _tournament(event: Event, key: str, actor: int | None) -> Telling:
    if isinstance(event, Announced) and (club := event.settings.club) is not None:
        nights = CALENDARS.current(club).state.nights.values()
        of_night = any(key in night.tournaments for night in nights)  # its own notice tells of it
        return announced(event, () if of_night else CLUBS.current(club).state.members, actor=actor)
    tournament = TOURNAMENTS.current(key).state
    directing = directors(tournament)
    told = of_tournament(event, tournament, actor=actor, directors=directing)
    return told + of_field(event, tournament, actor=actor, directors=directing)


class Reader(NamedTuple):
    """How the events of one kind of stream are read: what each tells, given the stream's id and who did it."""

    codec: Codec[Any]
    tell: Callable[[Event, str, int | None], Telling]
    kinds: Container[str] | None = None
    """The others are passed over unread."""


READERS: Final = {
    "table": Reader(TABLE_EVENTS, _table, KINDS),
    "tournament": Reader(TOURNAMENT_EVENTS, _tournament),
    "club": Reader(CLUB_EVENTS, lambda event, key, actor: of_club(event, CLUBS.current(key).state, actor=actor)),
    "calendar": Reader(
        CALENDAR_EVENTS,
        lambda event, key, actor: of_calendar(
            event, CALENDARS.current(key).state, CLUBS.current(key).state, actor=actor
        ),
    ),
    "ladder": Reader(
        LADDER_EVENTS, lambda event, key, actor: of_ladder(event, LADDERS.current(key).state, actor=actor)
    ),
    "season": Reader(SEASON_EVENTS, lambda event, key, _actor: of_season(event, SEASONS.current(key).state)),
    "pool": Reader(POOL_EVENTS, _pool, CORRECTIONS),
    "study": Reader(
        STUDY_EVENTS, lambda event, key, actor: of_study(event, STUDIES.current(key).state, actor=actor), EDITORS
    ),
}


def tellings(commit: Placed) -> Iterator[tuple[Stored, Telling]]:
    """What the events of *commit* tell. One that cannot be read must not keep the others from being told."""
    first = commit.events[0]
    prefix, _, stream_id = first.stream.partition(":")
    if (reader := READERS.get(prefix)) is None:
        return
    for stored in commit.events:
        if reader.kinds is not None and stored.kind not in reader.kinds:
            continue
        try:
            event = reader.codec.decode(stored.kind, stored.version, stored.payload)
            yield stored, reader.tell(event, stream_id, first.actor)
        except DatabaseError:
            raise
        except Exception:
            _log.exception("notice_not_made", stream=stored.stream, seq=stored.seq)


def catch_up(*, most: int = followers.MOST, patience: float = 0.0) -> int:
    """Take in the next commits; how many. If there is none, wait for one for *patience* seconds. The first time nobody
    is told of what has been."""
    followers.begin_at_the_end(NAME)
    return followers.follow(NAME, take, most=most, patience=patience)


def take(commit: Placed) -> None:
    """Write what *commit* tells. Taken again, it writes nothing."""
    _tell_webhooks(commit)
    for stored, telling in tellings(commit):
        inserting.end(telling.over, stream=stored.stream, seq=stored.seq, now=sources.now_ms())
        for told in telling.told:
            inserting.write(told, stream=stored.stream, seq=stored.seq, at=stored.recorded_at)


def _tell_webhooks(commit: Placed) -> None:
    """Of a tournament, and of its club. One that cannot be read is passed over, as above."""
    for stored in commit.events:
        try:
            queue.tell_event(stored)
        except DatabaseError:
            raise
        except Exception:
            _log.exception("webhook_not_told", stream=stored.stream, seq=stored.seq)


def happened(event: SocialEvent) -> None:
    """The same of the same two is sent once a day, however often it is taken back and done again."""
    facts, day = {**event.facts, "by": event.by}, event.at - event.at % DAY
    about = Told(kind=event.kind, users=(event.to,), subject=event.subject, facts=facts, due=day)
    if not inserting.write_timed(about, at=event.at):
        inserting.again(about, at=event.at)


def ended(kind: str, subject: str, users: tuple[int, ...] | None) -> None:
    inserting.end([Over((kind,), subject, users)], stream="", seq=0, now=sources.now_ms())


LISTENER = Listener(happened, ended)
