"""How good a move looks at first sight: what the greedy bot plays by.

For the stock: what the hand is worth after the trick, with the card taken or one drawn unseen in place of the card
played. Later: the trick itself, less what the card would bring later.
"""

from engine.cards import cards
from engine.games.german_whist.bots.prospects import WORTH, holds
from engine.games.german_whist.model import SUIT_CODES, View
from engine.games.german_whist.moves import BEATEN_BY, BIT, CARD, Play
from engine.games.german_whist.views import unseen
from engine.pairs import OTHER

_KEEPING = 0.6
"""How much of a card's worth is lost when it is played to a trick that counts."""


def appraise(view: View, move: Play) -> float:
    if view.trump is None or view.seat is None:
        raise ValueError("there is nothing to play")
    trump = SUIT_CODES.index(view.trump)
    worth, hidden = WORTH[trump], unseen(view)
    wins = _chance(view, trump, move.card, hidden)
    if view.turned is None:
        return wins - _KEEPING * worth[move.card]
    average = sum([worth[card] for card in cards(hidden)]) / hidden.bit_count()
    return wins * worth[CARD[view.turned]] + (1 - wins) * average - worth[move.card]


def _chance(view: View, trump: int, card: int, hidden: int) -> float:
    """That *card* takes the trick."""
    if view.trick:
        return float(BEATEN_BY[trump][CARD[view.trick[0]]] >> card & 1)
    other = OTHER[view.seat or 0]
    known = sum(BIT[code] for code in view.known[other])
    return holds(card, trump, hidden, view.counts[other] - len(view.known[other]), known)
