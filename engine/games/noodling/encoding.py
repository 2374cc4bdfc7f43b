"""Noodling in numbers. A bid is named by the places of its cards in the hand: 44 names where cards would be 15,262."""

from collections.abc import Iterable

from engine.cards import cards
from engine.cards.decktet import BASIC, DECK
from engine.encoding import Encoding
from engine.games.noodling.model import View
from engine.games.noodling.moves import HAND, WAYS, Bid, Move, text


def _name(view: View, move: Move) -> str:
    """``bid-1-3``: the first and the third card of the hand, in deck order."""
    return _bid(view.hand.index(DECK.codes[card]) for card in cards(move.cards)) if type(move) is Bid else text(move)


def _bid(places: Iterable[int]) -> str:
    return "-".join(("bid", *(f"{place + 1}" for place in places)))


ENCODING = Encoding(
    view=View,
    moves=("pass", *(f"prize-{code}" for code in BASIC), *map(_bid, WAYS[HAND])),
    name=_name,
    most={
        "stage": 6,
        "round": 200,
        "pips": 30,
        "trumps": 10,
        "seats.*.hand": HAND,
        "seats.*.deck": 45,
        "seats.*.shuffles": 60,
    },
)
