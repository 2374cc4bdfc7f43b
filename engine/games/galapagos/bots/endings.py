"""The last tricks, counted out: from the melds on both hands are known to who remembers the bids."""

from functools import lru_cache

from engine.cards import Card, cards
from engine.games.galapagos.scores import trick_points
from engine.games.galapagos.tricks import WINS, replies
from engine.pairs import Pair

LAST_TRICKS = 4
"""How many tricks are looked through to the end."""


def best_difference(mine: int, theirs: int, trumps: Pair, taken: Pair, led: Card | None, card: Card) -> int:
    """The points of the second phase, mine less the other's, if I play *card* and both go on as well as they can.

    Own figures come first in each pair; *led* is the other's card that I answer, if there is one.
    """
    own, other = trumps
    if led is None:
        return -max(
            _after(theirs, mine & ~(1 << card), (other, own), (taken[1], taken[0]), card, reply)
            for reply in cards(replies(theirs, card, own, other))
        )
    return _after(mine, theirs, trumps, taken, led, card)


def _after(mine: int, theirs: int, trumps: Pair, taken: Pair, led: Card, reply: Card) -> int:
    """The difference for who answers *led* with *reply*; the card led has left the other hand."""
    own, other = trumps
    mine &= ~(1 << reply)
    if WINS[other][own][led] >> reply & 1:
        return _leading(mine, theirs, trumps, (taken[0] + 1, taken[1]))
    return -_leading(theirs, mine, (other, own), (taken[1] + 1, taken[0]))


@lru_cache(1 << 14)
def _leading(mine: int, theirs: int, trumps: Pair, taken: Pair) -> int:
    """The difference for who has just won a trick and leads to the next."""
    if not mine:
        points = trick_points(taken, 0)
        return points[0] - points[1]
    return max(best_difference(mine, theirs, trumps, taken, None, card) for card in cards(mine))
