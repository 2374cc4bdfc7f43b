"""The share sheet of a moment: where the link leads, through whose eyes, its picture, and a film of the trick."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import QueryDict
from django.utils.translation import get_language, gettext

from tournaments.kit import visibility
from tournaments.log.errors import RoomError
from tournaments.tables import films
from tournaments.tables.course import Position
from tournaments.tables.front import asked_eyes
from tournaments.tables.web.drawing.scene import said
from tournaments.tables.web.eyes import ALL, SPECTATOR, TURN, Eyes
from tournaments.tables.web.filming import key_of
from tournaments.tables.web.pictures import Showing, heading

SCANNED: Final = 600
"""Characters of a link that are still drawn as a code."""
KINDS: Final[dict[films.Kind, str]] = {"webp": "WebP", "gif": "GIF"}


class Start(NamedTuple):
    """Where a link may begin."""

    value: str
    label: str


class Span(NamedTuple):
    """Positions of a film."""

    first: int
    last: int


class Film(NamedTuple):
    """How far a film is, and what an address asks for it by."""

    kind: films.Kind
    label: str
    state: films.State
    query: str


class Sheet:
    """What is shared of *view*: position *number*, or with *whole* the game from its beginning."""

    def __init__(self, view: Showing, number: int, *, whole: bool = False, reel: Span | None = None) -> None:
        self.view = view
        self.number = number
        self.whole = whole
        self.chosen = view.eyes.chosen
        self.shown = view.eyes.shown
        self.table = self.shown.table
        self._given = reel

    @property
    def asked(self) -> dict[str, str]:
        """The eyes as an address asks for them."""
        asked, line = asked_eyes(self.chosen, self.view.eyes.front), self.shown.line
        return asked if line is None else asked | {"after": str(line.after), "line": line.text}

    @property
    def path(self) -> str:
        """Path and query of what is shared."""
        first = {} if self.shown.line is None else {"move": "0"}  # of a line the end is shown at first
        begun = first if self.whole else {"move": str(self.number)}
        return f"{self.shown.replay}?{urlencode(begun | self.asked, safe=':')}"

    @property
    def link(self) -> str:
        return f"{settings.SITE_URL}{self.path}"

    @property
    def is_short(self) -> bool:
        """Whether the link can be read off a screen, as a code."""
        return len(self.link) <= SCANNED

    @property
    def name(self) -> str:
        """What files are called."""
        return self.table or self.shown.game

    @property
    def picture(self) -> str:
        asked = urlencode({"move": str(self.pictured), **self.asked, "lang": self.view.language}, safe=":")
        return f"{self.shown.replay}/picture.png?{asked}"

    @property
    def pictured(self) -> int:
        """The position of the picture: of a whole game its end."""
        return self.view.last if self.whole else self.number

    @cached_property
    def said(self) -> str:
        return heading(self.view, self.pictured)

    @property
    def starts(self) -> list[Start]:
        here = gettext("Here, at move {n}").format(n=self.number)
        return [Start("move", here), Start("game", gettext("At the beginning"))]

    @property
    def choices(self) -> list[Start]:
        """Whose eyes may be chosen."""
        names = {choice.value: choice.label for choice in self.view.eyes.choices(self._names)}
        named = {
            SPECTATOR: gettext("Everybody: no hands"),
            TURN: gettext("Whose turn it is"),
            ALL: gettext("All hands"),
        }
        return [Start(value, named.get(value, label)) for value, label in names.items()]

    @property
    def hands(self) -> bool:
        """Whether hands are shown."""
        return self.chosen != SPECTATOR

    @property
    def _names(self) -> list[str]:
        board = self.view.eyes.board(self.view.course.positions[self.number])
        return [board.reader.seat(seat) for seat in range(self.view.eyes.count)]

    # -- the film

    @cached_property
    def reel(self) -> Span:
        """Those that are given, or the trick at hand, as much of it as a film may show."""
        if self._given is not None:
            return self._given
        units = self.view.course.units
        begun = [unit.plays[0].position if unit.plays else unit.position for unit in units] or [0]
        ends = [*(unit.position for unit in units[:-1]), self.view.last]
        first, last = next(span for span in zip(begun, ends, strict=True) if span[1] >= self.number)
        return Span(max(first, last - films.MOST + 1), last)

    @cached_property
    def films(self) -> list[Film]:
        """The film in each kind of file, as far as it is; none of a line, or of a game that came as text."""
        if not self.shown.stored:
            return []
        given = {"from": str(self.reel.first), "to": str(self.reel.last), "lang": self.view.language} | self.asked
        return [
            Film(kind, label, films.state(key_of(self.view, *self.reel, kind)), urlencode(given | {"kind": kind}))
            for kind, label in KINDS.items()
        ]

    @property
    def is_awaited(self) -> bool:
        return any(film.state == "waiting" for film in self.films)

    @property
    def has_failed(self) -> bool:
        return any(film.state == "failed" for film in self.films)

    @property
    def unmade(self) -> list[Film]:
        return [film for film in self.films if film.state in ("none", "failed")]

    @property
    def made(self) -> list[Film]:
        return [film for film in self.films if film.state == "made"]


class Social(NamedTuple):
    """The picture that a link to a moment carries."""

    address: str
    said: str


def social(eyes: Eyes, positions: Sequence[Position], number: int, asked: QueryDict) -> Social | None:
    """Through the eyes that the link names, else without hands; of a link to the whole game its end.

    ``None`` where a stranger may not look at the table: a program that fetches a preview is one.
    """
    if eyes.shown.table:
        try:
            visibility.check({"table_id": eyes.shown.table}, AnonymousUser())
        except RoomError:
            return None
    begun = bool({"move", "seq", "spoilers"} & asked.keys())
    position = positions[number if begun else -1]
    board = eyes.board(position)
    if "seat" not in asked:  # what a move did may be for other eyes; how a game ended is for all
        ended = said(board, ())[0] if board.view.outcome is not None else ""
        return Social(_picture(eyes, {"seq": str(position.seq)} if begun else {}), ended)
    told = [*map(board.say, position.told)]
    moment = {"move": str(number)} if begun else {}
    return Social(_picture(eyes, {**moment, "seat": eyes.chosen}), said(board, told)[0])


def _picture(eyes: Eyes, given: dict[str, str]) -> str:
    line = eyes.shown.line
    tried = {"after": str(line.after), "line": line.text} if line else {}
    query = urlencode({**given, **tried, "lang": (get_language() or "en")[:2]}, safe=":")
    return f"{settings.SITE_URL}{eyes.shown.replay}/picture.png?{query}"
