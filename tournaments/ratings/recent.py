"""What earlier tables of a pool say about a new one: who met whom within a day, who gave up to whom, who left at once.

Times are epoch ms. Tables may end in another order than they are rated in.
"""

from bisect import insort
from collections.abc import Iterator
from operator import itemgetter
from typing import Final, TypeAlias

from tournaments.platform.units import DAY, WEEK
from tournaments.ratings.facts import Counted

Key: TypeAlias = int | str
"""A person, or all bots of a level or of an owner."""
_Sides: TypeAlias = tuple[tuple[Key, ...], ...]

AGAIN: Final = DAY
EARLY: Final = WEEK
_ENDED = itemgetter(0)


class Recent:
    """The earlier tables of a pool, as far as they matter."""

    def __init__(self) -> None:
        self._tables: dict[Key, list[tuple[int, _Sides]]] = {}
        self._quick: dict[tuple[int, int], list[int]] = {}
        self._early: dict[int, list[int]] = {}

    def add(self, table: Counted) -> None:
        """Whatever *table* says about later ones; nothing if it is void."""
        if table.places is None:
            return
        if table.early:
            self._leave(table)
        else:
            sides = tuple([tuple([table.key(seat) for seat in side]) for side in table.sides])
            entry = (table.event.ended, sides)
            for key in {key for side in sides for key in side}:
                _insert(self._tables.setdefault(key, []), entry)
        if table.quick:
            for pair in quick_losses(table):
                insort(self._quick.setdefault(pair, []), table.event.ended)

    def _leave(self, table: Counted) -> None:
        if table.event.origin == "casual":
            for seat in table.early:
                insort(self._early.setdefault(table.event.users[seat], []), table.event.ended)

    def met(self, one: Key, other: Key, ended: int) -> int:
        """At how many tables the two sat on different sides within a day before *ended*, or later."""
        tables, count = self._tables.get(one), 0
        if tables is None or tables[-1][0] <= ended - AGAIN:
            return 0
        for at, sides in reversed(tables):
            if at <= ended - AGAIN:
                break
            count += _opposed(sides, one, other)
        return count

    def gave_up(self, loser: int, winner: int, ended: int) -> bool:
        """Whether *loser* has left so soon and lost to *winner* within a day before *ended*, or later."""
        times = self._quick.get((loser, winner))
        return bool(times) and times[-1] > ended - AGAIN  # type: ignore[index]

    def left_early(self, user: int, ended: int) -> int:
        """How many casual tables *user* left at once within a week before *ended*, or later."""
        return sum(at > ended - EARLY for at in self._early.get(user, ()))


def _insert(tables: list[tuple[int, _Sides]], entry: tuple[int, _Sides]) -> None:
    """By their ends; nearly always the last."""
    if tables and entry[0] < tables[-1][0]:
        insort(tables, entry, key=_ENDED)
    else:
        tables.append(entry)


def _opposed(sides: _Sides, one: Key, other: Key) -> bool:
    """Whether *one* and *other* sat on different sides; of bots there may be several of a level."""
    mine = [number for number, side in enumerate(sides) if one in side]
    return any(other in side for number, side in enumerate(sides) if mine != [number])


def quick_losses(table: Counted) -> Iterator[tuple[int, int]]:
    """Who left so soon and lost to whom."""
    places, users = table.places or (), table.event.users
    for side in table.sides:
        for other in table.sides:
            if places[other[0]] < places[side[0]]:
                yield from ((users[loser], users[winner]) for loser in side if loser in table.quick for winner in other)
