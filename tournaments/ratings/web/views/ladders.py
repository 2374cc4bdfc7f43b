"""Ladders: a rating list for each game."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.kit.lists import Page
from tournaments.platform.replica import may_be_old
from tournaments.ratings import ladders as ratings
from tournaments.ratings import moments, reports
from tournaments.ratings.collusion import DAYS
from tournaments.ratings.errors import UnknownPool
from tournaments.tables import catalogue

SHOWN = 50
BESIDE = 10
"""Lines of those who are not ranked, on the page of those who are."""
BOTS: dict[str, ratings.Bots] = {"1": "in", "alone": "alone"}
"""What ``?bots=`` asks for."""
PARTS: tuple[ratings.Part, ...] = ("ranked", "provisional", "inactive")


@require_safe
def ladders(request: HttpRequest) -> HttpResponse:
    games = catalogue.games()
    if not games:
        raise Http404
    return redirect("ladder", key=games[0].key)


@never_cache
@login_required
@require_safe
def suspicions(request: HttpRequest, key: str) -> HttpResponse:
    """Who plays otherwise when somebody sits at the table: for the service's staff."""
    game = catalogue.game(key)
    lines = reports.report(key, viewer=request.user.pk)
    given = reports.given(key, viewer=request.user.pk)
    context = {"area": "ladders", "game": game, "lines": lines, "given": given, "days": DAYS}
    return render(request, "ladders/suspicions.html", context)


@require_safe
def rulings(request: HttpRequest, key: str) -> HttpResponse:
    """What rulings made of the ratings at a game."""
    game = catalogue.game(key)
    page = Page(request, lambda limit, offset: rulings_of(key, limit, offset))
    return render(request, "ladders/rulings.html", {"area": "ladders", "game": game, "page": page})


def rulings_of(pool: str, limit: int, offset: int) -> list[moments.Correction]:
    """The corrections of a pool that may be seen; none where nothing has been rated."""
    try:
        return moments.published(pool, limit=limit, offset=offset)
    except UnknownPool:  # nobody has played yet
        return []


@require_safe
@may_be_old
def ladder(request: HttpRequest, key: str) -> HttpResponse:
    game, asked = catalogue.game(key), request.GET.get("bots", "")
    bots = BOTS.get(asked, "out")
    part = next((each for each in PARTS if each == request.GET.get("part")), PARTS[0])
    page = Page(
        request,
        lambda limit, offset: ratings.ladder(key, part=part, bots=bots, limit=limit, offset=offset),
        size=SHOWN,
    )
    context = {"area": "ladders", "games": catalogue.games(), "game": game, "page": page, "part": part}
    context["bots"] = asked if asked in BOTS else ""
    context["young"] = ratings.is_young(key)
    if part == "ranked" and not page.older:
        for other in PARTS[1:]:
            found = ratings.ladder(key, part=other, bots=bots, limit=BESIDE + 1)
            context[other] = {"rungs": found[:BESIDE], "more": len(found) > BESIDE}
    return render(request, "ladders/ladder.html", context)
