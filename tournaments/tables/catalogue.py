"""The games, the paces and the bots there are, for rooms that may not hold the rules themselves."""

from functools import lru_cache
from importlib import resources
from typing import Final, get_type_hints

import msgspec

from engine.game import AnyGame
from engine.options import Option, offered
from engine.registry import GAMES, level_name
from tournaments.tables.bots import levels
from tournaments.tables.errors import UnknownGame

__all__ = [
    "USUAL_CLOCK",
    "USUAL_CLOCKS",
    "GameInfo",
    "Option",
    "game",
    "games",
    "level_name",
    "levels",
    "rules_page",
    "views",
]

USUAL_CLOCK: Final = "300+5"
"""What a new tournament has unless its organiser chooses: without a clock or a deadline it could not be announced; and
what people look for opponents with if they name no pace."""
USUAL_CLOCKS: Final = ("180+3", USUAL_CLOCK, "600+5", "1200+10", "86400 a move", "259200 a move")
"""The paces that are offered, as ``Clock.text`` writes them."""


class GameInfo(msgspec.Struct, frozen=True):
    key: str
    name: str
    summary: str
    sizes: tuple[int, ...]
    minutes: int
    counts: str
    tally: str
    """What it counts beside the points; empty: nothing."""
    bids: bool
    """Whether statistics have something to count in it."""
    deck: str
    rules_version: int
    options: tuple[Option, ...]


@lru_cache
def games() -> tuple[GameInfo, ...]:
    """Every game that a table can be opened for."""
    return tuple(_info(game) for game in GAMES.values())


def game(key: str) -> GameInfo:
    """Raises :class:`UnknownGame`."""
    for info in games():
        if info.key == key:
            return info
    raise UnknownGame()


def views() -> dict[tuple[str, int], type[msgspec.Struct]]:
    """By key and version of a game: what a seat's view of it is."""
    return {(key, rules.version): get_type_hints(type(rules).view)["return"] for key, rules in GAMES.items()}


@lru_cache
def rules_page(key: str, language: str) -> str:
    """The rules of game *key* as Markdown in *language*, in English if there is no such page."""
    game(key)
    rules = GAMES[key]
    folder = resources.files(type(rules).__module__.rpartition(".")[0]) / "show"
    page = folder / f"{rules.rules_page}.{language}.md"
    return (page if page.is_file() else folder / f"{rules.rules_page}.en.md").read_text(encoding="utf-8")


def _info(rules: AnyGame) -> GameInfo:
    return GameInfo(
        key=rules.key,
        name=rules.name,
        summary=rules.summary,
        sizes=rules.sizes,
        minutes=rules.minutes,
        counts=rules.counts,
        tally=rules.tally,
        bids=bool(rules.bids),
        deck=rules.edition or rules.deck.key,
        rules_version=rules.version,
        options=offered(rules),
    )
