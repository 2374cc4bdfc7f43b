"""Galapagos in numbers.

In the play-off suits count nothing, and there are hundreds of millions of runs: those of one length from one place on
share a number, ``out-run-5-3``. A joker below is another place than an ace (``Z``, ``A``), since it can be kept.
"""

from itertools import combinations

from engine.cards.french import CODES, JOKERS, PACK
from engine.encoding import Encoding
from engine.games.galapagos.combinations import is_run
from engine.games.galapagos.model import PLACES, View
from engine.games.galapagos.moves import FIXED, Move, Out, text

_DEAL = 14
"""Auctions of a deal, with jokers; there are no more tricks, and no larger hands."""
_RANKS = tuple(CODES[4 * rank][0] for rank in range(13))


def _name(view: View, move: Move) -> str:
    if type(move) is not Out or not is_run(move.cards):
        return text(move)
    return f"out-run-{CODES[move.cards[0]][0]}-{len(move.cards)}"


_OUT = (
    *(f"out-{code}" for code in (*PACK, *JOKERS)),
    *(
        "out-" + "-".join(cards)
        for rank in range(13)
        for n in (2, 3, 4)
        for cards in combinations(PACK[4 * rank : 4 * rank + 4], n)
    ),
    *(f"out-run-{_RANKS[first]}-{size}" for first in range(12) for size in range(3, PLACES + 1 - first)),
    *(f"out-run-Z-{size}" for size in range(3, PLACES + 1)),
)

ENCODING = Encoding(
    view=View,
    moves=(*FIXED, *_OUT),
    name=_name,
    most={
        "deal": 200,
        "counts.*": _DEAL,
        "stock": 28,
        "phases.*.points.*": 300,
        "phases.*.bonus.*": 300,
        "scores.*": 500,
        "totals.*": 1500,
    },
    rows={"past": _DEAL, "trick": 2, "tricks": _DEAL, "tricks.*.cards": 2, "phases": 3},
    last={"table": 1, "last_round": 1},
    without={
        "melded": "the cards stand in known, the points in phases",
        "deals": "the totals hold them",
    },
)
