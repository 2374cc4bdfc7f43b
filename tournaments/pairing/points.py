"""What a table counts in the standings, and a round without one."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import lcm
from typing import Literal, TypeAlias

from engine.game import Teams
from tournaments.pairing.record import SHARED, Counting, Marks, team_of

Kind: TypeAlias = Literal["share", "places", "winner", "game"]
"""The share of the others that one beat; by a list of places, of which those who are level have the mean; for winning
alone, and for sharing the first place; what the game itself counts."""

USUAL: dict[Kind, tuple[str, ...]] = {"share": (), "places": ("4", "3", "2", "1"), "winner": ("5", "1"), "game": ("1",)}
"""What goes with it: the list; both; and what a round won without a table counts."""
OF_TWO = ("3", "1")
"""What goes with winning a match of two, and with a draw."""

Worth: TypeAlias = tuple[Fraction, ...]


def counting(kind: Kind, named: Sequence[str] = ()) -> Counting:
    """How points are made, with what was *named* or else is usual: exact fractions as text."""
    if kind == "share":
        return SHARED
    worth = tuple(map(Fraction, named or USUAL[kind]))
    draw = worth[1] if kind == "winner" else worth[0] / 2
    # The mean of up to five places is whole in sixtieths.
    unit = lcm(120, *(60 * each.denominator for each in worth), draw.denominator)
    return Counting(partial(_points, kind, worth), worth[0], draw, unit)


@lru_cache(maxsize=4096)
def _points(kind: Kind, worth: Worth, made: Marks, teams: Teams = ()) -> tuple[Fraction, ...]:
    return tuple(_of(kind, worth, made, teams, seat) for seat in range(len(made)))


def _of(kind: Kind, worth: Worth, made: Marks, teams: Teams, seat: int) -> Fraction:
    mark = made[seat]
    if not mark.played or mark.code == "LL":
        return worth[0] if mark.code == "+" else Fraction(0)
    if kind == "game" and mark.points is not None:
        return Fraction(mark.points)
    ahead = sum(each.played and each.place < mark.place for each in made)
    level = [at for at, each in enumerate(made) if each.played and each.place == mark.place]
    if kind == "places":
        return sum(worth[ahead : ahead + len(level)], Fraction(0)) / len(level)
    if ahead == 0 and set(level) <= set(team_of(seat, teams)):
        return worth[0]  # of the game's own points, where a ruling has decided the table and there are none
    return worth[1] if kind == "winner" and ahead == 0 else Fraction(0)
