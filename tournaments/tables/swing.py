"""How a table went, kept while it is played: how many moves, by how much it was won, whether from behind. Pure."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias

Behind: TypeAlias = tuple[tuple[int, int], ...]
"""From which move on which seats were last, a bit each; an entry where that changed. 0: all had the same."""


class Swing(NamedTuple):
    """What is searched by. ``None``: it cannot be told of this table."""

    moves: int | None
    margin: int | None
    """How many points the winners had more than the best of the others; 0 where all shared the first place."""
    comeback: bool | None
    """Whether somebody who was last after three quarters of the moves was first at the end."""


UNKNOWN = Swing(None, None, None)


def after(behind: Behind, move: int, points: Sequence[int]) -> Behind:
    """*behind* after move number *move*, at which the seats have *points*.

    >>> after(after((), 1, (0, 0)), 2, (5, 0))
    ((1, 0), (2, 2))
    >>> after(((2, 2),), 3, (6, 0))
    ((2, 2),)
    """
    least = min(points)
    last = 0 if least == max(points) else sum([1 << seat for seat, own in enumerate(points) if own == least])
    return behind if behind and behind[-1][1] == last else (*behind, (move, last))


def is_comeback(behind: Behind, moves: int, winners: Collection[int]) -> bool:
    """Whether one of the *winners* was last after three quarters of the *moves*.

    >>> is_comeback(((1, 2), (9, 1)), moves=10, winners=[1])
    True
    """
    last = next((seats for since, seats in reversed(behind) if since * 4 <= moves * 3), 0)
    return any(last >> seat & 1 for seat in winners)


def margin(places: Sequence[int], points: Sequence[int]) -> int:
    """How many points the first had more than the best of the others.

    >>> margin((1, 2, 3), (9, 7, 1))
    2
    """
    made = list(zip(places, points, strict=True))
    others = [own for place, own in made if place > 1]
    return max(0, max([own for place, own in made if place == 1]) - max(others)) if others else 0
