"""The lines of a tournament's standings, by the tie-breaks that were chosen."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from tournaments.director.state.events import Settings
from tournaments.director.state.facts import Entry
from tournaments.pairing import record
from tournaments.pairing.points import counting
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.scores import Adjustments, Given
from tournaments.pairing.standings import Line, Reckoned, ranked
from tournaments.pairing.standings import reckoned as lines_of
from tournaments.pairing.tiebreaks import settings as tie_breaks
from tournaments.pairing.tiebreaks.crosstable import Crosstable, Row
from tournaments.pairing.tiebreaks.ranking import grouped
from tournaments.pairing.tiebreaks.reading import recorded_rows
from tournaments.pairing.tiebreaks.reckoning import Reckoning
from tournaments.pairing.tiebreaks.settings import Points

MATCH_POINTS = counting("winner", ("2", "1"))


class Standings(msgspec.Struct, frozen=True):
    """The lines of those who meet each other, and what they were made of: the next ones may begin from it."""

    lines: tuple[Line, ...]
    """Best first; last, and without a place, those who were disqualified."""
    made: Reckoned
    ranked: Reckoning | None = None


def reckoned(
    settings: Settings,
    entries: Sequence[Entry],
    rounds: Sequence[record.Round],
    adjustments: Adjustments,
    former: Standings | None = None,
) -> Standings:
    """The standings over *rounds*; of *former* ones whatever cannot differ is kept."""
    given = Given(
        entries=tuple(entry.number for entry in entries),
        rounds=counted(settings, entries, rounds),
        bye=bye_points(settings),
        withdrawn=frozenset(entry.number for entry in entries if entry.withdrawn),
        adjustments=adjustments,
        counting=made_by(settings),
    )
    made = lines_of(given, former.made if former else None)
    if settings.tie_breaks:
        ranking = _reckoning(settings, entries, made, former)
        lines = tuple(_decided(settings, made, ranking))
    else:
        lines, ranking = _usual(settings, made, given.entries), None
    disqualified = {entry.number for entry in entries if entry.disqualified}
    return Standings(tuple(_apart(lines, disqualified)) if disqualified else lines, made, ranking)


def _usual(settings: Settings, made: Reckoned, entries: Iterable[int]) -> tuple[Line, ...]:
    """The lines of *entries* in the order of the format's own tie-breaks."""
    return ranked([made.lines[entry] for entry in entries], FORMATS[settings.format].tie_breaks)


def _apart(lines: Sequence[Line], disqualified: Collection[int]) -> Iterator[Line]:
    """*lines* with new places for those that keep one."""
    kept = [line for line in lines if line.entry not in disqualified]
    places = [line.place for line in kept]
    for line in kept:
        yield replace(line, place=1 + places.index(line.place))
    for line in lines:
        if line.entry in disqualified:
            yield replace(line, place=0)


def _reckoning(settings: Settings, entries: Sequence[Entry], made: Reckoned, former: Standings | None) -> Reckoning:
    """The tie-breaks' values, of which those of *former* standings are known that cannot differ."""
    given = made.given
    points = Points(given.counting.win, given.counting.draw, bye=given.bye)
    meets = FORMATS[settings.format].everybody_meets
    cycles = settings.cycles if meets else 1
    chosen = tie_breaks.Settings(points, rules=settings.unplayed, round_robin=meets, cycles=cycles)
    ratings = {entry.number: entry.rating for entry in entries if entry.rating is not None}
    rows = _rows(given, former)
    return Reckoning(Crosstable(rows, ratings, given.adjustments), chosen, former.ranked if former else None)


def _rows(given: Given, former: Standings | None) -> Mapping[int, Row]:
    touched = given.touched(former.made.given) if former and former.ranked else None
    if former is None or former.ranked is None or touched is None:
        return recorded_rows(given.entries, given.rounds, given.counting)
    return {**former.ranked.crosstable.rows, **recorded_rows(touched, given.rounds, given.counting)}


def _decided(settings: Settings, made: Reckoned, reckoning: Reckoning) -> Iterator[Line]:
    """The lines in the order of the tie-breaks that were chosen, with their values; whom nothing parts stand as by
    those of the format."""
    groups, columns = grouped(settings.tie_breaks, reckoning)
    chosen, place = tuple(columns.values()), 1
    for group in groups:
        lines = [made.lines[entry] for entry in group] if len(group) == 1 else _usual(settings, made, group)
        for line in lines:
            yield replace(line, place=place, values=tuple([values[line.entry] for values in chosen]))
        place += len(group)


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
    """How points are made: a match of two teams is worth two, if nothing else was announced."""
    if settings.team_size > 1 and settings.tie_breaks and settings.table_points == "share":
        return MATCH_POINTS
    return counting(settings.table_points, settings.place_points)
