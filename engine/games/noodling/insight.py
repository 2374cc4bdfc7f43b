"""What follows from a view: who owns what, and what it is worth as things stand."""

from __future__ import annotations

from engine.cards.decktet import DECK
from engine.games.noodling.model import View
from engine.games.noodling.pips import EXCUSE, score


def belongings(view: View, at: int) -> int:
    """The cards that the viewer knows to be the seat's: all but a first hand."""
    seen = view.seats[at]
    held = DECK.hand((*seen.discards, *seen.front, *seen.known, *seen.unseen))
    return held | DECK.hand(view.hand) if at == view.seat else held


def pool(view: View) -> int:
    """What nobody owns, of the cards that have come into play."""
    return DECK.hand((*view.stock, *view.market, *view.shared))


def worth(view: View) -> tuple[int, ...]:
    """The points of each seat, should play stop here; an Excuse in an unseen first hand is left out."""
    if view.outcome is not None:
        return view.outcome.points
    nobodys = pool(view)
    owned = [belongings(view, at) for at in range(len(view.seats))]
    return tuple(score(nobodys, held, excuse=bool(held >> EXCUSE & 1)) for held in owned)
