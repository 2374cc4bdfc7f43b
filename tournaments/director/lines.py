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
    found = standings(
        entries,
        rounds,
        bye=Fraction(settings.bye),
        tie_breaks=FORMATS[settings.format].tie_breaks,
        withdrawn=withdrawn,
    )
    return _decided(found, rounds, settings, ratings) if settings.tie_breaks else found


def _decided(
    lines: Sequence[Line], rounds: Sequence[record.Round], settings: Settings, ratings: Mapping[int, int]
) -> tuple[Line, ...]:
    """*lines* in the order of the tie-breaks that were chosen, with their values."""
    line = {each.entry: each for each in lines}
    chosen = tie_breaks.Settings(Points(bye=Fraction(settings.bye)), rules=settings.unplayed)
    ranked = rank(settings.tie_breaks, recorded(line, rounds, ratings=ratings), chosen)
    return tuple(replace(line[each.entry], place=each.place, values=tuple(each.values.values())) for each in ranked)
