"""``/api/games``: what can be played, and with which options."""

from __future__ import annotations

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from tournaments.api.endpoints import Endpoint, operation
from tournaments.tables import catalogue
from tournaments.tables.catalogue import GameInfo


class Games(Struct, frozen=True):
    """Every game there is, and the levels of bots to play it with, the weakest first."""

    games: tuple[GameInfo, ...]
    bot_levels: tuple[str, ...]


class GameList(Endpoint):
    @operation("listGames", tag="games", answers=Games)
    def get(self) -> Games:
        """List the games.

        With the numbers of seats and the options that `POST /api/tables` takes for each.
        """
        return Games(tuple(map(_translated, catalogue.games())), catalogue.levels())


class GameDetail(Endpoint):
    @operation("getGame", tag="games", answers=GameInfo, refusals={404})
    def get(self, *, key: str) -> GameInfo:
        """Get a game by its key."""
        return _translated(catalogue.game(key))


def _translated(game: GameInfo) -> GameInfo:
    options = tuple(
        replace(option, title=_(option.title), description=_(option.description)) for option in game.options
    )
    return replace(game, name=_(game.name), summary=_(game.summary), options=options)
