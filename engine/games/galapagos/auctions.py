"""Who wins an auction: one number a card, by the suit of the card turned up."""

from engine.cards.french import HIGH_RANK_OF, SUIT_OF

TIES = ((3, 1, 0, 2), (1, 3, 2, 0), (0, 2, 3, 1), (2, 0, 1, 3))
"""``[suit turned][suit bid]``: its own suit, then its colour, then its parity (spades and hearts are major)."""
RED = (False, True, True, False)
"""By suit."""


def _worth(turned: int) -> tuple[int, ...]:
    cards = (4 * rank + TIES[turned][suit] for rank, suit in zip(HIGH_RANK_OF, SUIT_OF, strict=True))
    jokers = (52 + RED[turned], 52 + (not RED[turned]))
    return (*cards, *jokers)


WORTH = tuple(_worth(turned) for turned in range(4))
"""``[suit turned][card]``: the higher bid wins, and no two are equal (A1). A joker beats every card; of two
jokers the one of the colour turned up wins."""
