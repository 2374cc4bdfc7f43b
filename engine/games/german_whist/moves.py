"""What a seat may ask for: a card. Each move is made once."""

from msgspec import Struct

from engine.cards import Card
from engine.cards.french import OF_SUIT, PACK, SUIT_OF
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
