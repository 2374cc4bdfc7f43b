"""What a seat may ask for: a card (and the suit it stands for), the hand-over of a token, or one of two suits.

Notation: rules sheet.

Moves are made once, here; everything else looks them up.
"""

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
    """A token for *to* (a team is named by its lower seat); in return one of theirs of *suit*, or nothing."""

    to: Seat
    suit: Suit | None = None


class Choose(Struct, frozen=True, gc=False):
    """*suit*, of the two that a trick was won in alike: pairs and duel."""

    suit: Suit


Move: TypeAlias = Play | Give | Choose

PLAIN: tuple[Play, ...] = tuple(Play(Card(card)) for card in range(len(BASIC)))
"""Each card with nothing said."""
DECLARED: tuple[tuple[Play, ...], ...] = tuple(tuple(Play(p.card, suit) for suit in SUITS_OF[p.card]) for p in PLAIN)
"""Each card as each of its suits."""
GIFTS: tuple[tuple[Give, ...], ...] = tuple(
    (*(Give(Seat(to), Suit(suit)) for suit in range(6)), Give(Seat(to))) for to in range(MOST_SEATS)
)
"""By receiver: six suits taken in return, and last nothing."""
CHOICES: tuple[Choose, ...] = tuple(Choose(Suit(suit)) for suit in range(6))
"""By suit."""
SUIT_CHOICES: tuple[tuple[Choose, ...], ...] = tuple(tuple(CHOICES[suit] for suit in SUITS_OF[p.card]) for p in PLAIN)
"""By card led: the suits that a trick may be won in alike."""


def _text(move: Move) -> str:
    if isinstance(move, Choose):
        return f"suit-{SUIT_LETTERS[move.suit]}"
    suffix = "" if move.suit is None else f"-{SUIT_LETTERS[move.suit]}"
    return f"{BASIC[move.card]}{suffix}" if isinstance(move, Play) else f"give-{move.to}{suffix}"


def _gifts(sides: int) -> tuple[Give, ...]:
    return tuple(GIFTS[to][at] for to, at in product(range(sides), range(7)))


_TWO_SUITED = (play for plays in DECLARED if len(plays) == 2 for play in plays)
_OF_STANDARD: tuple[Move, ...] = (*PLAIN, *_TWO_SUITED, *_gifts(MOST_SEATS))
_OF_TWO_SIDES: tuple[Move, ...] = (*PLAIN, *CHOICES, *_gifts(2))
TEXT: dict[Move, str] = {move: _text(move) for move in (*_OF_STANDARD, *_OF_TWO_SIDES)}
MOVE: dict[str, Move] = {TEXT[move]: move for move in _OF_STANDARD}
"""For three to five players, each for themselves."""
TWO_SIDED_MOVE: dict[str, Move] = {TEXT[move]: move for move in _OF_TWO_SIDES}
"""For pairs and duel: no suit is said with a card."""
