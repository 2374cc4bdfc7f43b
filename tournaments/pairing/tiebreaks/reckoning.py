"""What the tie-breaks of a crosstable have in common: the points made, opponents' scores, what each round is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, wraps
from typing import TypeAlias, TypeVar

from tournaments.pairing.tiebreaks.crosstable import Cell, Crosstable, Row
from tournaments.pairing.tiebreaks.settings import Settings
from tournaments.pairing.tiebreaks.unlike import unlike
from tournaments.pairing.tiebreaks.values import SHARES, Cap, Part, Value, mean, times, total

T = TypeVar("T")


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


def _met(row: Row) -> frozenset[int]:
    return frozenset(other for cell in row if cell is not None for other in cell.against)


class Lazy(dict[int, T]):
    """Values by entry, each found when it is first asked for."""

    def __init__(self, find: Callable[[int], T], known: Mapping[int, T] = {}) -> None:
        super().__init__(known)
        self._find = find

    def __missing__(self, entry: int) -> T:
        value = self[entry] = self._find(entry)
        return value


class Reckoning:
    """One crosstable under one set of settings; what is found once is remembered, also from a *former* one."""

    def __init__(self, crosstable: Crosstable, settings: Settings, former: Reckoning | None = None) -> None:
        self.crosstable = crosstable
        self.rounds = crosstable.rounds
        self.settings = settings
        self.memory: dict[tuple[str, int], Value] = {}
        self.fore: Reckoning | None = None
        """The same with the last round drawn; made when it is asked for."""
        self.values: dict[str, dict[int, Value]] = {}
        """By code: each entry's value of a tie-break."""
        alike = former is not None and former.settings == settings
        self._unlike = unlike(former.crosstable, crosstable) if former is not None and alike else None
        known = former if self._unlike is not None else None
        self._former = known.values if known else {}
        self.met: dict[int, frozenset[int]] = self._kept(known.met if known else {}, 0)
        """Whom each met or was to meet."""
        self.met |= {entry: _met(crosstable.rows[entry]) for entry in crosstable.rows.keys() - self.met.keys()}
        if self._unlike is not None:
            self._unlike.met = self.met
        self.made: Lazy[dict[int, Fraction]] = Lazy(self._made, self._kept(known.made if known else {}, 0))
        """Entry to round to the points made there."""
        self.scores: Lazy[Fraction] = Lazy(self._score, self._kept(known.scores if known else {}, 0))
        """The points of all rounds, without those of rulings."""
        self.adjusted: Lazy[Fraction] = Lazy(self._adjusted, self._kept(known.adjusted if known else {}, 0))
        """What each entry's score counts for its opponents."""
        self.against: Lazy[tuple[Part, ...]] = Lazy(self._against, self._kept(known.against if known else {}, 1))
        """What each round's opponents were worth: the parts of Buchholz."""
        self.products: Lazy[tuple[Part, ...]] = Lazy(self._products, self._kept(known.products if known else {}, 1))
        """What each round's opponents were worth times what was made of them: the parts of Sonneborn-Berger."""

    def known(self, code: str, reach: int | None) -> dict[int, Value]:
        """The values of tie-break *code* so far; at first the former ones of all who stand further than *reach*, by
        opponents, from an entry whose rounds have changed (``None``: of nobody)."""
        if code not in self.values:
            self.values[code] = {} if reach is None else self._kept(self._former.get(code, {}), reach)
        return self.values[code]

    def _kept(self, values: Mapping[int, T], reach: int) -> dict[int, T]:
        if not values or self._unlike is None:
            return {}
        changed = self._unlike.within(reach)
        return {entry: value for entry, value in values.items() if entry not in changed}

    def cells(self, entry: int) -> Iterator[tuple[int, Cell]]:
        """The rounds of *entry* that are something."""
        return ((number, cell) for number, cell in enumerate(self.crosstable.rows[entry], start=1) if cell is not None)

    def played(self, entry: int) -> Iterator[tuple[int, Cell]]:
        return ((number, cell) for number, cell in self.cells(entry) if cell.played)

    def _made(self, entry: int) -> dict[int, Fraction]:
        return {number: points(cell, self.settings) for number, cell in self.cells(entry)}

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

    def _score(self, entry: int) -> Fraction:
        return total(self.made[entry].values())

    def _against(self, entry: int) -> tuple[Part, ...]:
        return tuple(self._worths(entry))

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
        """Those with at least half of what can be made: in a Swiss by winning every round, in a round robin those in
        which they had opponents."""
        most = dict.fromkeys(self.crosstable.rows, self.rounds)
        if self.settings.round_robin:
            most = {entry: sum(bool(cell.against) for _, cell in self.cells(entry)) for entry in most}
        return frozenset(entry for entry in most if 2 * self.scores[entry] >= self.settings.points.win * most[entry])

    def _products(self, entry: int) -> tuple[Part, ...]:
        return tuple(self._product(entry, part) for part in self.against[entry])

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
