"""``/api/games``: what can be played, and with which options."""

from typing import Literal

from django.utils.translation import gettext as _
from msgspec import Struct

from tournaments.kit.endpoints import Endpoint, operation
from tournaments.tables import catalogue
from tournaments.tables.catalogue import Option


class OptionInfo(Struct, frozen=True):
    """A house rule or variant that a table can choose. Title and description are English, marked for translation."""

    name: str
    title: str
    description: str
    kind: Literal["switch", "choice", "number"]
    choices: tuple[str, ...]
    default: bool | int | str
    least: int | None = None
    most: int | None = None


class GameInfo(Struct, frozen=True):
    key: str
    name: str
    summary: str
    seats: tuple[int, ...]
    minutes: int
    deck: str
    rules_version: int
    options: tuple[OptionInfo, ...]


class Games(Struct, frozen=True):
    """Every game there is, and the levels of bots to play it with, the weakest first."""

    games: tuple[GameInfo, ...]
    bot_levels: tuple[str, ...]


@operation("GET games", "listGames", needs="public", tag="games")
def list_games(caller: Endpoint) -> Games:
    """List the games.

    With the numbers of seats and the options that `POST /api/tables` takes for each.
    """
    return Games(tuple(map(_game, catalogue.games())), catalogue.levels())


@operation("GET games/<key:key>", "getGame", needs="public", tag="games", refusals={404})
def get_game(caller: Endpoint, *, key: str) -> GameInfo:
    """Get a game by its key."""
    return _game(catalogue.game(key))


def _game(game: catalogue.GameInfo) -> GameInfo:
    """*game* in the reader's language."""
    return GameInfo(
        key=game.key,
        name=_(game.name),
        summary=_(game.summary),
        seats=game.sizes,
        minutes=game.minutes,
        deck=game.deck,
        rules_version=game.rules_version,
        options=tuple(map(_option, game.options)),
    )


def _option(option: Option) -> OptionInfo:
    return OptionInfo(
        name=option.name,
        title=_(option.title),
        description=_(option.description),
        kind=option.kind,
        choices=tuple(map(str, option.values)) if option.kind == "choice" else (),
        default=option.default,
        least=option.low,
        most=option.high,
    )
