"""Ladders: a rating list for each game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.pages.lists import Page
from tournaments.pages.plots import Plot, plot
from tournaments.ratings import selectors
from tournaments.tables import catalogue

SHOWN = 100
SPARKS = 20
"""Lines that have a trend drawn beside them."""


@require_safe
def ladders(request: HttpRequest) -> HttpResponse:
    games = catalogue.games()
    if not games:
        raise Http404
    return redirect("ladder", key=games[0].key)


@require_safe
def ladder(request: HttpRequest, key: str) -> HttpResponse:
    game = catalogue.game(key)
    page = Page(request, lambda limit, offset: selectors.ladder(key, limit=limit, offset=offset), size=SHOWN)
    trends: dict[int, Plot] = {}
    for rung in page.items[:SPARKS]:
        after = [change.after for change in selectors.history(rung.user, key, limit=12)]
        if len(after) > 1:
            trends[rung.user] = plot(after, width=88, height=26)
    context = {"area": "ladders", "games": catalogue.games(), "game": game, "page": page, "trends": trends}
    return render(request, "ladders/ladder.html", context)
