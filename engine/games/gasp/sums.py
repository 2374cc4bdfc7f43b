"""Winning where two sides add up their cards: pairs and duel. Rules sheet, sections 2 and 3."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards.decktet import SUIT_BITS
from engine.games.gasp.tricks import CARD, CARDS, FIRST_CROWN, RAISED, VALUE


class Command(NamedTuple):
    """Who is in command of a trick, complete or not: the side that played the card at *place*.

    That card is its highest in the suit, the later of equals: in pairs its player leads next.
    """

    place: int
    suits: int
    """As bits: two if both suits of the lead reach the *score*."""
    score: int


SHARED: tuple[bytes, ...] = tuple(
    bytes(SUIT_BITS[led] & SUIT_BITS[card] for card in range(CARDS)) for led in range(CARDS)
)
"""By card led, then by card: the suits that count, as bits."""
ONLY: tuple[int | None, ...] = tuple(
    bits.bit_length() - 1 if bits.bit_count() == 1 else None for bits in range(1 << len("MSWLYK"))
)
"""By suits as bits: the suit, if it is one."""


def command(trick: Sequence[int], *, own_crown: bool) -> Command:
    """The side in command after each card, in the order of play, by final values: the last of them."""
    return Command(*decided([CARD[play] for play in trick], own_crown))


def decided(cards: Sequence[int], own_crown: bool) -> tuple[int, int, int]:
    """:class:`Command` over *cards* without its name, which costs a game as much time as the judgement."""
    worth, shared = values(cards, own_crown=own_crown), SHARED[cards[0]]
    best, place, suits = worth[0], 0, SUIT_BITS[cards[0]]
    for at in range(1, len(cards)):
        mine = shared[cards[at]]
        if not mine:
            continue
        both = mine & shared[cards[at - 2]] if at >= 2 else 0
        score = worth[at] + worth[at - 2] if both else worth[at]
        if score >= best:
            best, suits = score, both or mine
            place = at - 2 if both and worth[at - 2] > worth[at] else at
    return place, suits, best


def values(cards: Sequence[int], *, own_crown: bool) -> list[int]:
    """What each card counts: an Ace 11 beside its crown, which with *own_crown* may be its own side's."""
    worth = [VALUE[card] for card in cards]
    for at, card in enumerate(cards):
        if card < 6 and card + FIRST_CROWN in (cards if own_crown else cards[1 - at % 2 :: 2]):
            worth[at] = RAISED
    return worth


def counting(trick: Sequence[int], won: Command) -> list[int]:
    """The places in *trick* of the cards that make the score of the side in command."""
    shared = SHARED[CARD[trick[0]]]
    return [at for at in range(won.place % 2, len(trick), 2) if shared[CARD[trick[at]]] & won.suits]


def raided(trick: Sequence[int], place: int, suit: int) -> int | None:
    """The place in *trick* of the crown of *suit*, if the winner's side played the Ace to it and the other side it.

    An Ace of the suit won in follows, and so counts.
    """
    cards = [CARD[play] for play in trick]
    if suit not in cards[place % 2 :: 2]:
        return None
    crown = suit + FIRST_CROWN
    return next((at for at in range(1 - place % 2, len(cards), 2) if cards[at] == crown), None)
