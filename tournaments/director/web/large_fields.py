"""What a page of a large tournament shows of it at once: a part of the lines, one round, some of its tables."""

from django.http import HttpRequest
from msgspec.structs import replace

from tournaments.director.selectors import Detail, RoundInfo
from tournaments.director.web.tournament_page import dealt
from tournaments.kit.lists import Page, number_of
from tournaments.kit.numbers import number_in

LARGE = 100
"""Entries; smaller fields are shown whole."""
LINES = 30
"""Of the standings, and tables of a round, on a page of a larger field."""
WIDE = 20
"""Lines of the crosstable: each has a cell for every round."""
BRIEF = 15
"""Lines and tables on the overview."""


def part(request: HttpRequest, detail: Detail, tab: str) -> slice:
    """The lines of the standings that are shown."""
    if len(detail.entries) <= LARGE:
        return slice(None)
    if tab == "overview":
        return slice(BRIEF)
    size = _size(tab)
    first = size * (number_of(request) - 1)
    return slice(first, first + size)


def _size(tab: str) -> int:
    return min(WIDE, LINES) if tab == "crosstable" else LINES


def context(request: HttpRequest, detail: Detail, tab: str) -> dict[str, object]:
    """The tournament with what is shown of its rounds, and the ways to the rest."""
    if len(detail.entries) <= LARGE or not detail.rounds:
        return {"offset": 0}
    if tab == "rounds":
        return _one_round(request, detail)
    last = detail.rounds[-1]
    whole = range(len(detail.entries))
    return {
        "t": replace(detail, entries=detail.entries[:LINES]),
        "round": replace(last, matches=last.matches[:BRIEF], names=last.names[:BRIEF], byes=()),
        "offset": 0,
        "large": True,
        "told": number_in(request.GET.get("line"), digits=9),  # all at once would be most of what a page is
        "page": Page(request, lambda limit, offset: whole[offset : offset + limit], size=_size(tab)),
    }


def _one_round(request: HttpRequest, detail: Detail) -> dict[str, object]:
    asked = number_in(request.GET.get("round"), digits=3) or 0
    shown: RoundInfo = detail.rounds[asked - 1 if asked <= len(detail.rounds) else -1]
    page = Page(request, lambda limit, offset: shown.matches[offset : offset + limit], size=LINES)
    byes = shown.byes if page.number == 1 else ()
    return {
        "t": replace(detail, rounds=(replace(shown, matches=tuple(page.items), byes=byes),)),
        "offset": page.offset,
        "page": page,
        "dealt": dealt([shown]),
        "told": request.GET.get("match"),
        "one_of": [paired.number for paired in detail.rounds],
    }
