"""Pictures of a moment of a table that is over, through given eyes: what follows from an address, the same for all.

Who may ask is decided for every path that names a table; nothing here depends on the reader.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import cache
from django.http import QueryDict
from django.utils.translation import override

from accounts.models import User
from accounts.sessions import count_reader
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.kit.numbers import number_in
from tournaments.kit.words import translated
from tournaments.tables import catalogue, films
from tournaments.tables.course import Course
from tournaments.tables.errors import Refused
from tournaments.tables.selectors import Summary
from tournaments.tables.web.drawing import raster
from tournaments.tables.web.drawing.ground import WIDTH
from tournaments.tables.web.drawing.scene import LOOK, said, scene
from tournaments.tables.web.eyes import ALL, SPECTATOR, TURN, Eyes
from tournaments.tables.web.shown import Shown, of_table

KEPT: Final = 300
"""Seconds: who shares a moment and those who are shown it ask for the same picture, soon after each other."""


@dataclass(frozen=True)
class Showing:
    """A table that is over as ``eyes`` may know it, in one language."""

    eyes: Eyes
    language: str

    @cached_property
    def course(self) -> Course:
        return self.eyes.course()

    @property
    def last(self) -> int:
        return len(self.course.positions) - 1

    def number(self, given: str | None, *, default: int) -> int:
        """A position that is asked for; raises :class:`Refused`."""
        if given is None:
            return default
        number = number_in(given)
        if number is None or number > self.last:
            reason = Text(_("Moves are numbered from 0 to {last}."), {"last": self.last})
            raise Refused("bad_move", reason, field="move")
        return number

    def at(self, asked: Mapping[str, str]) -> int:
        """The position of ``?move=``, or the one that shows event ``?seq=``; else the last one.

        Raises :class:`Refused`.
        """
        if "seq" not in asked or "move" in asked:
            return self.number(asked.get("move"), default=self.last)
        seq = number_in(asked["seq"])
        if seq is None:
            raise Refused("bad_move", _("This table has no such move."), field="move")
        return next((number for number, each in enumerate(self.course.positions) if each.seq >= seq), self.last)

    def drawn(self, number: int) -> str:
        """Position *number* as an SVG."""
        with override(self.language):
            position = self.course.positions[number]
            board = self.eyes.board(position)
            name = translated(catalogue.game(self.eyes.shown.game).name)
            return scene(board, above=name, told=[*map(board.say, position.told)])

    def key(self, *parts: object) -> str:
        """What a picture follows from: *parts*, the log, eyes, names, words, the look."""
        names = self.eyes.shown.names
        known = "/".join(f"{user}={names[user].name}" for user in sorted(names))
        look = (LOOK, staticfiles_storage.url("suits.svg"), staticfiles_storage.url("css/tokens.css"))
        whole = (self.eyes.shown.mark, self.eyes.asked, self.language, known, look, parts)
        return hashlib.sha256(repr(whole).encode()).hexdigest()


def showing(summary: Summary, asked: Mapping[str, str]) -> Showing:
    """The table as ``?seat=`` and ``?front=`` ask for it, by ``?lang=``. Raises :class:`Refused`."""
    return seen(of_table(summary, None), asked)


def seen(shown: Shown, asked: Mapping[str, str]) -> Showing:
    """The same of *shown*: a table, a line, or a game that came as text."""
    if not shown.over or not any(moment[1].state is not None for moment in shown.moments):
        raise Refused("not_finished", _("This table is not finished."))
    seats = [str(seat) for seat in range(len(shown.users))]
    seat, front = asked.get("seat", SPECTATOR), asked.get("front")
    if seat not in (SPECTATOR, ALL, TURN, *seats) or front not in (None, *seats):
        raise Refused("bad_seat", _("This table has no such seat."), field="seat")
    language = asked.get("lang", settings.LANGUAGE_CODE)
    if language not in dict(settings.LANGUAGES):
        raise Refused("bad_language", _("Pictures are not made in that language."), field="lang")
    given = QueryDict(f"seat={seat}" if front is None else f"seat={seat}&front={front}")
    return Showing(Eyes(shown, given), language)


def picture(view: Showing, number: int, reader: User | AnonymousUser) -> bytes:
    """Position *number* as a PNG. One that has to be drawn is counted; raises :class:`~accounts.errors.TooOften`."""
    key = f"picture/{view.key(number)}"
    kept: bytes | None = cache.get(key)
    if kept is None:
        count_reader(reader, "positions")
        kept = raster.png(view.drawn(number), WIDTH)
        films.count_picture()
        cache.set(key, kept, KEPT)
    return kept


def heading(view: Showing, number: int) -> str:
    """What happened at position *number*, as its picture says it."""
    with override(view.language):
        position = view.course.positions[number]
        board = view.eyes.board(position)
        return said(board, [*map(board.say, position.told)])[0]
