"""What was special about a game that was found, in a few words."""

from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from django.utils.translation import gettext, ngettext

from tournaments.tables.glimpses import Glimpse
from tournaments.tables.web.found import FoundGame

LONG: Final = 1.5
"""A game is long from this many times the usual number of moves of its kind."""
NARROW: Final = 1


class Special(NamedTuple):
    words: str
    css: str = ""


def special(game: FoundGame, glimpse: Glimpse | None, usual: int | None) -> Special | None:
    """What tells most of it. *usual* is how many moves most games of that kind have."""
    return next(chain(_left(game), _won(game, glimpse), _lasted(game, usual), _margin(game)), None)


def _left(game: FoundGame) -> Iterator[Special]:
    """How it came to an end, if it was not played out or nobody won."""
    if game.reason == "resigned":
        yield Special(gettext("Somebody gave up"))
    elif game.reason == "flagged":
        yield Special(gettext("Somebody ran out of time"))
    elif all(player.place == 1 for player in game.players):
        yield Special(gettext("Nobody won"), "info")


def _won(game: FoundGame, glimpse: Glimpse | None) -> Iterator[Special]:
    if glimpse is not None and glimpse.behind is not None:
        own, best = glimpse.behind
        words = gettext("Comeback from {own}–{best}") if game.comeback else gettext("Was behind {own}–{best}")
        yield Special(words.format(own=own, best=best), "turn")
    elif game.comeback:
        yield Special(gettext("Comeback"), "turn")
    if game.margin is not None and game.margin <= NARROW:
        yield from _margin(game)
    if glimpse is not None and glimpse.late:
        yield Special(gettext("Open until the end"), "info")
    elif glimpse is not None and glimpse.ahead:
        yield Special(gettext("Never behind"), "ok")


def _lasted(game: FoundGame, usual: int | None) -> Iterator[Special]:
    if usual is not None and game.moves is not None and game.moves >= LONG * usual:
        yield Special(gettext("Long"), "info")


def _margin(game: FoundGame) -> Iterator[Special]:
    if game.margin == 0:
        yield Special(gettext("Equal points"), "info")
    elif game.margin is not None:
        words = ngettext("Ahead by {margin} point", "Ahead by {margin} points", game.margin)
        yield Special(words.format(margin=game.margin), "info" if game.margin <= NARROW else "")
