"""Sets of cards as rows, and what cards count: pips and trumps in a bid, aces and crowns in the scoring. Tables."""

from engine.cards import Card, Hand, cards, hand
from engine.cards.decktet import BASIC, CODES, DECK, SUIT_BITS, DecktetCode
from engine.rows import Row, row_of

codes: Row[DecktetCode] = row_of(CODES)
row: Row[Card] = row_of(tuple(Card(card) for card in range(len(CODES))))


RANKS = "23456789"
EXCUSE = DECK.card["X"]
SIDE = CODES[36:]
"""Pawns, courts and the Excuse, which is the last and stays out for two players."""
NUMBERS_LOW, NUMBERS_HIGH, SINGLES = (
    tuple(code for code in BASIC if code[0] in ranks) for ranks in ("2345", "6789", "AC")
)
STAGES = (NUMBERS_LOW, NUMBERS_HIGH, SINGLES)
"""Stages I to III, as they are before the shuffle."""
MAJORS: Hand = DECK.hand(SINGLES)
"""Aces and crowns."""

LEAST = 3
"""The pips of a first bid, with any number of trumps: as a claim."""
TRUMP = 1 << 8
GUARD = 0x8080
"""A bit above each of the two numbers of a claim."""


def _kinds(card: int) -> int:
    """The pip kinds on a card as bits: six suits, and the ranks 2 to 9, which count as suits."""
    rank = CODES[card][0]
    return SUIT_BITS[card] | (1 << 6 + RANKS.index(rank) if rank in RANKS else 0)


def _claim(prize: int, card: int) -> int:
    """The Excuse is one pip of any kind, so always a trump."""
    if card == EXCUSE:
        return 1 + TRUMP
    return PIPS[card] + TRUMP * (_kinds(card) & _kinds(prize)).bit_count()


PIPS = tuple(1 if card == EXCUSE else _kinds(card).bit_count() for card in range(len(CODES)))
CLAIM = tuple(tuple(_claim(prize, card) for card in range(len(CODES))) for prize in range(len(BASIC)))
"""``[prize][card]``: pips, and trumps times 256, in one number. Claims add up: three cards have 9 pips at most."""
MATCHES: tuple[Hand, ...] = tuple(
    hand(major for major in cards(MAJORS) if SUIT_BITS[major] & SUIT_BITS[card]) for card in range(len(CODES))
)
"""By card: the aces and crowns of its suits."""


def claim(prize: int, bid: int) -> int:
    """What the cards of *bid* come to."""
    worth = CLAIM[prize]
    return sum([worth[card] for card in row(bid)])


def spelt(claimed: int) -> tuple[int, int]:
    """Pips and trumps of a claim."""
    return claimed % TRUMP, claimed // TRUMP


def margin(claimed: int, need: int) -> int:
    """What :func:`enough` asks for: by how much *claimed* is above *need*, in both numbers apart."""
    return GUARD + claimed - need


def enough(above: int) -> bool:
    """Whether neither number of the margin fell below."""
    return above & GUARD == GUARD


# -- scores


def score(pool: int, owned: int, *, excuse: bool) -> int:
    """The square of the matching aces and crowns for each card of *pool*; the Excuse adds one to the best of them."""
    matches = [(MATCHES[card] & owned).bit_count() for card in row(pool)]
    return sum([n * n for n in matches]) + (2 * max(matches) + 1 if excuse and matches else 0)
