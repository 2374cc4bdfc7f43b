"""The lines of a tournament's standings, by the tie-breaks that were chosen."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from tournaments.director.formats import record
from tournaments.director.formats.points import counting
from tournaments.director.formats.registry import FORMATS
from tournaments.director.formats.standings import Adjustments, Line, standings
from tournaments.director.formats.tiebreaks import settings as tie_breaks
from tournaments.director.formats.tiebreaks.ranking import rank
from tournaments.director.formats.tiebreaks.reading import recorded
from tournaments.director.formats.tiebreaks.settings import Points
from tournaments.director.state.events import Settings
from tournaments.director.state.facts import Entry

MATCH_POINTS = counting("winner", ("2", "1"))


def reckoned(
    settings: Settings, entries: Sequence[Entry], rounds: Sequence[record.Round], adjustments: Adjustments
) -> tuple[Line, ...]:
    """Everybody's line over *rounds*, best first; last, and without a place, those who were disqualified."""
    disqualified = {entry.number for entry in entries if entry.disqualified}
    rounds = counted(settings, entries, rounds)
    found = standings(
        [entry.number for entry in entries],
        rounds,
        bye=bye_points(settings),
        tie_breaks=FORMATS[settings.format].tie_breaks,
        withdrawn={entry.number for entry in entries if entry.withdrawn},
        adjustments=adjustments,
        counting=made_by(settings),
    )
    if settings.tie_breaks:
        found = _decided(found, entries, rounds, settings, adjustments)
    return tuple(_apart(found, disqualified)) if disqualified else found


def _apart(lines: Sequence[Line], disqualified: Collection[int]) -> Iterator[Line]:
    """*lines* with new places for those that keep one."""
    kept = [line for line in lines if line.entry not in disqualified]
    places = [line.place for line in kept]
    for line in kept:
        yield replace(line, place=1 + places.index(line.place))
    for line in lines:
        if line.entry in disqualified:
            yield replace(line, place=0)


def _decided(
    lines: Sequence[Line],
    entries: Sequence[Entry],
    rounds: Sequence[record.Round],
    settings: Settings,
    adjustments: Adjustments,
) -> tuple[Line, ...]:
    """*lines* in the order of the tie-breaks that were chosen, with their values."""
    line = {each.entry: each for each in lines}
    meets = FORMATS[settings.format].everybody_meets
    made = made_by(settings)
    points = Points(made.win, made.draw, bye=bye_points(settings))
    chosen = tie_breaks.Settings(points, rules=settings.unplayed, round_robin=meets)
    ratings = {entry.number: entry.rating for entry in entries if entry.rating is not None}
    table = replace(recorded(line, rounds, ratings=ratings, counting=made), adjustments=adjustments)
    ranked = rank(settings.tie_breaks, table, chosen, checked=True)
    return tuple(replace(line[each.entry], place=each.place, values=tuple(each.values.values())) for each in ranked)


def counted(settings: Settings, entries: Sequence[Entry], rounds: Sequence[record.Round]) -> tuple[record.Round, ...]:
    """*rounds* as they count; before tie-breaks could be chosen, as they were recorded."""
    if not settings.tie_breaks:
        return tuple(rounds)
    withdrawn = [entry.number for entry in entries if entry.withdrawn]
    numbers = [entry.number for entry in entries]
    return FORMATS[settings.format].counted(numbers, rounds, withdrawn, cycles=settings.cycles)


def bye_points(settings: Settings) -> Fraction:
    """What a bye is worth: nothing where everybody has exactly one, but in what was announced before that rule."""
    if settings.tie_breaks and FORMATS[settings.format].everybody_meets:
        return Fraction(0)
    return Fraction(settings.bye) * made_by(settings).win


def made_by(settings: Settings) -> record.Counting:
    """How points are made: a match of two teams is worth two."""
    if settings.team_size > 1 and settings.tie_breaks:
        return MATCH_POINTS
    return counting(settings.table_points, settings.place_points)
