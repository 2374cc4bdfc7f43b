"""Rings and arrows on cards and on places of seats, as somebody draws them on a position to show it to others. Pure."""

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.tables.errors import Refused

MOST: Final = 8
"""Rings, and as many arrows."""

Mark: TypeAlias = str
"""What is marked: a card's code, or the place of a seat, counted from 1: ``@2``."""
Arrow: TypeAlias = tuple[Mark, Mark]

_ONE = r"(?:[A-Z0-9]{1,4}|@[1-9])"
_CODES = re.compile(rf"{_ONE}(-{_ONE})?(,{_ONE}(-{_ONE})?){{0,31}}|")


def check(rings: tuple[Mark, ...], arrows: tuple[Arrow, ...], *, seats: int, is_card: Callable[[str], bool]) -> None:
    """Raises :class:`~tournaments.tables.errors.Refused` unless they may be drawn in a game with that many *seats*."""
    if len(rings) > MOST or len(arrows) > MOST:
        reason = Text(_("At most {most} rings and {most} arrows."), {"most": MOST})
        raise Refused("too_many_marks", reason, field="mark")
    places = {place_of(seat) for seat in range(seats)}
    if not all(mark in places or is_card(mark) for mark in (*rings, *(end for arrow in arrows for end in arrow))):
        raise Refused("bad_card", _("This game has no such card."), field="mark")
    if any(start == end for start, end in arrows):
        raise Refused("bad_arrow", _("An arrow leads from one card to another."), field="mark")


def place_of(seat: int) -> Mark:
    """The place of *seat*, as a mark names it."""
    return f"@{seat + 1}"


def marks_of(text: str) -> list[tuple[str, ...]]:
    """What is marked, or pairs of it, as forms write them: each once.

    >>> marks_of("KS,9H"), marks_of("KS-@2"), marks_of("")
    ([('KS',), ('9H',)], [('KS', '@2')], [])
    """
    if not _CODES.fullmatch(text):
        raise Refused("bad_card", _("This game has no such card."), field="mark")
    return list(dict.fromkeys(tuple(word.split("-")) for word in text.split(",") if word))
