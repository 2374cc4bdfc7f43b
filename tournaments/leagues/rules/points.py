"""What the places of a table or an event count in a league."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal, TypeAlias

Unit: TypeAlias = Literal["table", "event"]
Scale: TypeAlias = tuple[int, ...]

TABLES: Final[dict[int, Scale]] = {2: (3, 0), 3: (4, 2, 0), 4: (5, 3, 1, 0), 5: (6, 4, 2, 1, 0)}
"""By the number of seats: what the first has, the second, ..."""
EVENTS: Final[Scale] = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)


def scale(unit: Unit, players: int, own: Sequence[Scale] = ()) -> Scale:
    """What the places of a unit of *players* count: by the league's *own* scales, one for each size of a table, or a
    single one for events; else by the usual ones."""
    if unit == "event":
        return own[0] if own else EVENTS
    return next((each for each in own if len(each) == players), TABLES.get(players, ()))


def shared(scale: Sequence[int], places: Sequence[int]) -> tuple[Fraction, ...]:
    """What each has of *places* (1 is best): equals share the mean of what they take together, places beyond the scale
    count nothing."""
    points = []
    for place in places:
        better, equal = sum(other < place for other in places), places.count(place)
        points.append(Fraction(sum(scale[better : better + equal]), equal))
    return tuple(points)
