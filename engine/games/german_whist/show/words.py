"""How the game speaks of suits."""

from engine.cards.french import SUIT_NAMES, SUIT_OF, SUITS
from engine.games.german_whist.model import SUIT_CODES, SuitCode
from engine.games.german_whist.tricks import CARD
from engine.text import Ref, Text, suit


def suit_of(code: str) -> Ref:
    """The suit of a card, within a sentence."""
    return suit(SUITS[SUIT_OF[CARD[code]]])


def suit_named(code: SuitCode) -> Ref:
    """A suit with its sign."""
    return suit(SUITS[SUIT_CODES.index(code)])


def named(code: SuitCode) -> Text:
    """A suit on its own."""
    return Text(SUIT_NAMES[SUIT_CODES.index(code)])
