"""Places in a list whose newest line comes first, which new lines do not move; and how many lines a list has."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, NamedTuple, TypeVar

from django.db.models import Model, Q, QuerySet

PATTERN: Final = "^([0-9]{1,15})-([A-Za-z0-9_-]{1,40})$"
_PLACE: Final = re.compile(PATTERN, re.ASCII)
MOST: Final = 100_000
"""Lines that are counted; of more it is said that there are as many."""
_TOTAL: ContextVar[int | None] = ContextVar("total", default=None)
_WANTED: ContextVar[bool] = ContextVar("total wanted", default=False)


class Place(NamedTuple):
    """Behind the line of this moment (epoch ms) and id."""

    at: int
    id: str

    def __str__(self) -> str:
        return f"{self.at}-{self.id}"


def place(text: str) -> Place | None:
    """The place that *text* names; ``None`` if it names none.

    >>> place("1795262400000-rHV6JR4Zp2"), place("rHV6JR4Zp2")
    (Place(at=1795262400000, id='rHV6JR4Zp2'), None)
    """
    found = _PLACE.fullmatch(text)
    return Place(int(found[1]), found[2]) if found else None


def beyond(behind: Place, at: str, pk: str) -> Q:
    """The rows behind that place in the order of the field *at*, the latest first, and *pk*."""
    later = Q(**{f"{at}__lt": behind.at}) | Q(**{f"{pk}__gt": behind.id})
    return later & Q(**{f"{at}__lte": behind.at})


M = TypeVar("M", bound=Model)


def part(rows: QuerySet[M], limit: int, offset: int, further: Q | None = None) -> QuerySet[M]:
    """At most *limit* of *rows* from the one after *offset* on, of those that are *further*; all of them are counted if
    the request wants it."""
    if _WANTED.get():
        note(rows[: MOST + 1].count())
    return (rows if further is None else rows.filter(further))[offset : offset + limit]


def note(total: int) -> None:
    _TOTAL.set(min(total, MOST))


@contextmanager
def counting(wanted: bool) -> Iterator[None]:
    """What is read here is to say how many lines there are, if that is *wanted*."""
    _WANTED.set(wanted)
    _TOTAL.set(None)
    try:
        yield
    finally:
        _WANTED.set(False)


def total() -> int | None:
    """How many lines the last list has, if that was wanted and noted."""
    return _TOTAL.get() if _WANTED.get() else None


def taken(lines: Sequence[Any], limit: int, offset: int) -> Sequence[Any]:
    """The same as :func:`part` of what is at hand."""
    note(len(lines))
    return lines[offset : offset + limit]
