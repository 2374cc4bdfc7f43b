"""The Decktet: 36 basic cards, and the 45 with pawns, courts and the Excuse. Rules sheet, section 0."""

from typing import Literal, NewType, TypeAlias

from engine.cards import Deck, Hand, hand
from engine.text import gettext_noop as _

Suit = NewType("Suit", int)
"""Moons, Suns, Waves, Leaves, Wyrms, Knots: 0 to 5."""

# fmt: off
DecktetCode: TypeAlias = Literal[
    "AM", "AS", "AW", "AL", "AY", "AK", "2MK", "2SY", "2WL", "3MW", "3SK", "3LY",
    "4MS", "4WL", "4YK", "5ML", "5SW", "5YK", "6MW", "6SY", "6LK", "7ML", "7SK", "7WY",
    "8MS", "8WL", "8YK", "9MS", "9WY", "9LK", "CM", "CS", "CW", "CL", "CY", "CK",
    "PMSL", "PMYK", "PSWK", "PWLY", "TMWK", "TMLY", "TSWY", "TSLK", "X",
]
CODES: tuple[DecktetCode, ...] = (
    "AM", "AS", "AW", "AL", "AY", "AK", "2MK", "2SY", "2WL", "3MW", "3SK", "3LY",
    "4MS", "4WL", "4YK", "5ML", "5SW", "5YK", "6MW", "6SY", "6LK", "7ML", "7SK", "7WY",
    "8MS", "8WL", "8YK", "9MS", "9WY", "9LK", "CM", "CS", "CW", "CL", "CY", "CK",
    "PMSL", "PMYK", "PSWK", "PWLY", "TMWK", "TMLY", "TSWY", "TSLK", "X",
)
NAMES = (
    _("Ace of Moons"), _("Ace of Suns"), _("Ace of Waves"), _("Ace of Leaves"), _("Ace of Wyrms"), _("Ace of Knots"),
    _("Author"), _("Desert"), _("Origin"), _("Journey"), _("Painter"), _("Savage"),
    _("Mountain"), _("Sailor"), _("Battle"), _("Forest"), _("Discovery"), _("Soldier"),
    _("Lunatic"), _("Penitent"), _("Market"), _("Chance Meeting"), _("Castle"), _("Cave"),
    _("Diplomat"), _("Mill"), _("Betrayal"), _("Pact"), _("Darkness"), _("Merchant"),
    _("Huntress"), _("Bard"), _("Sea"), _("End"), _("Calamity"), _("Windfall"),
    _("Harvest"), _("Watchman"), _("Light Keeper"), _("Borderland"), _("Consul"), _("Rite"),
    _("Island"), _("Window"), _("Excuse"),
)
# fmt: on
SUIT_LETTERS = "MSWLYK"
SUITS: tuple[str, ...] = ("moons", "suns", "waves", "leaves", "wyrms", "knots")
SUIT_NAMES = (_("Moons"), _("Suns"), _("Waves"), _("Leaves"), _("Wyrms"), _("Knots"))

DECK = Deck("decktet", CODES, NAMES)
BASIC = CODES[:36]
"""Aces, 2 to 9, crowns: the 36 cards of the basic deck, in deck order."""

SUITS_OF: tuple[tuple[Suit, ...], ...] = tuple(
    tuple(Suit(SUIT_LETTERS.index(letter)) for letter in code[1:]) for code in CODES
)
"""The suits of each card in conventional order; none for the Excuse."""
SUIT_BITS: tuple[int, ...] = tuple(sum(1 << suit for suit in suits) for suits in SUITS_OF)
OF_SUIT: tuple[Hand, ...] = tuple(
    hand(card for card in range(len(CODES)) if SUIT_BITS[card] >> suit & 1) for suit in range(6)
)
