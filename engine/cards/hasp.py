"""The deck of HASP: 28 cards, four suits of children (1 to 6) and the village (7 to 10). Rules sheet, section 5."""

from typing import Literal, NewType, TypeAlias

from engine.cards import Card, Deck, Hand, hand
from engine.text import gettext_noop as _

Suit = NewType("Suit", int)
"""Forest, grassland, river, canyon, village: 0 to 4."""

# fmt: off
HaspCode: TypeAlias = Literal[
    "F1", "F2", "F3", "F4", "F5", "F6", "G1", "G2", "G3", "G4", "G5", "G6",
    "R1", "R2", "R3", "R4", "R5", "R6", "C1", "C2", "C3", "C4", "C5", "C6",
    "V7", "V8", "V9", "V10",
]
CODES: tuple[HaspCode, ...] = (
    "F1", "F2", "F3", "F4", "F5", "F6", "G1", "G2", "G3", "G4", "G5", "G6",
    "R1", "R2", "R3", "R4", "R5", "R6", "C1", "C2", "C3", "C4", "C5", "C6",
    "V7", "V8", "V9", "V10",
)
NAMES = (
    _("Forest 1"), _("Forest 2"), _("Forest 3"), _("Forest 4"), _("Forest 5"), _("Forest 6"),
    _("Grassland 1"), _("Grassland 2"), _("Grassland 3"), _("Grassland 4"), _("Grassland 5"), _("Grassland 6"),
    _("River 1"), _("River 2"), _("River 3"), _("River 4"), _("River 5"), _("River 6"),
    _("Canyon 1"), _("Canyon 2"), _("Canyon 3"), _("Canyon 4"), _("Canyon 5"), _("Canyon 6"),
    _("Village 7"), _("Village 8"), _("Village 9"), _("Village 10"),
)
# fmt: on
SUIT_LETTERS = "FGRCV"
SUITS: tuple[str, ...] = ("forest", "grassland", "river", "canyon", "village")
SUIT_NAMES = (_("Forest"), _("Grassland"), _("River"), _("Canyon"), _("Village"))
VILLAGE = Suit(4)

DECK = Deck("hasp", CODES, NAMES)

SUIT_OF: tuple[Suit, ...] = tuple(Suit(SUIT_LETTERS.index(code[0])) for code in CODES)
NUMBER_OF: tuple[int, ...] = tuple(int(code[1:]) for code in CODES)
"""The strength of each card."""
OF_SUIT: tuple[Hand, ...] = tuple(hand(Card(c) for c, suit in enumerate(SUIT_OF) if suit == s) for s in range(5))

Printing: TypeAlias = Literal["h1", "h2", "h3"]
"""Which points stand on the village cards: no source gives them, so there are three house rules (5.4)."""
_CHILDREN = (0, 0, 1, 2, 3, 4)
_VILLAGE: dict[Printing, tuple[int, ...]] = {"h1": (2, 2, 2, 1), "h2": (1, 1, 1, 4), "h3": (1, 1, 2, 3)}
POINTS: dict[Printing, bytes] = {name: bytes((*_CHILDREN * 4, *village)) for name, village in _VILLAGE.items()}
"""By printing, then by card: the points printed on it."""
