"""How good a move looks at first sight: what the greedy bot plays by.

What the lines are likely to be worth once the coffin is full, for the player less for the opponent. A line with gaps is
worth what it would be on the average if any cards that lie nowhere yet filled it.
"""

from functools import lru_cache
from itertools import combinations

from engine.games.dracula.coffin import CARD, IN_COLUMNS, IN_ROWS, laid, line, slots
from engine.games.dracula.model import View
from engine.games.dracula.moves import Choose, Move

_ROWS, _COLUMNS = 0, 1
_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8)), ((0, 3, 6), (1, 4, 7), (2, 5, 8))
_WEIGHTS = IN_ROWS, IN_COLUMNS
_SHARPNESS = 4.0
"""How much more the best of three lines counts than the others: they are summed in this power."""
_EMPTY_LINE = 1.75
"""The mean multiplier of three cards of the pack, more or less: to try all threes would take too long."""


def appraise(view: View, move: Move) -> float:
    """The two ways are as good as each other."""
    if isinstance(move, Choose):
        return 0.0
    cells = slots(laid(view.coffin))
    cells[move.cell] = move.card + 1
    gone = {*cells, *[CARD[code] + 1 for code in view.buried]}
    left = tuple([slot for slot in range(1, len(IN_ROWS)) if slot not in gone])
    mine = _ROWS if view.seat == view.rows else _COLUMNS
    return _prospect(cells, mine, left) - _prospect(cells, 1 - mine, left)


def _prospect(cells: list[int], side: int, left: tuple[int, ...]) -> float:
    """What the best of three lines is likely to be worth: more, the more of them have a chance to be the best."""
    weights = _WEIGHTS[side]
    total = 0.0
    for at in _LINES[side]:
        held = [weights[cells[cell]] for cell in at if cells[cell]]
        total += _expected(sum(held), 3 - len(held), side, left) ** _SHARPNESS
    return float(total ** (1 / _SHARPNESS))


@lru_cache(maxsize=1024)
def _expected(weight: int, gaps: int, side: int, left: tuple[int, ...]) -> float:
    """The mean worth of a line of that *weight* when slots of *left* fill its *gaps*."""
    if not gaps:
        return line(weight)
    weights = _WEIGHTS[side]
    if gaps == 3:
        return 3 * _EMPTY_LINE * sum([weights[slot] & 31 for slot in left]) / len(left)
    filling = combinations([weights[slot] for slot in left], gaps)
    worth = [line(weight + sum(cards)) for cards in filling]
    return sum(worth) / len(worth)
