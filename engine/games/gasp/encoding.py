"""The Gasp! family in numbers."""

from engine.encoding import Encoding
from engine.games.gasp.model import SUIT_CODES, View
from engine.games.gasp.moves import MOST_SEATS, MOVE, TWO_SIDED_MOVE

_MOST = {"round": 200, "counts.*": 10, "tokens.*.*": 2, "stock": 36}


def _encoding(moves: tuple[str, ...], plays: int) -> Encoding:
    """*plays* to a trick, at most."""
    rows = {"trick": plays, "last.cards": plays, "tokens.*": len(SUIT_CODES)}
    return Encoding(view=View, moves=moves, most=_MOST, rows=rows)


STANDARD = _encoding(tuple(MOVE), MOST_SEATS)
TWO_SIDED = _encoding(tuple(TWO_SIDED_MOVE), 4)
