"""Duck Soup in numbers."""

from engine.encoding import Encoding
from engine.games.duck_soup.model import View
from engine.games.duck_soup.moves import MOVES

ENCODING = Encoding(
    view=View,
    moves=tuple(MOVES),
    most={
        "deal": 200,
        "counts.*": 13,
        "stock": 52,
        "points.*": 52,
        "last.points": 4,
        "duck.*": 52,
        "totals.*": 500,
    },
    rows={"trick": 4, "last.cards": 4},
    together=frozenset({"face_up.*"}),
    without={"deals": "the totals hold them"},
)
