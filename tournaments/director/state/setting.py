"""How a setting of a tournament is declared: once, and its field in the form, its faults, its place in the API and its
line among the conditions follow from that."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

import msgspec

from tournaments.pairing.format import Format


class Setting(msgspec.Struct, frozen=True, eq=False):
    """A number, a switch or a choice. What is for people is English, marked for translation."""

    label: str = ""
    """Of the field in the form. Empty: the form does not ask it, and what was announced stays."""
    about: str = ""
    """In the description of the API."""
    between: tuple[int, int] | None = None
    """A number that is not is refused as ``bad_<name>``."""
    accepts: int = 1_000_000
    """The most that a request can name at all."""
    empty: str = ""
    """What holds if no number is named: shown in the empty field."""
    help: str = ""
    words: Mapping[Any, str] = {}
    """The choices, by their values."""
    title: str = ""
    """Among the conditions on the tournament's page. Empty: it has no line there, or one of its own."""
    value: str = "{value}"
    """The words of a number there, if it is not 0."""
    told: Mapping[Any, str] = {}
    """The words of a switch or a choice there; what has none is not told. None at all: yes or no, the choice."""
    where: Callable[[Format], bool] = lambda _format: True
    """In which formats it means something."""
    elsewhere: str = ""
    """Why it is refused in others. Empty: there it says nothing."""
    opens: str = ""
    """The section of the form that begins with it."""


class Asked(msgspec.Struct, frozen=True, eq=False):
    """A setting with code of its own, which the form asks by these fields."""

    fields: tuple[str, ...]
    opens: str = ""


class Declared(msgspec.Struct, frozen=True, eq=False):
    """A setting, and what holds if nothing is said of it."""

    name: str
    type: Any
    """Without its annotation: ``int``, ``int | None``, ``bool`` or a ``Literal``."""
    default: Any
    setting: Setting

    @property
    def is_number(self) -> bool:
        return int in (self.type, *get_args(self.type))


def declared(settings: type[msgspec.Struct]) -> dict[str, Declared]:
    """All that need no code of their own, by name."""
    fields = [(field, _annotation(field.type)) for field in msgspec.structs.fields(settings)]
    return {
        field.name: Declared(field.name, field.type.__origin__, field.default, setting)
        for field, setting in fields
        if isinstance(setting, Setting)
    }


def sections(settings: type[msgspec.Struct]) -> dict[str, list[str]]:
    """The fields of the form by the title of their section; what everybody is asked has none, and comes first."""
    found: dict[str, list[str]] = {(section := ""): []}
    for field in msgspec.structs.fields(settings):
        annotation = _annotation(field.type)
        section = annotation.opens if annotation and annotation.opens else section
        names = annotation.fields if isinstance(annotation, Asked) else (field.name,)
        found.setdefault(section, []).extend(names)
    return found


def _annotation(kind: Any) -> Setting | Asked | None:
    return next((each for each in getattr(kind, "__metadata__", ()) if isinstance(each, Setting | Asked)), None)
