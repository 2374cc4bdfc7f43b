"""The coffin: its nine cells, which of them are open, and what a line is worth.

Tables and pure functions. A cell is its number in reading order; a *slot* is what a cell holds: 0, or a card and 1.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from engine.cards import Card
from engine.cards.french import CODES, DECK, JOKERS, RANK_OF, SUIT_OF
from engine.games.dracula.model import CELLS, Three
from engine.pairs import Pair

HAND = 4
DEALT = 2 * HAND + 1

CARD: dict[str | None, Card] = {code: DECK.card[code] for code in CODES}
BIT: dict[str, int] = {code: 1 << card for card, code in enumerate(CODES)}

CENTRE = 4
FULL = (1 << len(CELLS)) - 1
ROW_NAMES = "123"
COLUMN_NAMES = "abc"
_SHIFTS = tuple(6 * cell for cell in range(len(CELLS)))


# -- cells


def slots(coffin: int) -> list[int]:
    """What the nine cells hold."""
    return [coffin >> shift & 63 for shift in _SHIFTS]


def laid(cells: Iterable[str | None]) -> int:
    """The coffin whose nine cells hold these cards."""
    return sum(CARD[code] + 1 << shift for code, shift in zip(cells, _SHIFTS, strict=True) if code)


def filled(coffin: int) -> int:
    """The set of cells that hold a card."""
    return sum(1 << cell for cell, slot in enumerate(slots(coffin)) if slot)


def _beside(cell: int) -> int:
    """The cells that touch *cell* by a side."""
    column, row = cell % 3, cell // 3
    across = [cell + step for step in (-1, 1) if 0 <= column + step < 3]
    down = [cell + 3 * step for step in (-1, 1) if 0 <= row + step < 3]
    return sum(1 << other for other in across + down)


_BESIDE = tuple(map(_beside, range(len(CELLS))))


def _open(taken: int) -> tuple[int, ...]:
    return tuple(cell for cell in range(len(CELLS)) if not taken >> cell & 1 and _BESIDE[cell] & taken)


OPEN = tuple(map(_open, range(FULL + 1)))
"""``[filled]``: the cells that may be played to, in reading order."""


# -- lines


def _weight(code: str, counting: Literal["Q", "K"]) -> int:
    """What *code* adds to a line in which the court card *counting* counts 10 and the other none.

    Five bits for its value, then two bits for each suit and for the vampires: how many of them lie in the line. A
    card that counts nothing is still of its suit.
    """
    if code in JOKERS:
        return 1 << 13
    rank = RANK_OF[DECK.card[code]]
    value = rank + 1 if rank < 10 else 10 * (code[0] == counting)
    return value | 1 << 5 + 2 * SUIT_OF[DECK.card[code]]


def _multiplier(counts: int) -> int:
    """The highest that applies; a vampire drains the line."""
    spades, hearts, diamonds, clubs, vampires = (counts >> 2 * kind & 3 for kind in range(5))
    if vampires:
        return 0
    if 3 in (spades, hearts, diamonds, clubs):
        return 4
    if 3 in (spades + clubs, hearts + diamonds):
        return 3
    return 2 if 2 in (spades, hearts, diamonds, clubs) else 1


IN_ROWS = (0, *(_weight(code, "Q") for code in CODES))
"""``[slot]``: what it adds to a row, where Queens count; an empty cell nothing."""
IN_COLUMNS = (0, *(_weight(code, "K") for code in CODES))
"""``[slot]``: what it adds to a column, where Kings count."""
MULTIPLIER = tuple(map(_multiplier, range(1 << 10)))
"""``[weight >> 5]`` of a line's three cards together."""


def line(weight: int) -> int:
    """The score of a line whose cards weigh *weight* together; it may have gaps yet."""
    return (weight & 31) * MULTIPLIER[weight >> 5]


def lines(cells: Sequence[int]) -> tuple[Three, Three]:
    """The scores of the rows and of the columns of nine slots, as they lie."""
    a, b, c, d, e, f, g, h, i = cells
    w = IN_ROWS
    rows = line(w[a] + w[b] + w[c]), line(w[d] + w[e] + w[f]), line(w[g] + w[h] + w[i])
    w = IN_COLUMNS
    return rows, (line(w[a] + w[d] + w[g]), line(w[b] + w[e] + w[h]), line(w[c] + w[f] + w[i]))


def best(rows: Three, columns: Three) -> Pair:
    """What rows and columns score: their best line; if those are equal the second-best, then the third-best."""
    first, second = max(rows), max(columns)
    if first != second:
        return first, second
    by_rank = zip(sorted(rows, reverse=True)[1:], sorted(columns, reverse=True)[1:], strict=True)
    second_best, third_best = by_rank
    return third_best if second_best[0] == second_best[1] else second_best


def rank(rows: Three, columns: Three) -> int:
    """Which lines counted: 0 the best, 1 the second-best, 2 the third-best."""
    pairs = zip(sorted(rows, reverse=True), sorted(columns, reverse=True), strict=True)
    return next((n for n, (row, column) in enumerate(pairs) if row != column), 2)


# -- what is made over and over, made once

CELL: dict[str, int] = {code: cell for cell, code in enumerate(CELLS)}
LAID = tuple({code: CARD[code] + 1 << shift for code in CODES} for shift in _SHIFTS)
"""``[cell][code]``: what it adds to the coffin there."""
