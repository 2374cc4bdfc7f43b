"""Who met whom, round by round, and why each round counts as it does: all that a tie-break may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

Code: TypeAlias = Literal["1", "=", "0", "+", "-", "LL", "U", "H", "F", "Z"]
"""Why an entry has what it has of a round: won, level, lost at the table; ``+`` the others were not there, ``-`` it was
not; ``LL`` both lost by ruling; ``U`` the pairing bye; ``H`` ``F`` ``Z`` a half, full or zero bye that it asked for."""

PLAYED: frozenset[str] = frozenset({"1", "=", "0", "LL"})
FORFEITS: frozenset[str] = frozenset({"+", "-"})
BYES: frozenset[str] = frozenset({"U", "H", "F", "Z"})
VOLUNTARY: frozenset[str] = frozenset({"H", "F", "Z", "-"})
"""Rounds that an entry missed by its own choice or fault."""

Finish: TypeAlias = Literal["above", "level", "below"]
"""Where an entry finished, seen from one opponent."""

OPPOSITE: Mapping[Finish, Finish] = {"above": "below", "level": "level", "below": "above"}
FINISHES: Mapping[str, Finish] = {"1": "above", "=": "level", "0": "below", "LL": "below"}


class Cell(msgspec.Struct, frozen=True, gc=False):
    """What one round was for one entry."""

    code: Code
    opponents: tuple[int, ...] = ()
    """Those it played, in table order."""
    finishes: tuple[Finish, ...] = ()
    """Where it finished to each of them; empty: to all as the code says."""
    scheduled: tuple[int, ...] = ()
    """Those it should have played: for ``+`` and ``-`` only."""
    seat: int | None = None
    """From 0, the first seat."""
    points: Fraction | None = None
    """``None``: as the point system has it for the code, or the share of a table of three and more."""
    games: tuple[int, int, int] | None = None
    """Games of the match that were won, drawn and lost; ``None``: the match was one game."""
    game_points: int | None = None
    """What the game itself counted, over all tables; ``None``: that is not known."""

    @property
    def played(self) -> bool:
        return self.code in PLAYED

    @property
    def voluntary(self) -> bool:
        return self.code in VOLUNTARY

    @property
    def against(self) -> tuple[int, ...]:
        """Those it played or should have played."""
        return self.opponents or self.scheduled

    @property
    def outcomes(self) -> tuple[Finish, ...]:
        """Where it finished to each of its opponents."""
        return self.finishes or (FINISHES.get(self.code, "below"),) * len(self.opponents)


Row: TypeAlias = tuple[Cell | None, ...]
"""A cell for each round; ``None`` adds nothing anywhere: a table still open, an annulled result."""


Adjustments: TypeAlias = Mapping[int, tuple[tuple[int, Fraction], ...]]
"""By entry: points given or taken by rulings, each at a round. They are nothing to the opponents."""


class Crosstable(msgspec.Struct, frozen=True):
    rows: Mapping[int, Row]
    """Each entry's cells, as many for everybody as rounds are counted."""
    ratings: Mapping[int, int] = {}
    """Entries that are missing have no rating; games against them are left out of what is made of ratings."""
    adjustments: Adjustments = {}

    @property
    def rounds(self) -> int:
        """How many rounds are counted."""
        return max(map(len, self.rows.values()), default=0)

    def as_of(self, rounds: int) -> Crosstable:
        """The same after the first *rounds* rounds; ``ValueError`` if there were fewer."""
        if not 0 <= rounds <= self.rounds:
            raise ValueError(f"The crosstable has {self.rounds} rounds, not {rounds}.")
        kept = {
            entry: tuple((at, points) for at, points in given if at <= rounds)
            for entry, given in self.adjustments.items()
        }
        return Crosstable({entry: row[:rounds] for entry, row in self.rows.items()}, self.ratings, kept)


def check(crosstable: Crosstable) -> None:
    """``ValueError`` with a sentence unless all cells agree with each other."""
    for fault in _faults(crosstable):
        raise ValueError(fault)


def _faults(crosstable: Crosstable) -> Iterator[str]:
    rows, rounds = crosstable.rows, crosstable.rounds
    for entry, given in crosstable.adjustments.items():
        if entry not in rows or any(not 1 <= number <= rounds for number, _ in given):
            yield f"An adjustment of entry {entry} names an entry or a round that the crosstable does not have."
    for entry, row in rows.items():
        if len(row) != rounds:
            yield f"Entry {entry} has {len(row)} rounds where others have {rounds}."
        for number, cell in enumerate(row, start=1):
            if cell is not None:
                for fault in _cell_faults(rows, entry, number, cell):
                    yield f"Entry {entry}, round {number}: {fault}"


def _cell_faults(rows: Mapping[int, Row], entry: int, number: int, cell: Cell) -> Iterator[str]:
    if cell.code not in PLAYED | FORFEITS | BYES or not set(cell.finishes) <= OPPOSITE.keys():
        yield "there is no such code or finish."
    elif min(cell.games or (0,)) < 0:
        yield "games cannot be fewer than none."
    elif len(cell.outcomes) != len(cell.opponents):
        yield "there must be one finish for each opponent."
    elif cell.code in PLAYED and (not cell.opponents or cell.scheduled):
        yield f"{cell.code} needs opponents, and none that are only scheduled."
    elif cell.code in FORFEITS and (not cell.scheduled or cell.opponents):
        yield f"{cell.code} needs scheduled opponents, and none that were played."
    elif cell.code in BYES and cell.against:
        yield f"{cell.code} has no opponents."
    elif cell.code in FINISHES and len(cell.opponents) == 1 and cell.outcomes != (FINISHES[cell.code],):
        yield f"{cell.code} does not go with finishing {cell.outcomes[0]} the opponent."
    else:
        yield from _opponent_faults(rows, entry, number, cell)


def _opponent_faults(rows: Mapping[int, Row], entry: int, number: int, cell: Cell) -> Iterator[str]:
    if entry in cell.against or len(set(cell.against)) != len(cell.against):
        yield "nobody meets itself, or another twice at one table."
    elif any(other not in rows for other in cell.against):
        yield "an opponent has no row."
    elif cell.code == "+" and len(cell.scheduled) == 1 and _code(rows, cell.scheduled[0], number) != "-":
        yield "+ needs an opponent who has -."
    else:
        yield from _disagreements(rows, entry, number, cell)


def _code(rows: Mapping[int, Row], entry: int, number: int) -> str | None:
    cell = rows[entry][number - 1] if number <= len(rows[entry]) else None
    return cell.code if cell else None


def _disagreements(rows: Mapping[int, Row], entry: int, number: int, cell: Cell) -> Iterator[str]:
    """Where an opponent's own cell tells the round otherwise."""
    for other, finish in zip(cell.opponents, cell.outcomes, strict=True):
        row = rows[other]
        facing = row[number - 1] if number <= len(row) else None
        if facing is None or entry not in facing.opponents:
            yield f"{other} has not played it."
        elif cell.code == facing.code == "LL":
            continue
        elif facing.outcomes[facing.opponents.index(entry)] != OPPOSITE[finish]:
            yield f"{other} tells the result otherwise."
