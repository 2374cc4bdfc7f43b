"""Replays: a finished table stepped through from any seat, a running one from one's own."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from tournaments.pages.board import Board, Line
from tournaments.pages.forms import clock_words
from tournaments.pages.people import names_of
from tournaments.tables import catalogue, selectors
from tournaments.tables.selectors import Step, Summary
from tournaments.tables.views import SeatView

ALL = "all"
"""The perspective that sees every hand; of a finished table only."""
SPECTATOR = "public"


@never_cache
@require_safe
def replay(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table after move ``?move=17`` as ``?seat=0`` saw it (``public``: a spectator; ``all``: every hand)."""
    summary = selectors.summary(table_id)
    eyes = Eyes(request, summary)
    steps = _positions(selectors.steps(table_id=table_id, user_id=eyes.user, seat=eyes.seat))
    context = {"area": "tables", "summary": summary, "game": catalogue.game(summary.game), "eyes": eyes}
    context |= {"clock": clock_words(summary.clock), "names": names_of([summary])}
    if steps:
        context |= _position(request, eyes, steps)
    template = "tables/position.html" if request.headers.get("X-Board") else "tables/replay.html"
    return render(request, template, context)


class Eyes:
    """Through whose eyes a replay is looked at."""

    def __init__(self, request: HttpRequest, summary: Summary) -> None:
        self.table = summary.id
        self.over = summary.status == "finished"
        self.count = len(summary.seats)
        self.user = request.user.pk if request.user.is_authenticated else None
        seated = self.user is not None and self.user in summary.seats
        self.own = summary.seats.index(self.user) if seated else None
        self.chosen = self._chosen(request.GET.get("seat", ""))
        self.front = int(self.chosen) if self.chosen.isdecimal() else self.own or 0
        self.seat = None if self.chosen == SPECTATOR else self.front

    def _chosen(self, asked: str) -> str:
        seats = [str(seat) for seat in range(self.count)]
        allowed = [SPECTATOR, ALL, *seats] if self.over else [SPECTATOR]
        if not self.over and self.own is not None:
            allowed.append(str(self.own))
        return asked if asked in allowed else (ALL if self.over else allowed[-1])

    def view(self, seq: int) -> SeatView:
        view = selectors.view_at(table_id=self.table, user_id=self.user, seq=seq, seat=self.seat)
        return self._with_hands(view, seq) if self.chosen == ALL else view

    def _with_hands(self, view: SeatView, seq: int) -> SeatView:
        """*view* with the hands that the other seats held then, each from that seat's own view.

        What everybody knew of a hand is no zone of its own any more: the whole hand is there.
        """
        if view.picture is None:
            return view
        zones = [zone for zone in view.picture.zones if zone.form != "hand" or zone.seat == self.front]
        for seat in range(self.count):
            other = selectors.view_at(table_id=self.table, user_id=self.user, seq=seq, seat=seat).picture
            if other is not None and seat != self.front:
                own = (zone for zone in other.zones if zone.form == "hand" and zone.seat == seat)
                zones += [replace(zone, key=f"hand-{seat}") for zone in own]
        return replace(view, picture=replace(view.picture, zones=tuple(zones)))


def _positions(steps: list[Step]) -> list[Step]:
    """The deal and everything after it that there is something to say about."""
    start = next((i for i, step in enumerate(steps) if any(t.kind == "table.started" for t in step.told)), None)
    if start is None:
        return []
    return [steps[start], *(step for step in steps[start + 1 :] if step.told)]


def _position(request: HttpRequest, eyes: Eyes, steps: list[Step]) -> dict[str, object]:
    last = len(steps) - 1
    asked = request.GET.get("move", "")
    move = min(int(asked), last) if asked.isdecimal() and len(asked) < 7 else (last if not eyes.over else 0)
    view = eyes.view(steps[move].seq)
    board = Board(view, perspective=eyes.front, still=True)
    here = reverse("table-replay", args=[eyes.table])

    def link(number: int) -> str:
        return f"{here}?{urlencode({'move': number, 'seat': eyes.chosen})}"

    lines = [
        (Line(board.reader, told, link(number)), number == move) for number, s in enumerate(steps) for told in s.told
    ]
    return {
        "view": view,
        "board": board,
        "move": move,
        "last": last,
        "at": steps[move].at,
        "lines": lines,
        "links": {
            "first": link(0),
            "back": link(max(0, move - 1)),
            "next": link(min(last, move + 1)),
            "last": link(last),
        },
        "perspectives": _perspectives(eyes, board),
    }


def _perspectives(eyes: Eyes, board: Board) -> list[tuple[str, str]]:
    """Whose eyes may be chosen, with the words for it."""
    found = [(SPECTATOR, gettext("Spectator"))]
    if eyes.over:
        found.append((ALL, gettext("All hands")))
        found += [(str(seat.number), seat.info.name) for seat in sorted(board.seats, key=lambda s: s.number)]
    elif eyes.own is not None:
        found.append((str(eyes.own), gettext("Your seat")))
    return found
