"""What a seat may ask for, a card, each move made once; and which cards take a trick: tables."""

from msgspec import Struct

from engine.cards import Card, hand
from engine.cards.french import DECK, HIGH_RANK_OF, OF_SUIT, PACK, SUIT_OF
from engine.rows import row_of


class Play(Struct, frozen=True, gc=False):
    """A card to a trick."""

    card: Card


PLAY = tuple(Play(Card(card)) for card in range(len(PACK)))
MOVES: dict[str, Play] = {PACK[play.card]: play for play in PLAY}
NAMES = {play: name for name, play in MOVES.items()}
plays = row_of(PLAY)
"""A play of each card of a hand, in deck order."""


FOLLOWS = tuple(int(OF_SUIT[suit]) for suit in SUIT_OF)
"""``[led]``: the cards of its suit."""


def playable(held: int, trick: tuple[int, ...]) -> int:
    """The cards of *held* that may be played now: any to lead, else those that follow suit, else any."""
    return (held & FOLLOWS[trick[0]] or held) if trick else held


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
