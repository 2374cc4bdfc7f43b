"""The games we host and the bots that play them. A new game is a package in ``engine/games`` and one line here."""

from collections.abc import Callable
from functools import partial

from engine.bots.base import Bot, GreedyBot, UniformBot
from engine.bots.ismcts import IsmctsBot
from engine.game import AnyGame
from engine.games.dracula import Dracula
from engine.games.duck_soup import DuckSoup
from engine.games.galapagos import Galapagos
from engine.games.gasp import Gasp, GaspDuel, GaspPairs
from engine.games.german_whist import GermanWhist
from engine.games.hasp import Hasp
from engine.games.noodling import Noodling
from engine.text import gettext_noop as _

_ALL: tuple[AnyGame, ...] = (
    Gasp(),
    GaspPairs(),
    GaspDuel(),
    Noodling(),
    Hasp(),
    DuckSoup(),
    Galapagos(),
    Dracula(),
    GermanWhist(),
)

GAMES: dict[str, AnyGame] = {game.key: game for game in _ALL}

BOTS: dict[str, Callable[[AnyGame], Bot]] = {
    "uniform": UniformBot,
    "greedy": GreedyBot,
    **{f"ismcts-{number}": partial(IsmctsBot, simulations=number) for number in (50, 100, 200, 300, 1000, 2000)},
}
"""By the name of the level, the weakest first. A name that was ever given to a bot stays."""

LEVELS: dict[str, str] = {
    "uniform": _("Beginner"),
    "greedy": _("Casual"),
    "ismcts-50": _("Club"),
    "ismcts-300": _("Strong"),
    "ismcts-2000": _("Expert"),
}
"""The levels that people choose from, and what they are called to them."""


def level_name(level: str) -> str:
    """What *level* is called to people, marked for translation; one that nobody chooses by its own name."""
    return LEVELS.get(level, level)


def rules_for(key: str, version: int) -> AnyGame:
    """The rules of game *key* as of *version*; any version ever stored stays importable. ``KeyError`` if none."""
    return _VERSIONS[key, version]


_VERSIONS: dict[tuple[str, int], AnyGame] = {(game.key, game.version): game for game in GAMES.values()}
