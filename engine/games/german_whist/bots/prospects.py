"""What a card is worth in the hand, how likely a lead holds, and what a seat may hope for with the tricks it has."""

from math import exp, sqrt

from engine.cards.french import HIGH_RANK_OF, PACK, SUIT_OF
from engine.games.german_whist.moves import BEATEN_BY, FOLLOWS
from engine.pairs import Pair


def _worth(card: int, trump: int) -> float:
    """The tricks that a card should bring when they count: any trump, and beside them little but aces and kings."""
    height = HIGH_RANK_OF[card] / 12
    return 0.65 + 0.4 * height if SUIT_OF[card] == trump else 0.9 * height**5


WORTH = tuple(tuple(_worth(card, trump) for card in range(len(PACK))) for trump in range(4))
"""``[trump][card]``."""
HIGHER = tuple(BEATEN_BY[SUIT_OF[card]][card] for card in range(len(PACK)))
"""``[card]``: the higher ones of its suit. (With that suit as trump nothing else beats it.)"""
RUFFS = tuple(tuple(BEATEN_BY[trump][card] & ~HIGHER[card] for card in range(len(PACK))) for trump in range(4))
"""``[trump][card]``: the trumps that beat it, which only a hand without its suit may play."""
_NONE = tuple(tuple(tuple((1 - held / of) ** n for n in range(14)) for held in range(of + 1)) for of in range(1, 53))


def holds(card: int, trump: int, unseen: int, hidden: int, known: int) -> float:
    """How likely *card* wins when it is led to *known* cards and *hidden* ones out of those *unseen*."""
    if known & HIGHER[card]:
        return 0.0
    none_of = _NONE[max(unseen.bit_count(), 1) - 1][hidden]
    unbeaten = none_of[(unseen & HIGHER[card]).bit_count()]
    if known & FOLLOWS[card]:
        return unbeaten
    ruffs = RUFFS[trump][card]
    void = none_of[(unseen & FOLLOWS[card]).bit_count()]
    return unbeaten - void * (1.0 if known & ruffs else 1 - none_of[(unseen & ruffs).bit_count()])


_STEEPNESS = 0.45
"""What a trick ahead is worth after the last deal; even a won deal is judged by its margin."""
_PER_DEAL = 0.6
"""How fast that fades with the deals to come."""


def hopes(totals: Pair, to_come: int) -> tuple[float, float]:
    """What each seat may hope for with these *totals*, when *to_come* deals are left."""
    ahead = totals[0] - totals[1]
    first = 1 / (1 + exp(-_STEEPNESS * ahead / sqrt(1 + _PER_DEAL * to_come)))
    return first, 1 - first
