"""Two sides: best of an odd number, or a fixed number of tables."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Final, Literal, TypeAlias

import msgspec

from tournaments.pairing.series.rules import Series, Table, by_lot, check, rotated

Code: TypeAlias = Literal["1", "=", "0", "+", "-"]
Codes: TypeAlias = tuple[Code, Code]
"""What each side made of a table, or of the match."""

Points: TypeAlias = tuple[Fraction, Fraction]
Games: TypeAlias = tuple[int, int, int]
"""Tables won, lost and drawn; replayed draws too."""

REPLAYS = 2
"""How often one table is replayed at most; the draw after that counts."""
TIE_BREAKS = 3
"""Tie-break tables at most; after that the better seed wins."""

NOTHING: Final = Fraction(0)
HALF: Final = Fraction(1, 2)
ONE: Final = Fraction(1)
WORTH: Final[dict[tuple[str, str], Points]] = {
    ("1", "0"): (ONE, NOTHING),
    ("0", "1"): (NOTHING, ONE),
    ("=", "="): (HALF, HALF),
    ("+", "-"): (ONE, NOTHING),
    ("-", "+"): (NOTHING, ONE),
    ("-", "-"): (NOTHING, NOTHING),
}


class Score(msgspec.Struct, frozen=True):
    """A match so far. Either ``codes`` says how it ended, or ``next`` is the table to play."""

    points: Points
    games: tuple[Games, Games]
    codes: Codes | None
    next: Table | None
    by: Literal["points", "tie_break", "better_seed", "forfeit"] | None = None
    """What decided it; nothing did if it is drawn or not over."""


class _Tally(msgspec.Struct):
    """Where the tables have led."""

    series: Series
    counted: int = 0
    replays: int = 0
    tie_breaks: int = 0
    points: Points = (NOTHING, NOTHING)
    winner: int | None = None
    """Of a tie-break table."""

    def regular_over(self) -> bool:
        most = max(self.points)
        return self.counted == self.series.tables or (self.series.kind == "best_of" and 2 * most > self.series.tables)

    def over(self) -> bool:
        if not self.regular_over():
            return False
        level = self.points[0] == self.points[1]
        to_play_on = level and self.series.level == "tie_break"
        return not to_play_on or self.winner is not None or self.tie_breaks == TIE_BREAKS

    def take(self, codes: Codes) -> None:
        worth = WORTH[codes]
        if self.regular_over():
            self.tie_breaks += 1
            self.winner = None if worth[0] == worth[1] else int(worth[1] > worth[0])
        elif self._is_replayed(codes):
            self.replays += 1
        else:
            self.counted, self.replays = self.counted + 1, 0
            self.points = (self.points[0] + worth[0], self.points[1] + worth[1])

    def _is_replayed(self, codes: Codes) -> bool:
        replayable = self.series.kind == "best_of" and self.series.draws == "replay"
        return codes == ("=", "=") and replayable and self.replays < REPLAYS

    def next(self, seats: Sequence[int], seed: str) -> Table:
        if self.regular_over():
            number = self.tie_breaks + 1
            return Table(self.series.tables + number, "tie_break", by_lot(seats, seed, number))
        number = self.counted + 1
        return Table(number, "replay" if self.replays else "regular", rotated(seats, number))


def score(
    series: Series,
    tables: Sequence[Codes],
    *,
    left: Collection[int] = (),
    better: int = 0,
    seats: tuple[int, int] = (0, 1),
    seed: str = "",
) -> Score:
    """The match after *tables*, in the order in which they were played, replays included.

    Forfeiting a table loses it; not being there for the first loses the match by forfeit. The sides that have *left*
    lose all the tables to come. *better* is the side with the better seed, *seats* the seat order of the first table,
    *seed* the match's own for the lot. ``ValueError`` if the tables do not fit the series.
    """
    check(series)
    if set(left) - {0, 1} or better not in (0, 1) or sorted(seats) != [0, 1]:
        raise ValueError("The sides of this match are 0 and 1.")
    made = list(tables)
    _check(made)
    if not made and left:
        made = [_lost(left)]
    if made and "-" in made[0]:
        return _forfeited(made)
    tally = _tallied(series, made)
    while left and not tally.over():
        made.append(_lost(left))
        tally.take(made[-1])
    if not tally.over():
        return Score(tally.points, _games(made), None, tally.next(seats, seed))
    return _ended(tally, made, better)


def _check(tables: Sequence[Codes]) -> None:
    for number, codes in enumerate(tables, start=1):
        if codes not in WORTH:
            raise ValueError(f"Table {number} cannot end {codes!r}.")


def _lost(left: Collection[int]) -> Codes:
    return "-" if 0 in left else "+", "-" if 1 in left else "+"


def _forfeited(tables: Sequence[Codes]) -> Score:
    if len(tables) > 1:
        raise ValueError("A match that was forfeited at its first table has no second.")
    return Score((NOTHING, NOTHING), ((0, 0, 0), (0, 0, 0)), tables[0], None, "forfeit")


def _tallied(series: Series, tables: Sequence[Codes]) -> _Tally:
    tally = _Tally(series)
    for number, codes in enumerate(tables, start=1):
        if tally.over():
            raise ValueError(f"The match was over before table {number}.")
        tally.take(codes)
    return tally


def _ended(tally: _Tally, tables: Sequence[Codes], better: int) -> Score:
    games = _games(tables)
    first, second = tally.points
    if first != second:
        return Score(tally.points, games, _won(int(second > first)), None, "points")
    if tally.series.level == "draw":
        return Score(tally.points, games, ("=", "="), None)
    if tally.winner is not None:
        return Score(tally.points, games, _won(tally.winner), None, "tie_break")
    return Score(tally.points, games, _won(better), None, "better_seed")


def _won(side: int) -> Codes:
    return ("1", "0") if side == 0 else ("0", "1")


def _games(tables: Sequence[Codes]) -> tuple[Games, Games]:
    each = [tuple(WORTH[codes][side] for codes in tables) for side in (0, 1)]
    first, second = ((made.count(ONE), made.count(NOTHING), made.count(HALF)) for made in each)
    return first, second
