"""The games: a list, a page each with its rules, and opening a table."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import ensure_user, user_of
from tournaments.clubs import access
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_page import of_club, shown
from tournaments.kit import markdown
from tournaments.kit.words import sentence
from tournaments.log.errors import RoomError
from tournaments.tables import catalogue
from tournaments.tables import selectors as tables
from tournaments.tables.errors import Refused
from tournaments.tables.web import lobby
from tournaments.tables.web.forms import TableForm
from tournaments.tables.web.names import names_of

WAITING = 4
"""Tables that are shown at once: the rules come after them."""
ALL_WAITING = 100


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    return render(request, "games/list.html", {"area": "games", "games": catalogue.games()})


@require_safe
def game(request: HttpRequest, key: str) -> HttpResponse:
    info = catalogue.game(key)
    return _page(request, info, TableForm(game=info, user=request.user))


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """The rules alone, to show next to a table; opened by itself the address leads to the page that has them."""
    info = catalogue.game(key)
    if "HX-Request" not in request.headers:
        return redirect(f"{reverse('game', args=[key])}#rules")
    return render(request, "games/rules.html", {"rules": _rules(info)})


@require_POST
def play(request: HttpRequest, key: str = "") -> HttpResponse:
    """Play now: a visitor without an account becomes a guest."""
    if not key and "first" in request.POST:
        return redirect("table", table_id=lobby.first_game(ensure_user(request)))
    info = catalogue.game(key or request.POST.get("game", ""))
    level, seats = request.POST.get("level", ""), request.POST.get(f"seats-{info.key}", "")
    return redirect("table", table_id=lobby.play_now(ensure_user(request), info.key, level=level, seats=seats))


@require_POST
def open_table(request: HttpRequest, key: str) -> HttpResponse:
    info = catalogue.game(key)
    form = TableForm(request.POST, game=info, user=request.user)
    if not form.is_valid():
        return _page(request, info, form, status=422)
    try:
        table_id = lobby.open_for(ensure_user(request), game=key, **form.table())
    except Refused as refused:
        form.add_error(None, sentence(refused.reason))
        return _page(request, info, form, status=422)
    return redirect("table", table_id=table_id)


def _page(request: HttpRequest, info: catalogue.GameInfo, form: TableForm, status: int = 200) -> HttpResponse:
    most = ALL_WAITING if request.GET.get("waiting") == "all" else WAITING
    found = tables.listed("open", game=info.key, limit=most + 1)
    context = {
        "area": "games",
        "game": info,
        "form": form,
        "rules": _rules(info, titled=False),
        "open_tables": found[:most],
        "more_open": len(found) > most == WAITING,
        "names": names_of(found[:most]),
    }
    return render(request, "games/game.html", context, status=status)


def _rules(info: catalogue.GameInfo, *, titled: bool = True) -> SafeString:
    """The rules page, with its title unless the page around it has one."""
    text = catalogue.rules_page(info.key, get_language() or "en")
    return markdown.html(text if titled else markdown.untitled(text), info.deck)


@login_required
@of_club
def open_club_table(request: HttpRequest, club: Club) -> HttpResponse:
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
