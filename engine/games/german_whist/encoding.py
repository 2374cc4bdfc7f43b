"""German Whist in numbers."""

from engine.encoding import Encoding
from engine.games.german_whist.model import HAND, View
from engine.games.german_whist.moves import MOVES

ENCODING = Encoding(
    view=View,
    moves=tuple(MOVES),
    most={
        "deal": 12,
        "counts.*": HAND,
        "stock": 2 * HAND,
        "for_stock.*": HAND,
        "tricks.*": HAND,
        "totals.*": 12 * HAND,
    },
    rows={"trick": 2, "last.cards": 2},
    without={"deals": "the totals hold them"},
)
