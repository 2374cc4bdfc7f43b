"""Lines with fixed columns, counted from 1 as in the FIDE's tables."""

from __future__ import annotations

from decimal import Decimal

from engine.text import Text, shortened
from engine.text import gettext_noop as _

FIRST_ROUND, ROUND_WIDTH = 92, 10
WIDEST = 1_100
"""Columns of a line: a player's in 99 rounds, or of some two hundred numbers."""
_MOST_DIGITS = 4


class Misplaced(Exception):
    """Something stands in a line that does not belong there."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Line:
    """A line that is read column by column; what was not asked for must be blank."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._taken, self._end = 0, len(text.rstrip())

    def take(self, first: int, last: int) -> str:
        """What stands in the columns *first* to *last*; between it and what was taken before there is nothing."""
        self._check_blank(first - 1)
        self._taken = last
        return self.text[first - 1 : last].strip()

    def number(self, first: int, last: int, *, least: int = 1) -> int:
        found = self.number_or_none(first, last, least=least)
        if found is None:
            raise Misplaced(
                Text(_("A number is missing in columns {first} to {last}."), {"first": first, "last": last})
            )
        return found

    def number_or_none(self, first: int, last: int, *, least: int = 1) -> int | None:
        text = self.take(first, last)
        if not text:
            return None
        if len(text) > _MOST_DIGITS or not (text.isascii() and text.isdecimal()) or int(text) < least:
            raise _odd(text, first, last, _("“{text}” in columns {first} to {last} is not a valid number."))
        return int(text)

    def points(self, first: int, last: int) -> Decimal:
        text = self.take(first, last)
        whole, _dot, tenth = text.removeprefix("-").partition(".")
        if not (whole.isascii() and whole.isdecimal() and len(tenth) == 1 and tenth.isascii() and tenth.isdecimal()):
            raise _odd(
                text, first, last, _("“{text}” in columns {first} to {last} is not a number of points such as 11.5.")
            )
        return Decimal(text)

    def numbers(self, first: int) -> tuple[int, ...]:
        """Numbers of players from column *first* on, in fours with a blank between."""
        found = [self.number(first, first + 3)]
        while self.left:
            first += 5
            found.append(self.number(first, first + 3))
        return tuple(found)

    @property
    def left(self) -> bool:
        return self._taken < self._end

    def end(self) -> None:
        self._check_blank(len(self.text))

    def _check_blank(self, last: int) -> None:
        between = self.text[self._taken : last]
        if between.strip():
            at = self._taken + 1 + len(between) - len(between.lstrip())
            raise Misplaced(Text(_("Column {column} should be blank."), {"column": at}))


def _odd(text: str, first: int, last: int, reason: str) -> Misplaced:
    return Misplaced(Text(reason, {"text": shortened(text, 40), "first": first, "last": last}))


class Blank:
    """A line that is written column by column."""

    def __init__(self, tag: str) -> None:
        self._text = tag

    def put(self, first: int, last: int, value: object, *, left: bool = False) -> Blank:
        """Write *value* into the columns *first* to *last*, to the right of them unless it belongs *left*."""
        width = last - first + 1
        text = str(value)
        if len(text) > width:
            raise ValueError(f"{text!r} does not fit into {width} columns.")
        self._text = self._text.ljust(first - 1) + (text.ljust(width) if left else text.rjust(width))
        return self

    def __str__(self) -> str:
        return self._text.rstrip()


def column(number: int) -> int:
    """Where round *number* begins."""
    return FIRST_ROUND + (number - 1) * ROUND_WIDTH
