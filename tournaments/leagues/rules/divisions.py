"""Going up and down between the divisions of a league."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from tournaments.leagues.rules.league import Line

Division: TypeAlias = tuple[int, ...]
"""Players, best first."""


def order(lines: Sequence[Line], ratings: Mapping[int, float]) -> Division:
    """A division from its *lines*, without equals: of those the higher rating comes first, then the lower id."""
    keys: list[tuple[bool, int, float, int]] = []
    for index, line in enumerate(lines):
        rank = index if line.place is None else line.place
        if line.place is None and index and lines[index - 1].results == line.results:  # equals without a place
            rank = keys[-1][1]
        keys.append((line.place is None, rank, -ratings.get(line.player, 0.0), line.player))
    return tuple(player for *_, player in sorted(keys))


def moves(
    divisions: Sequence[Division], *, down: int, left: Collection[int] = (), newcomers: Sequence[int] = ()
) -> tuple[Division, ...]:
    """The divisions of the next season, best first, after *down* have gone down from each but the last.

    Who has *left* counts as one of those. The best of the lower ones fill every vacancy. Who comes down enters at the
    top, who goes up at the bottom, and *newcomers* come last of all.
    """
    stay, falling = _parted(divisions, down, left)
    stay[-1] += [player for player in newcomers if player not in left]
    after: list[Division] = []
    for number, division in enumerate(divisions[:-1]):
        above = falling[number - 1] if number else []
        vacant = len(division) - len(stay[number]) - len(above)
        risen = _best_below(stay, falling, number, vacant)
        after.append((*above, *stay[number], *risen))
    last = falling[len(divisions) - 2] if len(divisions) > 1 else []
    return (*after, (*last, *stay[-1]))


def _parted(divisions: Sequence[Division], down: int, left: Collection[int]) -> tuple[list[list[int]], list[list[int]]]:
    """Of each division those who stay, and those who go down."""
    stay, falling = [], []
    for number, division in enumerate(divisions):
        present = [player for player in division if player not in left]
        gone = len(division) - len(present)
        fall = 0 if number == len(divisions) - 1 else min(len(present), max(0, down - gone))
        stay.append(present[: len(present) - fall])
        falling.append(present[len(present) - fall :])
    return stay, falling


def _best_below(stay: list[list[int]], falling: list[list[int]], number: int, vacant: int) -> list[int]:
    """Take those who fill *vacant* places of division *number* from the divisions under it, the best first.

    Those who have gone down from it come after all who stayed in the next one: only too few players bring them back.
    """
    risen: list[int] = []
    for below in range(number + 1, len(stay)):
        for pool in (stay[below], *((falling[below - 1],) if below == number + 1 else ()), falling[below]):
            while pool and len(risen) < vacant:
                risen.append(pool.pop(0))
    return risen
