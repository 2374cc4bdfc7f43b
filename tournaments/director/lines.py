"""The lines of a tournament's standings, by the tie-breaks that were chosen."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from tournaments.director.events import Settings
from tournaments.director.formats import record
from tournaments.director.formats.registry import FORMATS
from tournaments.director.formats.standings import Line, standings
from tournaments.director.formats.tiebreaks import settings as tie_breaks
from tournaments.director.formats.tiebreaks.ranking import rank
from tournaments.director.formats.tiebreaks.reading import recorded
from tournaments.director.formats.tiebreaks.settings import Points


def reckoned(
    settings: Settings,
    entries: Sequence[int],
    rounds: Sequence[record.Round],
    withdrawn: Collection[int],
    ratings: Mapping[int, int],
) -> tuple[Line, ...]:
    """Everybody's line over *rounds*, best first."""
    rounds = counted(settings, entries, rounds, withdrawn)
    found = standings(
        entries,
        rounds,
        bye=bye_points(settings),
        tie_breaks=FORMATS[settings.format].tie_breaks,
        withdrawn=withdrawn,
    )
    return _decided(found, rounds, settings, ratings) if settings.tie_breaks else found


def _decided(
    lines: Sequence[Line], rounds: Sequence[record.Round], settings: Settings, ratings: Mapping[int, int]
) -> tuple[Line, ...]:
    """*lines* in the order of the tie-breaks that were chosen, with their values."""
    line = {each.entry: each for each in lines}
    meets = FORMATS[settings.format].everybody_meets
    chosen = tie_breaks.Settings(Points(bye=bye_points(settings)), rules=settings.unplayed, round_robin=meets)
    ranked = rank(settings.tie_breaks, recorded(line, rounds, ratings=ratings), chosen)
    return tuple(replace(line[each.entry], place=each.place, values=tuple(each.values.values())) for each in ranked)


def counted(
    settings: Settings, entries: Sequence[int], rounds: Sequence[record.Round], withdrawn: Collection[int]
) -> tuple[record.Round, ...]:
    """*rounds* as they count; before tie-breaks could be chosen, as they were recorded."""
    return FORMATS[settings.format].counted(entries, rounds, withdrawn) if settings.tie_breaks else tuple(rounds)


def bye_points(settings: Settings) -> Fraction:
    """What a bye is worth: nothing where everybody has exactly one, but in what was announced before that rule."""
    if settings.tie_breaks and FORMATS[settings.format].everybody_meets:
        return Fraction(0)
    return Fraction(settings.bye)
