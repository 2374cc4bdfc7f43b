"""Who takes a trick, and what it counts: tables and pure functions."""

from collections.abc import Sequence

from engine.cards import Card, hand
from engine.cards.french import DECK, HIGH_RANK_OF, PACK, RANK_OF, SUIT_OF

FOUR_CARDS = 4
"""The points of a quack-quack: two tricks, face up."""


# -- tricks of two cards


def _worth(led: int, card: int, ranks: Sequence[int], sign: int) -> int:
    """The points of lead and reply: the leader's above 0, the follower's below; 0 is a match, not yet a trick."""
    if RANK_OF[led] == RANK_OF[card]:
        return 0
    if SUIT_OF[led] != SUIT_OF[card]:
        return 2
    return -1 if sign * ranks[card] > sign * ranks[led] else 1


DUCK_WORTH = tuple(tuple(_worth(led, card, RANK_OF, -1) for card in range(52)) for led in range(52))
"""``[led][card]`` while stock lasts: the lowest card of the suit led wins, Ace low."""
SOUP_WORTH = tuple(tuple(_worth(led, card, HIGH_RANK_OF, 1) for card in range(52)) for led in range(52))
"""``[led][card]`` without a stock: the highest card of the suit led wins, Ace high."""
BEATEN_BY_IN_DUCK, BEATEN_BY_IN_SOUP = (
    tuple(hand(Card(card) for card in range(52) if row[card] < 0) for row in table)
    for table in (DUCK_WORTH, SOUP_WORTH)
)
"""The cards that win against the card led."""


# -- what is made over and over, made once

CARD: dict[str | None, Card] = {code: DECK.card[code] for code in PACK}
BIT: dict[str | None, int] = {code: 1 << card for code, card in CARD.items()}
