"""What the standings of a tournament are made of, by its settings."""

from collections.abc import Sequence
from fractions import Fraction

from tournaments.director.state.events import Settings
from tournaments.director.state.facts import Entry
from tournaments.pairing import record
from tournaments.pairing.points import counting
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.standings import Given
from tournaments.pairing.tiebreaks import settings as tie_breaks
from tournaments.pairing.tiebreaks.crosstable import Adjustments
from tournaments.pairing.tiebreaks.settings import Points

MATCH_POINTS = counting("winner", ("2", "1"))


def given(
    settings: Settings,
    entries: Sequence[Entry],
    rounds: Sequence[record.Round],
    adjustments: Adjustments,
    *,
    ended_early: bool = False,
) -> Given:
    """What the standings of *entries* over *rounds* are made of."""
    made, meets = made_by(settings), FORMATS[settings.format].everybody_meets
    return Given(
        entries=tuple(entry.number for entry in entries),
        rounds=counted(settings, entries, rounds, ended_early=ended_early),
        codes=settings.tie_breaks,
        counting=made,
        settings=tie_breaks.Settings(
            Points(made.win, made.draw, bye=bye_points(settings)),
            rules=settings.unplayed,
            round_robin=meets,
            cycles=settings.cycles if meets else 1,
        ),
        ratings={entry.number: entry.rating for entry in entries if entry.rating is not None},
        adjustments=adjustments,
        disqualified=frozenset(entry.number for entry in entries if entry.disqualified),
    )


def counted(
    settings: Settings, entries: Sequence[Entry], rounds: Sequence[record.Round], *, ended_early: bool = False
) -> tuple[record.Round, ...]:
    """*rounds* as they count after those who have left; *ended_early*: there are no others."""
    withdrawn = [entry.number for entry in entries if entry.withdrawn]
    numbers, last = [entry.number for entry in entries], len(rounds) if ended_early else None
    return FORMATS[settings.format].counted(numbers, rounds, withdrawn, cycles=settings.cycles, last=last)


def bye_points(settings: Settings) -> Fraction:
    """What a bye is worth: nothing where everybody has exactly one."""
    if FORMATS[settings.format].everybody_meets:
        return Fraction(0)
    return Fraction(settings.bye) * made_by(settings).win


def made_by(settings: Settings) -> record.Counting:
    """How points are made: a match of two teams is worth two, if nothing else was announced."""
    if settings.team_size > 1 and settings.table_points == "share":
        return MATCH_POINTS
    return counting(settings.table_points, settings.place_points)
