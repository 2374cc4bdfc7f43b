"""Tie-breaks by the scores of the opponents (FIDE C.07, 8 and 9)."""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from tournaments.pairing.tiebreaks import cuts
from tournaments.pairing.tiebreaks.crosstable import Cell, Crosstable, Row
from tournaments.pairing.tiebreaks.reckoning import Each, Reckoning, among_opponents, remembered
from tournaments.pairing.tiebreaks.values import SHARES, Part, Value, averaged, mean, summed


def buchholz(code: str, cut: cuts.Cut = cuts.none) -> Each:
    """The sum of the opponents' scores."""
    return lambda reckoning, entry: summed(code, cut(reckoning.against[entry]))


def sonneborn_berger(code: str, cut: cuts.Cut = cuts.none) -> Each:
    """The sum of the opponents' scores, each times what was made of that opponent."""
    return lambda reckoning, entry: summed(code, cut(reckoning.products[entry]))


@remembered
def _buchholz(reckoning: Reckoning, entry: int) -> Value:
    return summed("BH", reckoning.against[entry])


def average_of_opponents_buchholz(reckoning: Reckoning, entry: int) -> Value:
    """Over the rounds played."""
    return averaged("AOB", tuple(among_opponents(reckoning, entry, lambda other: _buchholz(reckoning, other).value)))


def fore_buchholz(reckoning: Reckoning, entry: int) -> Value:
    """Buchholz as if every game of the last round that was paired had been drawn."""
    return summed("FB", _fore(reckoning).against[entry])


def _fore(reckoning: Reckoning) -> Reckoning:
    if reckoning.fore is None:
        crosstable = reckoning.crosstable
        drawn = msgspec.structs.replace(crosstable, rows=_drawn(crosstable))
        reckoning.fore = Reckoning(drawn, reckoning.settings)
    return reckoning.fore


def _drawn(crosstable: Crosstable) -> dict[int, Row]:
    """The rows with everybody level at every table of the last round, those included who did not come."""
    met: dict[int, dict[int, None]] = {entry: {} for entry in crosstable.rows}
    for entry, row in crosstable.rows.items():
        for other in row[-1].against if row and row[-1] else ():
            met[entry][other] = met[other][entry] = None
    return {
        entry: (*row[:-1], Cell("=", tuple(met[entry]))) if met[entry] else row
        for entry, row in crosstable.rows.items()
    }


def koya(reckoning: Reckoning, entry: int) -> Value:
    """The points against those who made at least half of what they could have made."""
    return summed("KS", tuple(_koya(reckoning, entry))) if reckoning.rounds else Value("KS", None)


def _koya(reckoning: Reckoning, entry: int) -> Iterator[Part]:
    for number, cell in reckoning.cells(entry):
        against = cell.against if reckoning.settings.round_robin else cell.opponents
        strong = tuple(other for other in against if other in reckoning.strong)
        if against:
            made = reckoning.made[entry][number]
            counts = _against(reckoning, cell, made, strong) if strong else Fraction(0)
            yield Part(number, cell.code, against, made, made, counts)


def _against(reckoning: Reckoning, cell: Cell, made: Fraction, strong: tuple[int, ...]) -> Fraction:
    if len(cell.opponents) < 2:
        return made
    finishes = dict(zip(cell.opponents, cell.outcomes, strict=True))
    win = reckoning.settings.points.win
    return mean([win * SHARES[finishes[other]] if other in strong else Fraction(0) for other in cell.opponents])
