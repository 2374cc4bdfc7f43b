"""What the tie-breaks of a crosstable have in common: the points made, opponents' scores, what each round is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property, wraps
from typing import TypeAlias

from tournaments.director.formats.tiebreaks.crosstable import Cell, Crosstable
from tournaments.director.formats.tiebreaks.settings import Settings
from tournaments.director.formats.tiebreaks.values import SHARES, Cap, Part, Value, mean, times, total


def points(cell: Cell, settings: Settings) -> Fraction:
    """What *cell* counts in the standings."""
    if cell.points is not None:
        return cell.points
    system = settings.points
    if cell.code == "U":
        if settings.round_robin:  # everybody of an odd field rests once
            return Fraction(0)
        return system.win if system.bye is None else system.bye
    if cell.code in ("1", "=", "0") and len(cell.opponents) > 1:
        return system.win * share(cell)
    if cell.code in ("1", "+", "F"):
        return system.win
    return system.draw if cell.code in ("=", "H") else system.loss


def share(cell: Cell) -> Fraction:
    """The share of its opponents that an entry beat, ties half, whatever the points."""
    return mean([SHARES[finish] for finish in cell.outcomes])


class Reckoning:
    """One crosstable under one set of settings; what is found once is remembered."""

    def __init__(self, crosstable: Crosstable, settings: Settings) -> None:
        self.crosstable = crosstable
        self.rounds = crosstable.rounds
        self.settings = settings
        self.memory: dict[tuple[str, int], Value] = {}
        self.fore: Reckoning | None = None
        """The same with the last round drawn; made when it is asked for."""

    def cells(self, entry: int) -> Iterator[tuple[int, Cell]]:
        """The rounds of *entry* that are something."""
        return ((number, cell) for number, cell in enumerate(self.crosstable.rows[entry], start=1) if cell is not None)

    def played(self, entry: int) -> Iterator[tuple[int, Cell]]:
        return ((number, cell) for number, cell in self.cells(entry) if cell.played)

    @cached_property
    def made(self) -> dict[int, dict[int, Fraction]]:
        """Entry to round to the points made there."""
        return {
            entry: {number: points(cell, self.settings) for number, cell in self.cells(entry)}
            for entry in self.crosstable.rows
        }

    @cached_property
    def scores(self) -> dict[int, Fraction]:
        """The points of all rounds, without those of rulings."""
        return {entry: total(made.values()) for entry, made in self.made.items()}

    @cached_property
    def adjusted(self) -> dict[int, Fraction]:
        """What each entry's score counts for its opponents."""
        return {entry: self._adjusted(entry) for entry in self.crosstable.rows}

    def _adjusted(self, entry: int) -> Fraction:
        """The rounds at the end that it missed by its own choice count as draws: it has withdrawn."""
        score = self.scores[entry]
        if self.settings.round_robin:
            return score
        row = self.crosstable.rows[entry]
        for number in range(len(row), 0, -1):
            cell = row[number - 1]
            if cell is None or not cell.voluntary:
                break
            if cell.code != "F":
                score += self.settings.points.draw - self.made[entry][number]
        return score

    @cached_property
    def against(self) -> dict[int, tuple[Part, ...]]:
        """What each round's opponents were worth: the parts of Buchholz."""
        return {entry: tuple(self._worths(entry)) for entry in self.crosstable.rows}

    def _worths(self, entry: int) -> Iterator[Part]:
        for number, cell in self.cells(entry):
            made = self.made[entry][number]
            if cell.played or (self.settings.round_robin and cell.against):
                worth = mean([self.adjusted[other] for other in cell.against])
                yield Part(number, cell.code, cell.against, made, worth, worth)
            elif not self.settings.round_robin:
                yield self._dummy(entry, number, cell, made)

    def _dummy(self, entry: int, number: int, cell: Cell, made: Fraction) -> Part:
        """A round not played is one against a dummy with the entry's own score, capped since 2026 (C.07, 16.4)."""
        own = self.scores[entry]
        if cell.scheduled:
            ceiling = mean([self.adjusted[other] for other in cell.scheduled])
        else:
            ceiling = self.settings.points.draw * self.rounds
        capped = self.settings.rules == "2026" and ceiling < own
        worth = ceiling if capped else own
        cap: Cap | None = None if not capped else "opponent" if cell.scheduled else "rounds"
        return Part(number, cell.code, cell.scheduled, made, worth, worth, own, cap)

    @cached_property
    def strong(self) -> frozenset[int]:
        """Those with at least half of what they could have made in the rounds that they had opponents."""
        win = self.settings.points.win
        games = {entry: sum(bool(cell.against) for _, cell in self.cells(entry)) for entry in self.scores}
        return frozenset(entry for entry, score in self.scores.items() if 2 * score >= win * games[entry])

    @cached_property
    def products(self) -> dict[int, tuple[Part, ...]]:
        """What each round's opponents were worth times what was made of them: the parts of Sonneborn-Berger."""
        return {
            entry: tuple(self._product(entry, part) for part in self.against[entry]) for entry in self.crosstable.rows
        }

    def _product(self, entry: int, part: Part) -> Part:
        cell = self.crosstable.rows[entry][part.round - 1]
        if cell is None or len(cell.opponents) < 2:
            counts = times(part.made, part.worth)
        else:
            pairs = zip(cell.opponents, cell.outcomes, strict=True)
            counts = mean([SHARES[finish] * self.adjusted[other] for other, finish in pairs])
        return Part(part.round, part.code, part.opponents, part.made, part.worth, counts, part.own, part.cap)


Each: TypeAlias = Callable[[Reckoning, int], Value]
"""A tie-break: one entry's value."""


def remembered(reckon: Each) -> Each:
    """*reckon*, but only once for an entry: others' values are made of it."""

    @wraps(reckon)
    def known(reckoning: Reckoning, entry: int) -> Value:
        key = (reckon.__qualname__, entry)
        if key not in reckoning.memory:
            reckoning.memory[key] = reckon(reckoning, entry)
        return reckoning.memory[key]

    return known


def among_opponents(reckoning: Reckoning, entry: int, worth: Callable[[int], Fraction | None]) -> Iterator[Part]:
    """One part for each round played: the mean of what its opponents are worth, those left out who are worth none."""
    for number, cell in reckoning.played(entry):
        known = [value for value in map(worth, cell.opponents) if value is not None]
        if known:
            found = mean(known)
            yield Part(number, cell.code, cell.opponents, reckoning.made[entry][number], found, found)
