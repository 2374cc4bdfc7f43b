"""What every game says in the same words when it refuses a move."""

from collections.abc import Mapping
from typing import TypeVar

from engine.game import Rejected
from engine.text import Text, shortened
from engine.text import gettext_noop as _

M = TypeVar("M")

LONGEST_MOVE = 100
"""Characters of a move's notation: more than any game needs."""


def out_of_turn(*, over: bool) -> Rejected:
    """Why a seat that is not to act may not move; *over*: there is an outcome."""
    if over:
        return Rejected("game_over", Text(_("The game is over.")))
    return Rejected("not_your_turn", Text(_("It is not your turn.")))


def unknown_move(text: str) -> Rejected:
    """*text* names no move; it is said again only as far as somebody could have meant one."""
    if len(text) > LONGEST_MOVE:
        return Rejected("unknown_move", Text(_("That is too long to be a move in this game.")))
    return Rejected("unknown_move", Text(_("“{text}” is not a move in this game."), {"text": shortened(text)}))


def named_move(moves: Mapping[str, M], text: str) -> M:
    """The one of *moves* that *text* names; raises :class:`Rejected` ``unknown_move``."""
    try:
        return moves[text]
    except KeyError:
        raise unknown_move(text) from None
