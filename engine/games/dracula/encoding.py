"""Dracula in numbers."""

from engine.encoding import Encoding
from engine.games.dracula.model import CELLS, View
from engine.games.dracula.moves import MOVES

ENCODING = Encoding(
    view=View,
    moves=tuple(MOVES),
    most={
        "deal": 120,
        "counts.*": 4,
        "stock": 54,
        "last.rows.*": 150,
        "last.columns.*": 150,
        "last.scores.*": 150,
        "deals.*.*": 150,
        "totals.*": 1500,
    },
    rows={"coffin": len(CELLS), "last.coffin": len(CELLS), "deals": 6},
    without={"sets": "the totals hold them"},
)
