"""Where matches are played: with real cards or here; reports that an organiser confirms; slips to write results on."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import user_of
from tournaments.director.commands import places
from tournaments.director.web.views.tournaments import directed
from tournaments.kit.refusals import done
from tournaments.tables import selectors as tables
from tournaments.tables.web.views.answers import seen_in


@require_POST
@login_required
def place(request: HttpRequest, tournament_id: str, match: str) -> HttpResponse:
    """Have a match played in the room, or here."""
    directed(request, tournament_id)
    in_room = request.POST.get("in_room") == "1"
    done(request, places.place, tournament_id=tournament_id, by=user_of(request).pk, match=match, in_room=in_room)
    return redirect("tournament-desk", tournament_id=tournament_id)


@require_POST
@login_required
def settle(request: HttpRequest, tournament_id: str, match: str) -> HttpResponse:
    """Confirm what a player has reported."""
    directed(request, tournament_id)
    seen = seen_in(request)
    done(request, places.settle, tournament_id=tournament_id, by=user_of(request).pk, match=match, seen=seen)
    return redirect("tournament-desk", tournament_id=tournament_id)


@require_safe
@login_required
def slips(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The last round's tables that are played in the room, to be printed and cut apart: names, and room for places
    and points."""
    detail = directed(request, tournament_id)
    paired = detail.rounds[-1] if detail.rounds else None
    matches = paired.matches if paired else ()
    in_room = {table.id for table in tables.of_matches(match.match for match in matches) if table.in_room}
    rows = [
        (number, match, settings.SITE_URL + reverse("table", args=[match.table]))
        for number, match in enumerate(matches, start=1)
        if match.table in in_room
    ]
    return render(request, "tournaments/slips.html", {"area": "tournaments", "t": detail, "r": paired, "rows": rows})
