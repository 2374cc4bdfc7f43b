"""Following and winning: what the whole family shares about a trick. Rules sheet, section 1.

A trick is a row of *plays*: a card and the suit said with it, packed in one int, so that a state stays small.
"""

from collections.abc import Sequence

from engine.cards import Card, Hand, hand
from engine.cards.decktet import BASIC, SUIT_BITS, SUITS_OF, Suit
from engine.games.gasp.moves import DECLARED, PLAIN, Play

CARDS = len(BASIC)
PACK = Hand((1 << CARDS) - 1)
FIRST_CROWN = CARDS - 6
"""Aces are cards 0 to 5 and crowns the last six, both in the order of the suits."""

VALUE: tuple[int, ...] = (1,) * 6 + tuple(int(code[0]) for code in BASIC[6:FIRST_CROWN]) + (10,) * 6
RAISED = 11
"""An Ace whose crown lies in the trick."""

FOLLOWS: tuple[Hand, ...] = tuple(
    hand(Card(c) for c in range(CARDS) if SUIT_BITS[c] & SUIT_BITS[led]) for led in range(CARDS)
)
"""The cards that share a suit with the one led."""

_PER_CARD = 7


def packed(card: int, suit: int | None) -> int:
    return card * _PER_CARD + (0 if suit is None else suit + 1)


CARD: tuple[Card, ...] = tuple(Card(play // _PER_CARD) for play in range(CARDS * _PER_CARD))
SAID: tuple[Suit | None, ...] = tuple(
    Suit(play % _PER_CARD - 1) if play % _PER_CARD else None for play in range(CARDS * _PER_CARD)
)


def _options_to(card: Card, led: Card) -> tuple[Play, ...]:
    """A card that shares both suits of the one led must say which it stands for (G4)."""
    return DECLARED[card] if (SUIT_BITS[card] & SUIT_BITS[led]).bit_count() == 2 else (PLAIN[card],)


def _options_of_lead(card: Card) -> tuple[Play, ...]:
    return DECLARED[card] if len(SUITS_OF[card]) == 2 else (PLAIN[card],)


LEADS: tuple[tuple[Play, ...], ...] = tuple(_options_of_lead(play.card) for play in PLAIN)
"""By card: the ways to lead it."""
REPLIES: tuple[tuple[tuple[Play, ...], ...], ...] = tuple(
    tuple(_options_to(play.card, led.card) for play in PLAIN) for led in PLAIN
)
"""By card led, then by card: the ways to play it."""
MATES: tuple[Hand, ...] = tuple(
    hand(Card(c) for c, plays in enumerate(replies) if len(plays) == 2) for replies in REPLIES
)
"""By card led: the cards that share both of its suits."""


def playable(held: int, trick: Sequence[int]) -> int:
    """The cards of *held* that may be played now: any to lead, else those that follow, else any (G1)."""
    return (held & FOLLOWS[CARD[trick[0]]]) or held if trick else held


def on_table(trick: Sequence[int]) -> Hand:
    return hand(CARD[play] for play in trick)


def value(card: int, table: int) -> int:
    """What *card* counts among the cards on the *table*: an Ace 11 beside its crown, in either order (G5)."""
    return RAISED if card < 6 and table >> (card + FIRST_CROWN) & 1 else VALUE[card]


_BIT: tuple[int, ...] = tuple(1 << card for card in CARD)
WORTH: tuple[bytes, ...] = tuple(
    bytes(VALUE[card] if FOLLOWS[led] >> card & 1 else 0 for card in CARD) for led in range(CARDS)
)
"""By card led, then by play: its value, or 0 where it does not follow and so cannot win."""


def holder(trick: Sequence[int]) -> int:
    """The place in *trick* of the card that wins it: the highest that follows the lead, the later of equals (G6)."""
    worth = WORTH[CARD[trick[0]]]
    best = at = table = 0
    for place, play in enumerate(trick):
        table |= _BIT[play]
        if worth[play] >= best:
            best, at = worth[play], place
    return _holder_with_raised_ace(trick, table) if table >> FIRST_CROWN & table else at


def _holder_with_raised_ace(trick: Sequence[int], table: int) -> int:
    """The Aces whose crowns are on the *table* count 11."""
    worth = WORTH[CARD[trick[0]]]
    values = [value(CARD[play], table) if worth[play] else 0 for play in trick]
    return len(trick) - 1 - values[::-1].index(max(values))


def _shared(led: int, play: int) -> Suit:
    said, common = SAID[play], SUIT_BITS[led] & SUIT_BITS[CARD[play]]
    return Suit(common.bit_length() - 1) if said is None else said


SHARED: tuple[tuple[Suit, ...], ...] = tuple(
    tuple(_shared(led, play) for play in range(CARDS * _PER_CARD)) for led in range(CARDS)
)


def won_in(trick: Sequence[int], at: int) -> Suit:
    """The suit that the card at *at* wins in: the one it shares with the lead, or that its player named."""
    return SHARED[CARD[trick[0]]][trick[at]]
