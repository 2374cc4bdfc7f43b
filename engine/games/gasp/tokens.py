"""Who holds which tokens, all in one int: 12 bits a side, two a suit. Rules sheet, section 1, "Tokens after a trick".

A side is a seat, or in the games for teams a team. Gaining and losing a token is adding and subtracting ``ONE``.
"""

from engine.games.gasp.moves import GIFTS, MOST_SEATS, Give

CAP = 2
PER_SIDE = 12
SIDE = (1 << PER_SIDE) - 1
FULL = 0b10_10_10_10_10_10
"""Two tokens of each suit: the game is won."""

ONE: tuple[tuple[int, ...], ...] = tuple(
    tuple(1 << PER_SIDE * side + 2 * suit for suit in range(6)) for side in range(MOST_SEATS)
)
"""By side, then by suit: one token."""
EACH_TWICE: tuple[tuple[int, ...], ...] = tuple(
    tuple(sum(2 * ONE[side][suit] for side in range(sides)) for suit in range(6)) for sides in range(MOST_SEATS + 1)
)
"""By number of sides, then by suit: every side holds two."""
_ROWS: dict[int, tuple[int, ...]] = {}


def _fill_rows() -> None:
    for index in range(3**6):
        row = tuple(index // 3**suit % 3 for suit in range(6))
        _ROWS[sum(n << 2 * suit for suit, n in enumerate(row))] = row


_fill_rows()


def count(tokens: int, side: int, suit: int) -> int:
    return tokens >> (PER_SIDE * side + 2 * suit) & 3


def row(tokens: int, side: int) -> tuple[int, ...]:
    """How many tokens *side* holds of each suit."""
    return _ROWS[tokens >> PER_SIDE * side & SIDE]


def packed(rows: tuple[tuple[int, ...], ...]) -> int:
    return sum(n * ONE[side][suit] for side, held in enumerate(rows) for suit, n in enumerate(held))


def full(tokens: int, side: int) -> bool:
    return tokens >> PER_SIDE * side & SIDE == FULL


def gifts(tokens: int, sides: int, giver: int, suit: int) -> tuple[Give, ...]:
    """The ways to hand on a token of *suit*: to whom, and for which token; nothing only if there is none (G9).

    Who holds two of the suit is immune.
    """
    wanted, second = _short(tokens >> PER_SIDE * giver), 2 << 2 * suit
    found: tuple[Give, ...] = ()
    for side in range(sides):
        theirs = tokens >> PER_SIDE * side
        if not theirs & second and side != giver:
            found += _GIFTS[side][wanted & _some(theirs)]
    return found


_EACH = 0b01_01_01_01_01_01


def _some(side: int) -> int:
    """The suits held at all, as the low bits of the pairs."""
    return (side | side >> 1) & _EACH


def _short(side: int) -> int:
    """The suits held fewer than twice, as the low bits of the pairs."""
    return ~(side >> 1) & _EACH


def _gifts_to(side: int, offered: int) -> tuple[Give, ...]:
    return tuple(GIFTS[side][suit] for suit in range(6) if offered >> 2 * suit & 1) or (GIFTS[side][6],)


_GIFTS: tuple[dict[int, tuple[Give, ...]], ...] = tuple(
    {_some(index): _gifts_to(side, _some(index)) for index in range(1 << PER_SIDE)} for side in range(MOST_SEATS)
)
