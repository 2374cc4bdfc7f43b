"""The endings that are solved exactly, by game: both hands follow from what was seen, so there is one world."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from engine.events import Seat
from engine.games.duck_soup import solved as soup
from engine.games.german_whist import solved as whist
from engine.games.german_whist.model import HAND
from engine.games.german_whist.moves import PLAY
from engine.text import Hole, Text
from engine.text import gettext_noop as _

_MOST_IN_SOUP = 8
"""Cards in a hand of Duck Soup: a puzzle with more is proven too slowly for a test."""


class Ending(Protocol):
    """What is known of a game's endings. Its goal is to win the deal."""

    def begun(self, state: Any) -> bool:
        """Whether *state* can be solved."""

    def good(self, state: Any, seat: Seat) -> Mapping[Any, bool]:
        """By move of whose turn it is: whether it reaches the goal of *seat*, or for another seat prevents it."""

    def decided(self, state: Any, seat: Seat) -> bool:
        """Whether counting alone tells if *seat* reaches its goal."""

    def alike(self, state: Any, moves: Sequence[Any]) -> Sequence[Sequence[Any]]:
        """The legal *moves*, those together that are equal by the rules."""

    def goal(self, state: Any, seat: Seat) -> Text:
        """What *seat* has to do, in words."""


class Whist:
    """German Whist: seven of the thirteen tricks that count."""

    def begun(self, state: Any) -> bool:
        return whist.can_be_solved(state)

    def good(self, state: Any, seat: Seat) -> Mapping[Any, bool]:
        own = state.turn == seat
        need = _needed(state, seat) if own else _left(state) + 1 - _needed(state, seat)
        return {PLAY[card]: tricks >= need for card, tricks in whist.tricks(state).items()}

    def decided(self, state: Any, seat: Seat) -> bool:
        return not 0 < _needed(state, seat) <= _left(state)

    def alike(self, state: Any, moves: Sequence[Any]) -> Sequence[Sequence[Any]]:
        return [[PLAY[card] for card in run] for run in whist.alike(state)]

    def goal(self, state: Any, seat: Seat) -> Text:
        holes: dict[str, Hole] = {"n": _needed(state, seat), "left": _left(state)}
        return Text(_("Take {n} of the last {left} tricks: then the deal is yours."), holes)


def _needed(state: Any, seat: Seat) -> int:
    return HAND // 2 + 1 - int(state.won.tricks[seat])


def _left(state: Any) -> int:
    taken: int = sum(state.won.tricks)
    return HAND - taken


class Soup:
    """Duck Soup: a higher score of the deal."""

    def begun(self, state: Any) -> bool:
        return soup.can_be_solved(state, _MOST_IN_SOUP)

    def good(self, state: Any, seat: Seat) -> Mapping[Any, bool]:
        return soup.reaching(state, 1 if state.turn == seat else 0)

    def decided(self, state: Any, seat: Seat) -> bool:
        return False

    def alike(self, state: Any, moves: Sequence[Any]) -> Sequence[Sequence[Any]]:
        return [[move] for move in moves]

    def goal(self, state: Any, seat: Seat) -> Text:
        return Text(_("Score more than the other in this deal."))


ENDINGS: Mapping[str, Ending] = {"german-whist": Whist(), "duck-soup": Soup()}
