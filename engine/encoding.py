"""How a game is put into numbers for programs that learn: what its moves are numbered by, and how its view is laid out.

A game declares it here; :mod:`engine.vectors` does it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct


class Encoding(Struct, frozen=True, kw_only=True):
    """The names of moves, and what the types of a view do not say.

    Places in a view are written with dots, ``*`` for any row: ``"last.cards"``, ``"tokens.*"``.
    """

    version: int = 1
    """Raised by any change of a move's number or of what stands where in the vector."""
    view: type[Any]
    moves: tuple[str, ...]
    """Every name that a move may have, with any options and seats. Its place here is the move's number, from 0."""
    name: Callable[[Any, Any], str] | None = None
    """From a view and a move to its name, where that is not its notation. Moves that make no difference share one."""
    most: Mapping[str, int] = {}
    """Of a number: what is encoded as 1. What is greater is, too."""
    rows: Mapping[str, int] = {}
    """Of a row whose order counts: how many there may be. Else cards are a set, and rows of other things go by seat."""
    last: Mapping[str, int] = {}
    """Of a row that may grow long: how many of it are encoded, the newest first."""
    together: frozenset[str] = frozenset()
    """Rows of cards that are encoded as one set."""
    without: Mapping[str, str] = {}
    """What is not encoded, and why nothing is lost."""
