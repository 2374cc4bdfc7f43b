"""Tie-breaks by an entry's own rounds (FIDE C.07, 7), and the points themselves."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import accumulate

from tournaments.pairing.tiebreaks.crosstable import Cell
from tournaments.pairing.tiebreaks.reckoning import Each, Reckoning
from tournaments.pairing.tiebreaks.values import Cap, Part, Value, mean, summed, total

ONE = Fraction(1)


def points(reckoning: Reckoning, entry: int) -> Value:
    """All points, with those given or taken by ruling."""
    made = reckoning.made[entry]
    parts = [
        Part(number, cell.code, cell.against, made[number], made[number], made[number])
        for number, cell in reckoning.cells(entry)
    ]
    parts += [
        Part(number, None, (), given, given, given) for number, given in reckoning.crosstable.adjustments.get(entry, ())
    ]
    return Value("PTS", total(part.counts for part in parts), tuple(parts))


def game_points(reckoning: Reckoning, entry: int) -> Value:
    """What the game itself counted, summed; a round won without it counts the mean of the others."""
    known = [Fraction(cell.game_points) for _, cell in reckoning.played(entry) if cell.game_points is not None]
    parts = tuple(
        Part(number, cell.code, cell.against, reckoning.made[entry][number], *counts)
        for number, cell in reckoning.cells(entry)
        if (counts := _counted_points(cell, mean(known) if known else Fraction(0))) is not None
    )
    return Value("GP", total(part.counts for part in parts) if known else None, parts if known else ())


def _counted_points(cell: Cell, usual: Fraction) -> tuple[Fraction, Fraction, Fraction | None, Cap | None] | None:
    """What a round is worth and counts, and that it is the mean if it is; ``None`` for nothing."""
    if cell.played and cell.game_points is not None:
        own = Fraction(cell.game_points)
        return own, own, None, None
    if cell.code in ("1", "=", "0", "+", "U", "F"):
        return usual, usual, usual, "mean"
    return None


def progressive(code: str, left_out: int = 0) -> Each:
    """The sum of the running totals after each round, the first *left_out* of them cut."""

    def reckon(reckoning: Reckoning, entry: int) -> Value:
        return summed(code, tuple(_running(reckoning, entry, left_out)))

    return reckon


def _running(reckoning: Reckoning, entry: int, left_out: int) -> Iterator[Part]:
    gained = [Fraction(0)] * reckoning.rounds
    for number, made in reckoning.made[entry].items():
        gained[number - 1] += made
    for number, given in reckoning.crosstable.adjustments.get(entry, ()):
        gained[number - 1] += given
    for number, running in enumerate(accumulate(gained), start=1):
        cell, made = reckoning.crosstable.rows[entry][number - 1], gained[number - 1]
        code, against = (cell.code, cell.against) if cell else (None, ())
        yield Part(number, code, against, made, made, running, cut="lowest" if number <= left_out else None)


def counted(code: str, counts: Callable[[Reckoning, int, int, Cell], bool]) -> Each:
    """How many rounds of an entry there are of some kind."""

    def reckon(reckoning: Reckoning, entry: int) -> Value:
        parts = tuple(
            Part(number, cell.code, cell.against, reckoning.made[entry][number], ONE, ONE)
            for number, cell in reckoning.cells(entry)
            if counts(reckoning, entry, number, cell)
        )
        return Value(code, Fraction(len(parts)), parts)

    return reckon


def won(_reckoning: Reckoning, _entry: int, _number: int, cell: Cell) -> bool:
    """Won at the table, alone."""
    return cell.code == "1" and all(finish == "above" for finish in cell.outcomes)


def as_won(reckoning: Reckoning, entry: int, number: int, cell: Cell) -> bool:
    """Won at the table, or worth as many points without having been played."""
    if cell.played:
        return won(reckoning, entry, number, cell)
    return reckoning.made[entry][number] >= reckoning.settings.points.win


def second_seat(_reckoning: Reckoning, _entry: int, _number: int, cell: Cell) -> bool:
    return cell.played and cell.seat == 1


def won_in_second_seat(reckoning: Reckoning, entry: int, number: int, cell: Cell) -> bool:
    return second_seat(reckoning, entry, number, cell) and won(reckoning, entry, number, cell)


def games_elected(reckoning: Reckoning, entry: int) -> Value:
    """The rounds that an entry was there for: all but those it missed by its own choice."""
    missed = tuple(
        Part(number, cell.code, cell.against, reckoning.made[entry][number], -ONE, -ONE)
        for number, cell in reckoning.cells(entry)
        if cell.voluntary
    )
    rounds = reckoning.rounds
    return Value("GE", Fraction(rounds - len(missed)), missed, {"rounds": Fraction(rounds)})
