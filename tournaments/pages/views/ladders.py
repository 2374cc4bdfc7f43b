"""Ladders: a rating list for each game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.pages.lists import Page
from tournaments.ratings import ladders as ratings
from tournaments.tables import catalogue

SHOWN = 100
BESIDE = 10
"""Lines of those who are not ranked, on the page of those who are."""
PARTS: tuple[ratings.Part, ...] = ("ranked", "provisional", "inactive")


@require_safe
def ladders(request: HttpRequest) -> HttpResponse:
    games = catalogue.games()
    if not games:
        raise Http404
    return redirect("ladder", key=games[0].key)


@require_safe
def ladder(request: HttpRequest, key: str) -> HttpResponse:
    game, bots = catalogue.game(key), request.GET.get("bots") == "1"
    part = next((each for each in PARTS if each == request.GET.get("part")), PARTS[0])
    page = Page(
        request,
        lambda limit, offset: ratings.ladder(key, part=part, bots=bots, limit=limit, offset=offset),
        size=SHOWN,
    )
    context = {"area": "ladders", "games": catalogue.games(), "game": game, "page": page, "part": part, "bots": bots}
    if part == "ranked" and not page.older:
        for other in PARTS[1:]:
            found = ratings.ladder(key, part=other, bots=bots, limit=BESIDE + 1)
            context[other] = {"rungs": found[:BESIDE], "more": len(found) > BESIDE}
    return render(request, "ladders/ladder.html", context)
