"""HASP in numbers."""

from engine.encoding import Encoding
from engine.games.hasp.model import MOST_SEATS, View
from engine.games.hasp.moves import MOVE

_TARGET = 50
"""The most victory points that a game can be played to."""

ENCODING = Encoding(
    view=View,
    moves=tuple(MOVE),
    most={
        "round": 200,
        "counts.*": 14,
        "rest": 28,
        "pot": 10,
        "last.points": 16,
        "tricks.*": 14,
        "points.*": 60,
        "totals.*": _TARGET,
        "scored.pot": 10,
        "scored.points.*": 60,
        "scored.gained.*": 10,
        "scored.totals.*": _TARGET,
    },
    rows={"trick": MOST_SEATS, "last.cards": MOST_SEATS},
)
