"""What happened on ladders, in seasons and calendars, in words, as of any event. Callers ask the gate first."""

from typing import TypedDict, Unpack

from tournaments.leagues.ladders import telling as ladder_words
from tournaments.leagues.ladders.events import CODEC as LADDER_EVENTS
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.leagues.nights import telling as night_words
from tournaments.leagues.nights.events import CODEC as CALENDAR_EVENTS
from tournaments.leagues.nights.events import Marked
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.seasons import telling as season_words
from tournaments.leagues.seasons.events import CODEC as SEASON_EVENTS
from tournaments.leagues.seasons.streams import SEASONS
from tournaments.log import selectors as log
from tournaments.log.history import happened, part
from tournaments.log.lines import History, Line, Words

__all__ = ["Asked", "History", "Line", "of_calendar", "of_ladder", "of_season", "recorded_at"]


class Asked(TypedDict, total=False):
    """Which lines: up to event ``as_of``, at most ``limit`` from the one after ``offset`` on, the newest first."""

    as_of: int | None
    limit: int
    offset: int


def of_ladder(ladder_id: str, **asked: Unpack[Asked]) -> History:
    found = happened(LADDERS.name(ladder_id), LADDER_EVENTS)
    said = ladder_words.Sentences(each.event for each in found)
    words = Words(said.told, said.people, written=ladder_words.written)
    return part(found, words, seq=len(found), **asked)


def of_season(season_id: str, **asked: Unpack[Asked]) -> History:
    found = happened(SEASONS.name(season_id), SEASON_EVENTS)
    said = season_words.Sentences(each.event for each in found)
    return part(found, Words(said.told, said.people), seq=len(found), **asked)


def of_calendar(club_id: str, *, marks: bool, **asked: Unpack[Asked]) -> History:
    """Who was marked as present or absent is told only with *marks*: to those who mark."""
    found = happened(CALENDARS.name(club_id), CALENDAR_EVENTS)
    said = night_words.Sentences(each.event for each in found)
    shown = [each for each in found if marks or not isinstance(each.event, Marked)]
    return part(shown, Words(said.told, said.people), seq=len(found), **asked)


def recorded_at(stream: str, seq: int) -> int:
    """When event *seq* of *stream* happened (epoch ms)."""
    (stored,) = log.load(stream, after=seq - 1, until=seq)
    return stored.recorded_at
