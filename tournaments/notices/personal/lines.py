"""What a personal stream sends, and the place in it that a client comes back with. Pure."""

import re
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from tournaments.tables.concerns import TableNow

CURSOR: Final = re.compile(r"([0-9]{1,18})-([0-9]{1,18})")
Place: TypeAlias = Annotated[
    str | None,
    Meta(description="Come back with it, and you miss nothing. Null in what is said of the state at first."),
]


class Cursor(NamedTuple):
    """How far somebody has been told: of the log, and of what notices told."""

    position: int
    number: int

    def __str__(self) -> str:
        return f"{self.position}-{self.number}"

    @classmethod
    def parse(cls, text: str) -> "Cursor | None":
        """
        >>> str(Cursor.parse("81-7")), Cursor.parse("81")
        ('81-7', None)
        """
        found = CURSOR.fullmatch(text)
        return cls(int(found[1]), int(found[2])) if found else None


class NoticeNow(Struct, frozen=True, kw_only=True):
    """A notice, in words and as facts."""

    id: str
    kind: str
    text: Annotated[str, Meta(description="In the language that you ask for. Moments are in UTC.")]
    path: Annotated[str, Meta(description="The page that it leads to.")]
    at: Annotated[int, Meta(description="Epoch milliseconds.")]
    over: Annotated[bool, Meta(description="Whether it is no longer true: taken back, answered, too late.")]
    club: str | None
    subject: Annotated[str, Meta(description="What it is about: a table, a challenge, a tournament.")]
    facts: Annotated[
        dict[str, Any],
        Meta(description="By its kind: `table`, `tournament`, `game`, `round`, `by` (a user) and so on."),
    ]


class PersonalTable(Struct, frozen=True, kw_only=True, omit_defaults=False):
    """That a table of yours concerns you: you have a seat at it, or it begins (`table`); it is your turn (`turn`); it
    is over (`result`); playing again is offered there, or answered (`rematch`)."""

    type: Literal["table", "turn", "result", "rematch"]
    cursor: Place = None
    table: TableNow


class PersonalNotice(Struct, frozen=True, kw_only=True):
    """Something that you are told, or that is over now."""

    type: Literal["notice"] = "notice"
    cursor: Place = None
    notice: NoticeNow


class PersonalReady(Struct, frozen=True, kw_only=True):
    """You have been told all that there is. From here on lines come as things happen."""

    type: Literal["ready"] = "ready"
    cursor: str


News: TypeAlias = PersonalTable | PersonalNotice | PersonalReady


class Line(NamedTuple):
    """One thing to say, and the cursor behind it; whether it shows a *table* as its player sees it."""

    data: bytes
    cursor: str | None
    table: bool = False


def line(news: PersonalTable | PersonalNotice, cursor: Cursor | None) -> Line:
    place = str(cursor) if cursor else None
    return Line(msgspec.json.encode(replace(news, cursor=place)), place, isinstance(news, PersonalTable))


def ready(cursor: Cursor) -> Line:
    return Line(msgspec.json.encode(PersonalReady(cursor=str(cursor))), str(cursor))
