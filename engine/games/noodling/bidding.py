"""Which bids are legal."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TypeAlias

from engine.games.noodling.moves import HAND, MENU, PRIZES, WAYS, Move, Prize
from engine.games.noodling.pips import CLAIM, GUARD, margin

_REMEMBERED = 1 << 13
"""How many states of the bidding are remembered: margins and claims are small, and the same ones come again."""
Pick: TypeAlias = Callable[[tuple[Move, ...]], tuple[Move, ...]]


def choices(hand: int, front: int, prize: int, need: int) -> tuple[Move, ...]:
    """Every bid that equals what stands, smaller ones first, and last the pass."""
    held, worth, above = MENU[hand], CLAIM[prize], margin(0, need)
    for laid in MENU[front].cards:
        above += worth[laid]
    if len(held.cards) == HAND:
        a, b, c = held.cards
        return _pick(above, worth[a], worth[b], worth[c])(held.moves)
    return _pick(above, *[worth[card] for card in held.cards])(held.moves)


@lru_cache(_REMEMBERED)
def _pick(above: int, *claims: int) -> Pick:
    """Takes from the moves with a hand the bids that will do, and the pass."""
    found, last = _found(above, claims), len(WAYS[len(claims)])
    return itemgetter(*found, last) if found else itemgetter(slice(last, None))


def _found(above: int, claims: Sequence[int]) -> list[int]:
    """Places among the bids in order."""
    sums = claims
    if len(claims) == HAND:
        a, b, c = claims
        sums = (a, b, c, a + b, a + c, b + c, a + b + c)
    elif len(claims) == 2:
        sums = (*claims, claims[0] + claims[1])
    return [place for place, more in enumerate(sums) if above + more & GUARD == GUARD]


def prizes(market: tuple[int, ...]) -> tuple[Prize, ...]:
    return tuple([PRIZES[card] for card in market])
