"""Who takes a trick: tables."""

from engine.cards import Card, hand
from engine.cards.french import DECK, HIGH_RANK_OF, PACK, SUIT_OF

CARD: dict[str | None, Card] = {code: DECK.card[code] for code in PACK}
BIT: dict[str | None, int] = {code: 1 << card for code, card in CARD.items()}


def _beats(card: int, led: int, trump: int) -> bool:
    """Whether *card* takes the trick from *led*: the higher one of its suit, aces high, or a trump to another suit."""
    if SUIT_OF[card] == SUIT_OF[led]:
        return HIGH_RANK_OF[card] > HIGH_RANK_OF[led]
    return SUIT_OF[card] == trump


BEATEN_BY = tuple(
    tuple(hand(Card(card) for card in range(len(PACK)) if _beats(card, led, trump)) for led in range(len(PACK)))
    for trump in range(4)
)
"""``[trump][led]``: the cards that take the trick from the card led."""
