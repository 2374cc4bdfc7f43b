"""Lists that grow, one page at a time."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from django.http import Http404, HttpRequest

T = TypeVar("T")

SIZE = 25
LAST = 10_000
"""No reader turns this many pages; a program that wants everything asks the API."""


class Page(Generic[T]):
    """One page of a list, with the addresses of its neighbours.

    *read* gets ``limit`` and ``offset``. One line more than is shown tells whether there is another page, so nothing
    has to be counted. Raises ``Http404`` for a page number that is none.
    """

    def __init__(self, request: HttpRequest, read: Callable[[int, int], Sequence[T]], *, size: int = SIZE) -> None:
        self.number = number_of(request)
        self.offset = size * (self.number - 1)
        found = read(size + 1, self.offset)
        self.items = found[:size]
        self.past_end = not self.items and self.number > 1
        query = request.GET.copy()
        self.first = self._address(query, 1)
        self.newer = self._address(query, self.number - 1) if self.number > 1 else ""
        self.older = self._address(query, self.number + 1) if len(found) > size and self.number < LAST else ""

    @staticmethod
    def _address(query: Any, number: int) -> str:
        query.pop("page", None)
        if number > 1:
            query["page"] = str(number)
        return f"?{query.urlencode()}"


def number_of(request: HttpRequest) -> int:
    """The page asked for, from 1; raises ``Http404`` for anything else than such a number."""
    asked = request.GET.get("page", "1")
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 6 and 1 <= int(asked) <= LAST):
        raise Http404
    return int(asked)
