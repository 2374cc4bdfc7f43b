"""What a seat may ask for: a way to score, a card on a cell; each made once, with its notation."""

from typing import TypeAlias

from msgspec import Struct

from engine.cards import Card
from engine.cards.french import CODES
from engine.games.dracula.coffin import OPEN
from engine.games.dracula.model import CELLS, Way


class Choose(Struct, frozen=True, gc=False):
    """The first dealer chooses rows or columns for the whole game; the opponent has the other."""

    way: Way


class Place(Struct, frozen=True, gc=False):
    """A card of the hand on an empty cell beside a card that is already there."""

    card: Card
    cell: int
    """In reading order: row by row from the top, each from the left."""


Move: TypeAlias = Choose | Place
WAYS = (Choose("queens"), Choose("kings"))
PLACE = tuple(tuple(Place(Card(card), cell) for cell in range(len(CELLS))) for card in range(len(CODES)))
MOVES: dict[str, Move] = {
    **{choose.way: choose for choose in WAYS},
    **{f"{CODES[place.card]}-{CELLS[place.cell]}": place for row in PLACE for place in row},
}
NAMES = {move: name for name, move in MOVES.items()}
_ON = {
    cells: {1 << card: tuple(place[cell] for cell in cells) for card, place in enumerate(PLACE)} for cells in set(OPEN)
}
PLACES = tuple(_ON[cells] for cells in OPEN)
"""``[filled][1 << card]``: every way to place it."""
