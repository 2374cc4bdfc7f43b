"""The games we host and the bots that play them. A new game is a package in ``engine/games`` and one line here."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pkgutil import resolve_name

from engine.bots.base import Bot, GreedyBot, UniformBot
from engine.bots.ismcts import IsmctsBot
from engine.game import AnyGame
from engine.text import gettext_noop as _


class Hosted(Mapping[str, AnyGame]):
    """Games by their keys. Each is imported when it is first asked for: most commands and settings need none."""

    def __init__(self, classes: Mapping[str, str]) -> None:
        self._classes = classes
        self._made: dict[str, AnyGame] = {}

    def __getitem__(self, key: str) -> AnyGame:
        if key not in self._made:
            self._made.setdefault(key, resolve_name(f"engine.games.{self._classes[key]}")())
        return self._made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._classes

    def __iter__(self) -> Iterator[str]:
        return iter(self._classes)

    def __len__(self) -> int:
        return len(self._classes)


GAMES: Mapping[str, AnyGame] = Hosted({
    "gasp": "gasp:Gasp",
    "gasp-pairs": "gasp:GaspPairs",
    "gasp-duel": "gasp:GaspDuel",
    "noodling": "noodling:Noodling",
    "hasp": "hasp:Hasp",
    "duck-soup": "duck_soup:DuckSoup",
    "galapagos": "galapagos:Galapagos",
    "dracula": "dracula:Dracula",
    "german-whist": "german_whist:GermanWhist",
})  # fmt: skip
FORMER: dict[tuple[str, int], AnyGame] = {}
"""Rules by which tables of earlier releases were played, by game and version. There are none yet."""

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
    if key in GAMES and GAMES[key].version == version:
        return GAMES[key]
    return FORMER[key, version]
