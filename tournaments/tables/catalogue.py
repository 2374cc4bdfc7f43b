"""The games and the bots there are, for rooms that may not hold the rules themselves."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from engine.game import AnyGame
from engine.registry import GAMES, level_name
from tournaments.tables.bots import levels
from tournaments.tables.errors import UnknownGame

__all__ = ["GameInfo", "OptionInfo", "game", "games", "level_name", "levels", "rules_page"]


class OptionInfo(msgspec.Struct, frozen=True):
    """A house rule or variant that a table can choose. Title and description are English, marked for translation."""

    name: str
    title: str
    description: str
    kind: Literal["switch", "choice", "number"]
    choices: tuple[str, ...]
    default: bool | int | str
    least: int | None = None
    most: int | None = None


class GameInfo(msgspec.Struct, frozen=True):
    key: str
    name: str
    summary: str
    seats: tuple[int, ...]
    minutes: int
    deck: str
    rules_version: int
    options: tuple[OptionInfo, ...]


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
        seats=rules.seats,
        minutes=rules.minutes,
        deck=rules.edition or rules.deck.key,
        rules_version=rules.version,
        options=tuple(_option(rules, field.name) for field in msgspec.structs.fields(rules.options)),
    )


def _option(rules: AnyGame, name: str) -> OptionInfo:
    hint = get_type_hints(rules.options, include_extras=True)[name]
    default = getattr(rules.options(), name)
    metas = [extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, msgspec.Meta)]
    meta = metas[0] if metas else msgspec.Meta()
    bare: Any = get_args(hint)[0] if metas else hint
    title, description = meta.title or name, meta.description or ""
    if bare is bool:
        return OptionInfo(name, title, description, "switch", (), default)
    if get_origin(bare) is Literal:
        return OptionInfo(name, title, description, "choice", tuple(map(str, get_args(bare))), default)
    least, most = (None if bound is None else int(bound) for bound in (meta.ge, meta.le))
    return OptionInfo(name, title, description, "number", (), default, least, most)
