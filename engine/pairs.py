"""What the games for two share: a number for each seat, and who sits opposite."""

from typing import TypeAlias, TypeVar

from engine.events import Seat

Pair: TypeAlias = tuple[int, int]
"""A number for each seat."""
T = TypeVar("T")

SEATS = 2
SEAT = (Seat(0), Seat(1))
OTHER = (Seat(1), Seat(0))
"""``[seat]``: its opponent, who is also the next to play."""
ALONE = ((Seat(0),), (Seat(1),))
"""``[seat]``: it alone is to act."""
ACTING: dict[Seat | None, tuple[Seat, ...]] = {None: (), Seat(0): ALONE[0], Seat(1): ALONE[1]}
"""By whose turn it is: who is to act."""


def plus(one: Pair, two: Pair) -> Pair:
    return one[0] + two[0], one[1] + two[1]


def added(pair: Pair, seat: Seat, more: int) -> Pair:
    """*pair* with *more* for *seat*."""
    first, second = pair
    return (first, second + more) if seat else (first + more, second)


def with_one(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    """*pair* with *value* for *seat*."""
    first, second = pair
    return (first, value) if seat else (value, second)


def ahead(points: Pair) -> tuple[Seat, ...]:
    """The seat that has more; none if they are equal."""
    return () if points[0] == points[1] else ALONE[points[0] < points[1]]


def places(points: Pair) -> Pair:
    """Who has more is first; equal points share the place."""
    return 1 + (points[0] < points[1]), 1 + (points[1] < points[0])
