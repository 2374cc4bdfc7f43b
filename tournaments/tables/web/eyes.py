"""Through whose eyes a table is looked at again, and what they may see."""

from collections.abc import Callable, Sequence
from functools import cache, cached_property, partial
from typing import NamedTuple, TypeAlias
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext
from msgspec.structs import replace

from engine.events import Seat
from engine.picture import Picture
from tournaments.kit.faces import initials
from tournaments.platform.errors import TooOften
from tournaments.tables import frames
from tournaments.tables.course import Course, Play, Position, course
from tournaments.tables.front import asked_eyes, front_of
from tournaments.tables.seen import SeatView
from tournaments.tables.web.board import Board
from tournaments.tables.web.pieces import Ahead, Brings
from tournaments.tables.web.shown import Shown

ALL = "all"
"""The eyes that see every hand; of a deal that is over only."""
SPECTATOR = "public"
TURN = "turn"
"""Those of the seat whose turn it is, move by move; of a deal that is over only."""


SeenBy: TypeAlias = Callable[[Seat | None], SeatView]
"""The table at a position, by who looks."""


class Viewpoint(NamedTuple):
    """Eyes that may be chosen, with the words for it; a seat is drawn by its initial. ``asked``: as addresses ask."""

    value: str
    label: str
    seat: int | None
    asked: str
    initial: str = ""


class Eyes:
    """Whose eyes are asked for (``?seat=``) and which seat is at the bottom (``?front=``), as far as the viewer may."""

    def __init__(self, shown: Shown, asked: QueryDict, pay: Callable[[], None] = lambda: None) -> None:
        self.shown = shown
        self._pay = pay
        self.over = shown.over
        self.count = len(shown.users)
        self.own = shown.own
        self.chosen = self._chosen(asked.get("seat", ""))
        self.front = self._front(asked)
        spoilers = asked.get("spoilers", "")
        self._spoilers = spoilers if spoilers in ("on", "off") else ""
        self.blind = self._spoilers == "off"
        """Whether nothing is shown that has not been reached."""

    def _chosen(self, asked: str) -> str:
        seats = [str(seat) for seat in range(self.count)]
        allowed = [SPECTATOR, ALL, TURN, *seats] if self.over else [SPECTATOR]
        if not self.over and self.own is not None:
            allowed.append(str(self.own))
        return asked if asked in allowed else (ALL if self.over else allowed[-1])

    def _front(self, asked: QueryDict) -> Seat:
        front = asked.get("front", "")
        if front in [str(seat) for seat in range(self.count)]:
            return Seat(int(front))
        return front_of(self.chosen, self.own)

    @cached_property
    def asked(self) -> str:
        """As they are asked for again."""
        return f"{urlencode(asked_eyes(self.chosen, self.front, self.own))}{self.rest}"

    @property
    def rest(self) -> str:
        """What is asked for beside the eyes."""
        return f"{f'&spoilers={self._spoilers}' if self._spoilers else ''}{self.shown.query}"

    @property
    def reader(self) -> Seat | None:
        """Who reads the story of the table."""
        if self.chosen in (SPECTATOR, TURN):
            return None
        return Seat(int(self.chosen)) if self.chosen.isdecimal() else self.front

    def course(self) -> Course:
        """The table's, as these eyes may know it."""
        return course(self.shown.moments, self._of_mover, self.reader)

    def begins(self) -> int:
        """The step of the game after which the line begins."""
        line = self.shown.line
        return course(self.shown.game_beside, self._of_mover, self.reader).number(line.after) if line else 0

    def _of_mover(self, mover: Seat) -> Seat | None:
        return mover if self.chosen in (ALL, TURN) else self.reader

    def view(self, position: Position, seat: Seat | None) -> SeatView:
        """The table at *position*, as *seat* saw it."""
        return frames.look(position.moment, position.seq, seat, self.shown.names, held=position.held)

    def board(self, position: Position) -> Board:
        """The table at *position*."""

        @cache
        def seen_by(seat: Seat | None) -> SeatView:
            return self.view(position, seat)

        view = seen_by(self._seat_at(position))
        ahead = self._ahead(position.next, seen_by)
        if self.chosen == ALL and view.picture is not None:
            view = replace(view, picture=self._with_hands(view.picture, seen_by))
        brings = partial(self._brings, position)
        return Board(view, perspective=self.front, still=True, held=position.held, ahead=ahead, brings=brings)

    def _brings(self, position: Position) -> Brings | None:
        """What each card would bring, where the ending can be solved. Only of a table here that is over: a game that
        came as text may be one that is being played. Who has asked for too much of it is shown the cards alone."""
        after = position.moment[1]
        if self.chosen != ALL or position.seq < after.seq or not (self.over and self.shown.table) or self.blind:
            return None
        try:
            seat, cards = frames.solved(after, self._pay)
        except TooOften:
            return None
        if seat is not None:
            return Brings(seat, cards, after.game.ending.gains)
        seat, cards = frames.ends(after)
        return None if seat is None else Brings(seat, cards)

    def _seat_at(self, position: Position) -> Seat | None:
        if self.chosen == TURN:
            return position.next.seat if position.next else None
        return self.reader

    def _ahead(self, play: Play | None, seen_by: SeenBy) -> Ahead | None:
        """The move that was made next, and the cards that could have been played, as its player knew them."""
        if play is None or not self._sees_hand(play):
            return None
        picture = seen_by(play.seat).picture
        may = {choice.card for choice in picture.choices if choice.card} if picture else set()
        return Ahead(play.seat, frozenset(card for card in play.cards if card), frozenset(may))

    def _sees_hand(self, play: Play) -> bool:
        return self.chosen in (ALL, TURN) or self.chosen == str(play.seat)

    def _with_hands(self, picture: Picture, seen_by: SeenBy) -> Picture:
        """*picture* with the hands that the other seats held then, each from that seat's own view.

        Cards of a hand that everybody knew lie in it, marked.
        """
        zones = [zone for zone in picture.zones if zone.form != "hand" or zone.seat == self.front]
        for seat in range(self.count):
            other = seen_by(Seat(seat)).picture
            if other is not None and seat != self.front:
                own = (zone for zone in other.zones if zone.form == "hand" and zone.seat == seat)
                zones += [replace(zone, key=f"hand-{seat}") for zone in own]
        return replace(picture, zones=tuple(zones))

    def choices(self, names: Sequence[str]) -> list[Viewpoint]:
        """Whose eyes may be chosen; *names* by seat."""
        found = [self._choice(SPECTATOR, gettext("Public"))]
        if self.over:
            seats = [self._choice(str(seat), name, seat) for seat, name in enumerate(names)]
            called = zip(seats, initials(names), strict=True)
            seats = [choice._replace(initial=initial) for choice, initial in called]
            return [*found, *seats, self._choice(TURN, gettext("In turn")), self._choice(ALL, gettext("All hands"))]
        return [*found, self._choice(str(self.own), gettext("Your seat"))] if self.own is not None else found

    def _choice(self, value: str, label: str, seat: int | None = None) -> Viewpoint:
        """A table that was turned stays so."""
        turned = self.front != front_of(self.chosen, self.own)
        front = self.front if turned else front_of(value, self.own)
        return Viewpoint(value, label, seat, f"{urlencode(asked_eyes(value, front, self.own))}{self.rest}")

    @property
    def turned(self) -> str:
        """The same eyes, with the next seat at the bottom."""
        front = (self.front + 1) % self.count
        return f"seat={self.chosen}&front={front}{self.rest}"
