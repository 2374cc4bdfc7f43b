"""The options of a game as data: what command line, API and pages make their forms from."""

import re
from collections.abc import Mapping
from typing import Any, Literal, cast

import msgspec
from msgspec import inspect

from engine.game import AnyGame, Options, parse_options

NUMBER = re.compile(r"-?[0-9]{1,18}")


class Option(msgspec.Struct, frozen=True):
    """One house rule or variant. ``values`` holds all it may be, or nothing for a number from ``low`` to ``high``.

    Title and description are English, marked for translation.
    """

    name: str
    title: str
    description: str
    default: bool | int | str
    values: tuple[bool | str, ...] = ()
    low: int | None = None
    high: int | None = None

    @property
    def kind(self) -> Literal["switch", "choice", "number"]:
        if isinstance(self.default, bool):
            return "switch"
        return "choice" if self.values else "number"


def offered(game: AnyGame) -> tuple[Option, ...]:
    """The options of *game*, in the order of its rules."""
    info = cast("inspect.StructType", inspect.type_info(game.options))
    return tuple(_option(field) for field in info.fields)


def read_options(game: AnyGame, given: Mapping[str, str]) -> Options:
    """Options written by people (``on``, ``off``, numbers, names); raises ``Rejected`` ``bad_option``."""
    names = {option.name: option.values for option in offered(game)}
    read = {name: text if text in names.get(name, ()) else _read(text) for name, text in given.items()}
    options: Options = parse_options(game, read)
    return options


def written(value: bool | int | str) -> str:
    """*value* as people write it: the inverse of reading."""
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _read(text: str) -> bool | int | str:
    if text in ("on", "off"):
        return text == "on"
    return int(text) if NUMBER.fullmatch(text) else text


def _option(field: inspect.Field) -> Option:
    kind = field.type
    notes: dict[str, Any] = {}
    if isinstance(kind, inspect.Metadata):
        notes = kind.extra_json_schema or {}
        kind = kind.type
    about: dict[str, Any] = {"title": notes.get("title", field.name), "description": notes.get("description", "")}
    match kind:
        case inspect.BoolType():
            about["values"] = (field.default, not field.default)
        case inspect.LiteralType(values=values):
            about["values"] = tuple(sorted(values, key=lambda value: value != field.default))
        case inspect.IntType(ge=low, le=high):
            about |= {"low": low, "high": high}
        case _:
            raise TypeError(f"option {field.name}: neither on or off, a name, nor a number")
    return Option(field.name, default=field.default, **about)
