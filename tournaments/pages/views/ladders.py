"""Ladders: a rating list for each game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.pages.lists import Page
from tournaments.pages.plots import plot
from tournaments.ratings import selectors
from tournaments.tables import catalogue

SHOWN = 100
SPARKS = 20
"""Lines that have a trend drawn beside them."""
TREND = 12
"""Tables that a trend looks back on."""


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
    ratings = selectors.trends(key, [rung.user for rung in page.items[:SPARKS]], limit=TREND)
    trends = {user: plot(after, width=88, height=26) for user, after in ratings.items() if len(after) > 1}
    context = {"area": "ladders", "games": catalogue.games(), "game": game, "page": page, "trends": trends}
    return render(request, "ladders/ladder.html", context)
