"""What may be played, who takes a trick and what it counts: tables and pure functions. Rules sheet, 5.1 and 5.4."""

from collections.abc import Sequence

from engine.cards import Card, Hand
from engine.cards.hasp import CODES, NUMBER_OF, OF_SUIT, SUIT_OF, VILLAGE, HaspCode
from engine.games.hasp.model import MOST_SEATS, SuitCode
from engine.games.hasp.moves import NO_TRUMP

CARDS = len(CODES)
DECK_MASK = Hand((1 << CARDS) - 1)
SUITS = 5
PACKS: dict[int, tuple[HaspCode, ...]] = {
    4: CODES,
    3: tuple(code for code in CODES if code[1:] != "1"),
    2: tuple(code for code in CODES if code[1:] not in "12"),
}
"""By seats: the cards in play, in deck order. Three do without the 1s, two without the 2s as well."""
CLOCKWISE: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple((first + i) % seats for i in range(seats)) for first in range(seats)) for seats in range(MOST_SEATS + 1)
)
"""By seats, then by the first of them."""
FOLLOWS: tuple[Hand, ...] = tuple(OF_SUIT[suit] for suit in SUIT_OF)
"""By card led: the cards of its suit. Village and announced trump are two suits (H1)."""
TRUMPS: tuple[Hand, ...] = (*(Hand(OF_SUIT[suit] | OF_SUIT[VILLAGE]) for suit in range(NO_TRUMP)), OF_SUIT[VILLAGE])
"""By trump."""


def playable(held: int, trick: Sequence[int], trump: int) -> int:
    """The cards of *held* that may be played: of the suit led, else any trump (H2, H3), else any."""
    return (held & FOLLOWS[trick[0]]) or (held & TRUMPS[trump]) or held if trick else held


def _strength(card: int, led: int, trump: int) -> int:
    """0 for a card that cannot win."""
    if TRUMPS[trump] >> card & 1:
        return 10 + NUMBER_OF[card]
    return NUMBER_OF[card] if SUIT_OF[card] == SUIT_OF[led] else 0


STRENGTH: tuple[tuple[bytes, ...], ...] = tuple(
    tuple(bytes(_strength(card, led, trump) for card in range(CARDS)) for led in range(CARDS))
    for trump in range(NO_TRUMP + 1)
)
"""By trump, then by card led, then by card."""


def holder(trick: Sequence[int], trump: int) -> int:
    """The place in *trick* of the card that wins it."""
    strength = STRENGTH[trump][trick[0]]
    powers = [strength[card] for card in trick]
    return powers.index(max(powers))


# -- what the cards count


def worth(trick: Sequence[int], values: bytes) -> int:
    return sum([values[card] for card in trick])


# -- what a card shows about the hand that it came from


def _voids(card: int, led: int, trump: int) -> int:
    """The suits, as bits, that a seat has none of when it answers *led* with *card*."""
    if SUIT_OF[card] == SUIT_OF[led]:
        return 0
    void = 1 << SUIT_OF[led]
    if not TRUMPS[trump] >> card & 1:
        void |= 1 << VILLAGE | (0 if trump == NO_TRUMP else 1 << trump)
    return void


VOIDS: tuple[tuple[bytes, ...], ...] = tuple(
    tuple(bytes(_voids(card, led, trump) for card in range(CARDS)) for led in range(CARDS))
    for trump in range(NO_TRUMP + 1)
)
"""By trump, then by card led, then by card."""
NONE_OF: tuple[Hand, ...] = tuple(
    Hand(sum(OF_SUIT[suit] for suit in range(SUITS) if bits >> suit & 1)) for bits in range(1 << SUITS)
)
"""By void suits as bits: the cards that are not held."""
SUIT_CODES: tuple[SuitCode, ...] = ("F", "G", "R", "C", "V")
VOID_CODES: tuple[tuple[SuitCode, ...], ...] = tuple(
    tuple(code for suit, code in enumerate(SUIT_CODES) if bits >> suit & 1) for bits in range(1 << SUITS)
)
"""By void suits as bits: their letters."""
VOID_BITS = {codes: bits for bits, codes in enumerate(VOID_CODES)}


def none_of(suits: tuple[SuitCode, ...]) -> Hand:
    """The cards that a hand void in *suits* does not hold."""
    return NONE_OF[VOID_BITS[suits]]


CARD: dict[str, Card] = {code: Card(card) for card, code in enumerate(CODES)}
