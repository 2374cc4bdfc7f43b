"""What a seat may ask for: a card (and the suit it stands for), or the hand-over of a token. Notation: rules sheet.

Moves are made once, here; everything else looks them up.
"""

from __future__ import annotations

from itertools import product
from typing import TypeAlias

from msgspec import Struct

from engine.cards import Card
from engine.cards.decktet import BASIC, SUIT_LETTERS, SUITS_OF, Suit
from engine.events import Seat

MOST_SEATS = 5


class Play(Struct, frozen=True, gc=False):
    """A card, and the one of its suits it stands for where that is the player's to say."""

    card: Card
    suit: Suit | None = None


class Give(Struct, frozen=True, gc=False):
    """A token for *to*; in return one of his of *suit*, or nothing."""

    to: Seat
    suit: Suit | None = None


Move: TypeAlias = Play | Give

PLAIN: tuple[Play, ...] = tuple(Play(Card(card)) for card in range(len(BASIC)))
"""Each card with nothing said."""
DECLARED: tuple[tuple[Play, ...], ...] = tuple(tuple(Play(p.card, suit) for suit in SUITS_OF[p.card]) for p in PLAIN)
"""Each card as each of its suits."""
GIFTS: tuple[tuple[Give, ...], ...] = tuple(
    (*(Give(Seat(to), Suit(suit)) for suit in range(6)), Give(Seat(to))) for to in range(MOST_SEATS)
)
"""By receiver: six suits taken in return, and last nothing."""


def _text(move: Move) -> str:
    suffix = "" if move.suit is None else f"-{SUIT_LETTERS[move.suit]}"
    return f"{BASIC[move.card]}{suffix}" if isinstance(move, Play) else f"give-{move.to}{suffix}"


_TWO_SUITED = (play for plays in DECLARED if len(plays) == 2 for play in plays)
_ALL: tuple[Move, ...] = (*PLAIN, *_TWO_SUITED, *(GIFTS[to][at] for to, at in product(range(MOST_SEATS), range(7))))
TEXT: dict[Move, str] = {move: _text(move) for move in _ALL}
MOVE: dict[str, Move] = {text: move for move, text in TEXT.items()}
