"""Opening a table in a club."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournaments.clubs import access
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_page import of_club, shown, user_of
from tournaments.kit.words import sentence
from tournaments.log.errors import RoomError
from tournaments.tables import catalogue
from tournaments.tables.web import lobby
from tournaments.tables.web.forms import TableForm


@login_required
@of_club
def open_table(request: HttpRequest, club: Club) -> HttpResponse:
    """First the game, then how it is played."""
    access.check(request.user, "open_table", club)
    key = request.GET.get("game", "")
    if not key:
        return shown(request, "tables/open.html", club, "home", games=catalogue.games())
    info = catalogue.game(key)
    form = TableForm(request.POST if request.method == "POST" else None, game=info, user=request.user)
    if request.method == "POST" and form.is_valid():
        try:
            table = lobby.open_for(user_of(request), game=info.key, club=club.id, **form.table())
        except RoomError as refused:
            form.add_error(None, sentence(refused.reason))
        else:
            return redirect("table", table_id=table)
    return shown(request, "tables/open.html", club, "home", game=info, form=form, status=422 if form.errors else 200)
