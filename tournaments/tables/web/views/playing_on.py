"""Playing on from a moment of a table that is over: which seat, against whom, with which cards."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.sessions import count_reader, ensure_user
from tournaments.kit.words import sentence
from tournaments.tables import catalogue, frames, selectors
from tournaments.tables.errors import RoomError
from tournaments.tables.origins import Origin
from tournaments.tables.web import lobby
from tournaments.tables.web.eyes import Eyes
from tournaments.tables.web.forms import PlayOnForm
from tournaments.tables.web.pictures import Showing, seen
from tournaments.tables.web.shown import of_table, with_line


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_on(request: HttpRequest, table_id: str) -> HttpResponse:
    """Play on from the position that the address names as a replay's does, with the line that it has."""
    asked = request.GET
    count_reader(request.user, "replays" if request.method != "POST" else "positions")  # a deal is looked for
    summary = selectors.summary(table_id)
    shown = with_line(of_table(summary, request.user.pk), asked)
    given = {name: str(asked[name]) for name in ("move", "seq", "seat", "front") if name in asked}
    view = seen(shown, given)
    number = view.at(given)
    origin = Origin(frames.commits(table_id), shown.until(view.course.positions[number].moment))
    form = PlayOnForm(request.POST or None, names=_names(view), initial=_usual(view.eyes, origin))
    if form.is_valid():
        try:
            return redirect("table", lobby.play_on(ensure_user(request), table_id, origin.line, **form.wanted()))
        except RoomError as refused:
            form.add_error("cards" if refused.field == "as_it_was" else None, sentence(refused.reason))
    context = {
        "area": "tables",
        "game": catalogue.game(summary.game),
        "form": form,
        "number": number,
        "last": view.last,
        "back": f"{shown.replay}?move={number}&{view.eyes.asked}",
    }
    return render(request, "tables/play_on.html", context, status=422 if form.errors else 200)


def _names(view: Showing) -> list[str]:
    reader = view.eyes.board(view.course.positions[0]).reader
    return [reader.seat(seat) for seat in range(view.eyes.count)]


def _usual(eyes: Eyes, origin: Origin) -> dict[str, object]:
    """The seat that is looked through, or the viewer's own, or whose turn it is; bots as for a newcomer."""
    own = origin.to_act[0] if eyes.own is None else eyes.own
    seat = int(eyes.chosen) if eyes.chosen.isdecimal() else own
    return {"seat": seat, "against": lobby.newcomers_level()}
