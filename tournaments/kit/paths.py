"""What may stand in a path."""

from functools import cache
from typing import Any

from django.urls import register_converter

from engine.refusals import LONGEST_MOVE


class Id:
    """A table or tournament."""

    regex = "[A-Za-z0-9]{10}"

    def to_python(self, value: str) -> str:
        return value

    to_url = to_python


class Key(Id):
    """A game."""

    regex = "[a-z0-9-]{1,40}"


class Pool(Id):
    """Ratings of the site, a club or a season."""

    regex = "[A-Za-z0-9:-]{1,60}"


class Notation(Id):
    """A move; the rules say whether it is one."""

    regex = f"[^/]{{1,{LONGEST_MOVE}}}"


class Name(Id):
    """An account's public name."""

    regex = r"[\w.@+-]{1,150}"


class Club(Id):
    """A club by its id, its address, or an old one."""

    regex = "[A-Za-z0-9-]{3,40}"


class Token(Id):
    """An invitation."""

    regex = "[A-Za-z0-9_-]{32}"


class Number:
    """A ruling, a round."""

    regex = "[1-9][0-9]{0,5}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class Row(Number):
    """A token, a line."""

    regex = "[1-9][0-9]{0,17}"


class Handle(Id):
    """A session."""

    regex = "[0-9a-f]{24}"


class NoticeId(Id):
    """A notice."""

    regex = "[a-z2-7]{26}"


CONVERTERS: dict[str, type[Id] | type[Number]] = {
    "id": Id,
    "key": Key,
    "pool": Pool,
    "notation": Notation,
    "name": Name,
    "number": Number,
    "club": Club,
    "token": Token,
    "row": Row,
    "handle": Handle,
    "notice": NoticeId,
}
SCHEMAS: dict[str, Any] = {
    name: {"type": "string", "pattern": f"^{converter.regex}$"} for name, converter in CONVERTERS.items()
}


@cache
def register() -> None:
    """Once: every module of addresses asks for it."""
    for name, converter in CONVERTERS.items():
        register_converter(converter, name)
