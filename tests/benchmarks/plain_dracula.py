"""The yardstick of the same kind: Dracula to 1000, written as one plain loop over lists, by the rules sheet alone.

It plays what the engine plays, uniformly at random, and nothing else: no objects, no events, no views, nothing refused,
nothing that could be stored or shown.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

SETS, TARGET = 20, 1000
_RANKS = [(rank + 1 if rank < 10 else 0) for rank in range(13)]
IN_ROWS = [(*_RANKS[:11], 10, 0)[card % 13] if card < 52 else 0 for card in range(54)]
IN_COLUMNS = [(*_RANKS[:12], 10)[card % 13] if card < 52 else 0 for card in range(54)]
SUIT = [card // 13 for card in range(54)]
"""Spades, clubs, hearts, diamonds, and 4 for the vampires."""
COLOUR = [suit // 2 for suit in SUIT]
"""Black, red, and 2 for the vampires."""
BESIDE = tuple([j for j in range(9) if abs(i % 3 - j % 3) + abs(i // 3 - j // 3) == 1] for i in range(9))

Draw = Callable[[], float]


def play_games(games: int, seed: int) -> int:
    """Play random games to their end; how many moves (ways chosen and cards placed) that took."""
    random = Random(seed).random
    return sum(_game(random) for _ in range(games))


def _game(random: Draw) -> int:
    of_rows = int(random() * 2)
    totals = [0, 0]
    deck = list(range(54))
    sets = 0
    while sets < SETS and (max(totals) < TARGET or totals[0] == totals[1]):
        for i in range(53, 0, -1):
            j = int(random() * (i + 1))
            deck[i], deck[j] = deck[j], deck[i]
        brought = [0, 0]
        for start in range(0, 54, 9):
            across, down = _deal(deck, start, random)
            brought[of_rows] += across
            brought[1 - of_rows] += down
        for seat in (0, 1):
            totals[seat] += brought[seat] + max(0, brought[seat] - brought[1 - seat])
        sets += 1
    return 1 + 48 * sets


def _deal(deck: list[int], start: int, random: Draw) -> tuple[int, int]:
    """Fill a coffin: what rows and columns score."""
    mine, theirs = deck[start : start + 8 : 2], deck[start + 1 : start + 8 : 2]
    cells = [-1] * 9
    cells[4] = deck[start + 8]
    onto = BESIDE[4].copy()
    while mine:
        cell = onto.pop(int(random() * len(onto)))
        cells[cell] = mine.pop(int(random() * len(mine)))
        for other in BESIDE[cell]:
            if cells[other] < 0 and other not in onto:
                onto.append(other)
        mine, theirs = theirs, mine
    a, b, c, d, e, f, g, h, i = cells
    rows = sorted((_line(IN_ROWS, a, b, c), _line(IN_ROWS, d, e, f), _line(IN_ROWS, g, h, i)))
    columns = sorted((_line(IN_COLUMNS, a, d, g), _line(IN_COLUMNS, b, e, h), _line(IN_COLUMNS, c, f, i)))
    while len(rows) > 1 and rows[-1] == columns[-1]:
        rows.pop()
        columns.pop()
    return rows[-1], columns[-1]


def _line(values: list[int], a: int, b: int, c: int) -> int:
    if a > 51 or b > 51 or c > 51:
        return 0
    points = values[a] + values[b] + values[c]
    first, second, third = SUIT[a], SUIT[b], SUIT[c]
    if first == second == third:
        return 4 * points
    if COLOUR[a] == COLOUR[b] == COLOUR[c]:
        return 3 * points
    return 2 * points if first in (second, third) or second == third else points
