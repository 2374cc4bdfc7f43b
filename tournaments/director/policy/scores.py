"""Matches of several tables: who sits where at the next one, and what they add up to. Pure."""

from collections.abc import Sequence
from fractions import Fraction
from typing import cast

import msgspec
from msgspec.structs import replace

from tournaments.director.state.events import TableRecorded
from tournaments.director.state.tournament import Round, Tournament
from tournaments.pairing.record import Mark, Marks
from tournaments.pairing.series import duel, pod
from tournaments.pairing.series.rules import Series, Table

PLACES = {"1": 1, "+": 1, "=": 1, "0": 2, "-": 2}
"""Of two sides, by what they made of the match."""


class Score(msgspec.Struct, frozen=True):
    """A match so far, in the order of its entries: ``marks`` say how it ended, or ``next`` is the table to play."""

    points: tuple[Fraction, ...]
    marks: Marks | None
    next: Table | None
    by: str | None = None
    """What decided it, if not the points alone."""


def score(tournament: Tournament, paired: Round, match: str, fewest: int = 2) -> Score | None:
    """*match* after the tables that are over; ``None`` if it has a single one. A withdrawn entry loses the rest."""
    tournament = tournament.stage_of(paired)
    series = tournament.settings.series
    if series is None:
        return None
    entries, tables = paired.entries_of(match), paired.over.get(match, ())
    missed = paired.missed.get(match, ())
    left = [
        side
        for side, entry in enumerate(entries)
        if entry in missed or (tables and tournament.entries[entry].withdrawn)
    ]
    if len(entries) == 2:
        return _duel(tournament, paired, match, series, tables, left)
    made = pod.score(series, len(entries), [_places(each.marks) for each in tables], left=left, least=fewest)
    if made.codes is None or made.places is None:
        return Score(made.points, None, made.next)
    marks = tuple(Mark(code, place) for code, place in zip(made.codes, made.places, strict=True))
    return Score(made.points, marks, None)


def _duel(
    tournament: Tournament,
    paired: Round,
    match: str,
    series: Series,
    tables: Sequence[TableRecorded],
    left: Sequence[int],
) -> Score:
    seeds = [tournament.seeds.index(entry) for entry in paired.entries_of(match)]
    codes = [cast(duel.Codes, tuple(mark.code for mark in each.marks)) for each in tables]
    seed = f"{paired.drawn.seed}/{match}"
    made = duel.score(series, codes, left=left, better=seeds.index(min(seeds)), seed=seed)
    marks = made.codes and tuple(Mark(code, PLACES[code]) for code in made.codes)
    return Score(made.points, marks, made.next, made.by)


def _places(marks: Marks) -> pod.Places:
    return tuple(mark.place if mark.played else None for mark in marks)


def sitting(tournament: Tournament, match: str, table: str) -> tuple[int, ...]:
    """The entries as they sit, or sat, at *table* of *match*; none at a table of no match."""
    paired = tournament.fact_of(match)
    if paired is None:
        return ()
    over = paired.over.get(match, ())
    before = next((at for at, each in enumerate(over) if each.table == table), len(over))
    return seating(tournament, replace(paired, over={**paired.over, match: over[:before]}), match)


def seating(tournament: Tournament, paired: Round, match: str) -> tuple[int, ...]:
    """The entries in seat order at the table of *match* that is open, or comes next."""
    made = score(tournament, paired, match)
    if made is None or made.next is None:
        return paired.seated(match)
    entries, there = paired.entries_of(match), paired.seated(match)
    return tuple(entries[side] for side in made.next.seats if entries[side] in there)


def awaits_table(tournament: Tournament, paired: Round, match: str) -> bool:
    """Whether *match* goes on, and its last table is over."""
    over = [each.table for each in paired.over.get(match, ())]
    return match not in paired.played.results and paired.tables.get(match) in over
