"""The share sheet of a moment: where the link leads, through whose eyes, its picture, and a film of the trick."""

from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import get_language, gettext

from engine.events import Seat
from tournaments.kit import visibility
from tournaments.log.errors import RoomError
from tournaments.tables import films
from tournaments.tables.course import Position
from tournaments.tables.web.drawing.scene import said
from tournaments.tables.web.eyes import ALL, SPECTATOR, TURN, Eyes
from tournaments.tables.web.filming import key_of
from tournaments.tables.web.pictures import Showing, heading


class Start(NamedTuple):
    """Where a link may begin."""

    value: str
    label: str


class Reel(NamedTuple):
    """Positions of a film."""

    first: int
    last: int


class Sheet:
    """What is shared of *view*: position *number*, or with *whole* the game from its beginning."""

    def __init__(self, view: Showing, number: int, *, whole: bool = False, reel: Reel | None = None) -> None:
        self.view = view
        self.number = number
        self.whole = whole
        self.chosen = view.eyes.chosen
        self.table = view.eyes.shown.table
        self._given = reel

    @property
    def asked(self) -> dict[str, str]:
        """The eyes as an address asks for them."""
        eyes = self.view.eyes
        own = Seat(int(eyes.chosen)) if eyes.chosen.isdecimal() else Seat(0)
        return {"seat": eyes.chosen, **({} if eyes.front == own else {"front": str(eyes.front)})}

    @property
    def link(self) -> str:
        begun = {} if self.whole else {"move": str(self.number)}
        return f"{settings.SITE_URL}{self.view.eyes.shown.address}?{urlencode(begun | self.asked)}"

    @property
    def picture(self) -> str:
        asked = urlencode({"move": str(self.shown), **self.asked, "lang": self.view.language})
        return f"{reverse('table-picture', args=[self.table])}?{asked}"

    @property
    def shown(self) -> int:
        """The position of the picture: of a whole game its end."""
        return self.view.last if self.whole else self.number

    @cached_property
    def said(self) -> str:
        return heading(self.view, self.shown)

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
    def reel(self) -> Reel:
        """Those that are given, or the trick at hand, as much of it as a film may show."""
        if self._given is not None:
            return self._given
        units = self.view.course.units
        begun = [unit.plays[0].position if unit.plays else unit.position for unit in units] or [0]
        ends = [*(unit.position for unit in units[:-1]), self.view.last]
        first, last = next(span for span in zip(begun, ends, strict=True) if span[1] >= self.number)
        return Reel(max(first, last - films.MOST + 1), last)

    @cached_property
    def film(self) -> films.State:
        return films.state(key_of(self.view, *self.reel))

    @property
    def film_query(self) -> str:
        given = {"from": str(self.reel.first), "to": str(self.reel.last), "lang": self.view.language}
        return urlencode(given | self.asked)


class Social(NamedTuple):
    """The picture that a link to a moment carries."""

    address: str
    said: str


def social(eyes: Eyes, position: Position, number: int, asked: QueryDict) -> Social | None:
    """Through the eyes that the link names, else without hands; of a link to the whole game its end.

    ``None`` where a stranger may not look at the table: a program that fetches a preview is one.
    """
    try:
        visibility.check({"table_id": eyes.shown.table}, AnonymousUser())
    except RoomError:
        return None
    begun = bool({"move", "seq", "spoilers"} & asked.keys())
    moment = {"seq": str(position.seq)} if begun else {}
    if "seat" not in asked:
        return Social(_picture(eyes, moment), "")
    board = eyes.board(position)
    told = [board.reader.plain(line.text) for line in position.told]
    moment = {"move": str(number)} if begun else {}
    return Social(_picture(eyes, {**moment, "seat": eyes.chosen}), said(board, told)[0] if begun else "")


def _picture(eyes: Eyes, given: dict[str, str]) -> str:
    query = urlencode({**given, "lang": (get_language() or "en")[:2]})
    return f"{settings.SITE_URL}{reverse('table-picture', args=[eyes.shown.table])}?{query}"
