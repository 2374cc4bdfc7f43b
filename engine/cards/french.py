"""The French deck: 52 cards in the order A 2 ... K, each rank as S H D C, then the red and the black joker."""

from typing import Literal, NewType, TypeAlias

from engine.cards import Card, Deck, Hand, hand
from engine.text import gettext_noop as _

Suit = NewType("Suit", int)
"""Spades, hearts, diamonds, clubs: 0 to 3."""

# fmt: off
FrenchCode: TypeAlias = Literal[
    "AS", "AH", "AD", "AC", "2S", "2H", "2D", "2C", "3S", "3H", "3D", "3C", "4S",
    "4H", "4D", "4C", "5S", "5H", "5D", "5C", "6S", "6H", "6D", "6C", "7S", "7H",
    "7D", "7C", "8S", "8H", "8D", "8C", "9S", "9H", "9D", "9C", "TS", "TH", "TD",
    "TC", "JS", "JH", "JD", "JC", "QS", "QH", "QD", "QC", "KS", "KH", "KD", "KC",
    "ZR", "ZB",
]
CODES: tuple[FrenchCode, ...] = (
    "AS", "AH", "AD", "AC", "2S", "2H", "2D", "2C", "3S", "3H", "3D", "3C", "4S",
    "4H", "4D", "4C", "5S", "5H", "5D", "5C", "6S", "6H", "6D", "6C", "7S", "7H",
    "7D", "7C", "8S", "8H", "8D", "8C", "9S", "9H", "9D", "9C", "TS", "TH", "TD",
    "TC", "JS", "JH", "JD", "JC", "QS", "QH", "QD", "QC", "KS", "KH", "KD", "KC",
    "ZR", "ZB",
)
NAMES = (
    _("Ace of Spades"), _("Ace of Hearts"), _("Ace of Diamonds"), _("Ace of Clubs"),
    _("2 of Spades"), _("2 of Hearts"), _("2 of Diamonds"), _("2 of Clubs"),
    _("3 of Spades"), _("3 of Hearts"), _("3 of Diamonds"), _("3 of Clubs"),
    _("4 of Spades"), _("4 of Hearts"), _("4 of Diamonds"), _("4 of Clubs"),
    _("5 of Spades"), _("5 of Hearts"), _("5 of Diamonds"), _("5 of Clubs"),
    _("6 of Spades"), _("6 of Hearts"), _("6 of Diamonds"), _("6 of Clubs"),
    _("7 of Spades"), _("7 of Hearts"), _("7 of Diamonds"), _("7 of Clubs"),
    _("8 of Spades"), _("8 of Hearts"), _("8 of Diamonds"), _("8 of Clubs"),
    _("9 of Spades"), _("9 of Hearts"), _("9 of Diamonds"), _("9 of Clubs"),
    _("10 of Spades"), _("10 of Hearts"), _("10 of Diamonds"), _("10 of Clubs"),
    _("Jack of Spades"), _("Jack of Hearts"), _("Jack of Diamonds"), _("Jack of Clubs"),
    _("Queen of Spades"), _("Queen of Hearts"), _("Queen of Diamonds"), _("Queen of Clubs"),
    _("King of Spades"), _("King of Hearts"), _("King of Diamonds"), _("King of Clubs"),
    _("Red Joker"), _("Black Joker"),
)
# fmt: on
SUITS: tuple[str, ...] = ("spades", "hearts", "diamonds", "clubs")
SUITS_SHOWN = (0, 1, 3, 2)
"""By suit: its place in a hand that is shown, black and red in turn: spades, hearts, clubs, diamonds."""
SUIT_NAMES = (_("Spades"), _("Hearts"), _("Diamonds"), _("Clubs"))

DECK = Deck("french", CODES, NAMES)
VAMPIRES = Deck("french-vampires", CODES, (*NAMES[:52], _("Red Vampire"), _("Black Vampire")))
"""The same cards as Dracula has them: its jokers are vampires."""
PACK = CODES[:52]
"""The 52 cards without jokers, in deck order."""
JOKERS = CODES[52:]

SUIT_OF: tuple[Suit, ...] = tuple(Suit(i % 4) for i in range(52))
RANK_OF: tuple[int, ...] = tuple(i // 4 for i in range(52))
"""Ace 0, two 1, ... king 12: low-ace order."""
HIGH_RANK_OF: tuple[int, ...] = tuple((rank - 1) % 13 for rank in RANK_OF)
"""Two 0, ... king 11, ace 12."""
OF_SUIT: tuple[Hand, ...] = tuple(hand(Card(i) for i in range(s, 52, 4)) for s in range(4))
OF_RANK: tuple[Hand, ...] = tuple(hand(Card(i) for i in range(4 * r, 4 * r + 4)) for r in range(13))
