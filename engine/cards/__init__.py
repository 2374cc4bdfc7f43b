"""Cards as small ints, hands as sets of them in one int (bit *n* is card *n* of the deck, in deck order).

Outside the engine a card is its code in the notation of the log; :class:`Deck` crosses between the two.
"""

from collections.abc import Iterable, Iterator
from typing import NewType

Card = NewType("Card", int)
"""The place of a card in its deck's order, from 0."""
Hand = NewType("Hand", int)
"""A set of cards in one int: hashable, copied for free, ``&`` and ``|`` are set operations."""


class Deck:
    """A deck in deck order: codes to cards and back, and the names that people say.

    ``key`` is the sprite's name of the deck; ``names`` are English and marked for translation.
    """

    def __init__(self, key: str, codes: tuple[str, ...], names: tuple[str, ...]) -> None:
        self.key = key
        self.codes = codes
        self.names = dict(zip(codes, names, strict=True))
        self.card: dict[str, Card] = {code: Card(i) for i, code in enumerate(codes)}

    def __len__(self) -> int:
        return len(self.codes)

    def hand(self, codes: Iterable[str]) -> Hand:
        bits = 0
        for code in codes:
            bits |= 1 << self.card[code]
        return Hand(bits)

    def coded(self, hand: int) -> tuple[str, ...]:
        """The codes of *hand*, in deck order."""
        return tuple(self.codes[card] for card in cards(hand))


def hand(cards: Iterable[int]) -> Hand:
    bits = 0
    for card in cards:
        bits |= 1 << card
    return Hand(bits)


def cards(hand: int) -> Iterator[Card]:
    """The cards of *hand*, in deck order."""
    while hand:
        low = hand & -hand
        yield Card(low.bit_length() - 1)
        hand ^= low
