"""How a game of the family stands: what tokens are worth, and what each side may hope for with them."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from engine.game import hopes_by_seat
from engine.games.gasp.tokens import ONE, PER_SIDE, SIDE, row

VICTORY = 100.0
_WORTH = (0.0, 1.0, 2.2)
"""Of none, one and two tokens of a suit: pairs are what wins."""


def worth(tokens: int, side: int) -> float:
    held = row(tokens, side)
    return VICTORY if min(held) == 2 else sum(_WORTH[n] for n in held)


def danger(wealth: float) -> float:
    """What a rival's tokens cost the others: more with each of them."""
    return wealth**2 / 60


_SUITS = range(6)
_ROWS = [bits for bits in range(SIDE + 1) if not bits & bits >> 1 & 0x555]
"""All that one side can hold: no suit three times."""
WEALTH: dict[int, float] = {bits: worth(bits, 0) for bits in _ROWS}
"""By what a side holds, as the next two."""
GAIN: dict[int, tuple[float, ...]] = {}
"""What one more token of each suit is worth; of a suit held twice, what handing it on brings on average."""
LOSS: dict[int, tuple[float, ...]] = {}
"""What that costs a rival."""
_HANDING_ON = 0.6


def _fill() -> None:
    for bits in _ROWS:
        after = [WEALTH.get(bits + ONE[0][suit]) if not bits >> 2 * suit & 2 else None for suit in _SUITS]
        more = [WEALTH[bits] + _HANDING_ON if wealth is None else wealth for wealth in after]
        GAIN[bits] = tuple(wealth - WEALTH[bits] for wealth in more)
        LOSS[bits] = tuple(danger(wealth) - danger(WEALTH[bits]) for wealth in more)


_fill()

_STEEPNESS, _CURVE = 6.6, 1.5
"""Fitted to 500 games of quick play at each of three tables: a token counts for more the more there are."""
_STRENGTH = {bits: _STEEPNESS * (wealth / (6 * _WORTH[2])) ** _CURVE for bits, wealth in WEALTH.items()}
_CERTAIN = 30.0


def hopes(tokens: int, sides: int, seats: int) -> Sequence[float]:
    """For each seat the share of the others that it may hope to beat."""
    strength = [_STRENGTH[tokens >> PER_SIDE * side & SIDE] for side in range(sides)]
    return hopes_by_seat([_hope(mine, strength) for mine in strength], seats)


def _hope(mine: float, strength: Sequence[float]) -> float:
    ahead = sum(1 / (1 + exp(max(-_CERTAIN, min(_CERTAIN, other - mine)))) for other in strength)
    return (ahead - 0.5) / (len(strength) - 1)
