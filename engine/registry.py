"""The games we host and the bots that play them. A new game is one file in ``engine/games`` and one line here."""

from __future__ import annotations

from engine.game import AnyGame

_ALL: tuple[AnyGame, ...] = ()

GAMES: dict[str, AnyGame] = {game.key: game for game in _ALL}


def rules_for(key: str, version: int) -> AnyGame:
    """The rules of game *key* as of *version*; any version ever stored stays importable. ``KeyError`` if none."""
    return _VERSIONS[key, version]


_VERSIONS: dict[tuple[str, int], AnyGame] = {(game.key, game.version): game for game in GAMES.values()}
