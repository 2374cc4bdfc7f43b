"""Replays: a finished table stepped through from any seat, a running one from the viewer's own."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from accounts.sessions import count_reader
from tournaments.director.read import ruling
from tournaments.tables import catalogue, selectors
from tournaments.tables.seen import SeatView
from tournaments.tables.selectors import Step, Summary
from tournaments.tables.web.board import Board
from tournaments.tables.web.forms import clock_words
from tournaments.tables.web.names import names_of
from tournaments.tables.web.pieces import Line
from tournaments.tables.web.table_page import match_of

ALL = "all"
"""The perspective that sees every hand; of a finished table only."""
SPECTATOR = "public"


@never_cache
@require_safe
def replay(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table after move ``?move=17`` as ``?seat=0`` saw it (``public``: a spectator; ``all``: every hand).

    A script gets the position alone; before the deal there is none, and the page says so.
    """
    count_reader(request.user, "replays")
    summary = selectors.summary(table_id)
    eyes = Eyes(request, summary)
    steps = _positions(selectors.steps(table_id=table_id, user_id=eyes.user, seat=eyes.seat))
    context = {"area": "tables", "summary": summary, "game": catalogue.game(summary.game), "eyes": eyes}
    context |= {"clock": clock_words(summary.clock), "names": names_of([summary]), **_ruling(request, summary)}
    if steps:
        context |= _position(request, eyes, steps)
    if not request.headers.get("X-Board"):
        return render(request, "tables/replay.html", context)
    if not steps:
        raise Http404
    return render(request, "tables/position.html", context)


def _ruling(request: HttpRequest, summary: Summary) -> dict[str, object]:
    """The ruling that set the result of the match, for the whole page: a position shows none."""
    match = match_of(summary) if not request.headers.get("X-Board") else None
    return {"match": match, "ruling": ruling(match, request.user) if match else None}


class Eyes:
    """Through whose eyes a replay is looked at."""

    def __init__(self, request: HttpRequest, summary: Summary) -> None:
        self.table = summary.id
        self.over = summary.status == "finished"
        self.count = len(summary.seats)
        self.user = request.user.pk if request.user.is_authenticated else None
        self.own = summary.seat_of(self.user)
        self.chosen = self._chosen(request.GET.get("seat", ""))
        self.front = int(self.chosen) if self.chosen.isdecimal() else self.own or 0
        self.seat = None if self.chosen == SPECTATOR else self.front

    def _chosen(self, asked: str) -> str:
        seats = [str(seat) for seat in range(self.count)]
        allowed = [SPECTATOR, ALL, *seats] if self.over else [SPECTATOR]
        if not self.over and self.own is not None:
            allowed.append(str(self.own))
        return asked if asked in allowed else (ALL if self.over else allowed[-1])

    def view(self, step: Step) -> SeatView:
        view = self._seen_by(self.seat, step)
        return self._with_hands(view, step) if self.chosen == ALL else view

    def _seen_by(self, seat: int | None, step: Step) -> SeatView:
        return selectors.view_at(table_id=self.table, user_id=self.user, seq=step.seq, seat=seat, held=step.held)

    def _with_hands(self, view: SeatView, step: Step) -> SeatView:
        """*view* with the hands that the other seats held then, each from that seat's own view.

        Cards of a hand that everybody knew are no longer a separate zone: the whole hand is there.
        """
        if view.picture is None:
            return view
        others = [zone for zone in view.picture.zones if zone.form != "known"]
        zones = [zone for zone in others if zone.form != "hand" or zone.seat == self.front]
        for seat in range(self.count):
            other = self._seen_by(seat, step).picture
            if other is not None and seat != self.front:
                own = (zone for zone in other.zones if zone.form == "hand" and zone.seat == seat)
                zones += [replace(zone, key=f"hand-{seat}") for zone in own]
        return replace(view, picture=replace(view.picture, zones=tuple(zones)))


def _positions(steps: list[Step]) -> list[Step]:
    """The deal and everything after it that there is something to say about, or that clears away what was held."""
    start = next((i for i, step in enumerate(steps) if any(t.kind == "table.started" for t in step.told)), None)
    if start is None:
        return []
    later = zip(steps[start:], steps[start + 1 :], strict=False)
    return [steps[start], *(step for before, step in later if step.told or step.held or before.held)]


def _position(request: HttpRequest, eyes: Eyes, steps: list[Step]) -> dict[str, object]:
    last = len(steps) - 1
    move = _asked(request, steps)
    if move is None:
        move = 0 if eyes.over else last
    view = eyes.view(steps[move])
    board = Board(view, perspective=eyes.front, still=True, held=steps[move].held)
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


def _asked(request: HttpRequest, steps: list[Step]) -> int | None:
    """The step that is asked for: ``?move=`` counts them, ``?seq=`` names the event that it shows."""
    move, seq = request.GET.get("move", ""), request.GET.get("seq", "")
    if move.isdecimal() and len(move) < 7:
        return min(int(move), len(steps) - 1)
    if seq.isdecimal() and len(seq) < 7:
        return next((n for n, step in enumerate(steps) if step.seq >= int(seq)), len(steps) - 1)
    return None


def _perspectives(eyes: Eyes, board: Board) -> list[tuple[str, str]]:
    """Whose eyes may be chosen, with the words for it."""
    found = [(SPECTATOR, gettext("Spectator"))]
    if eyes.over:
        found.append((ALL, gettext("All hands")))
        found += [(str(seat.number), seat.info.name) for seat in sorted(board.seats, key=lambda s: s.number)]
    elif eyes.own is not None:
        found.append((str(eyes.own), gettext("Your seat")))
    return found
