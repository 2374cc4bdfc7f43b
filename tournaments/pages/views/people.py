"""Players' pages: their lists and their own."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts import renaming, selectors
from accounts.models import User
from tournaments.pages.lists import Page
from tournaments.pages.people import names_of
from tournaments.pages.plots import plot
from tournaments.ratings import selectors as ratings
from tournaments.ratings.names import game_of, is_site
from tournaments.tables import selectors as tables


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    user = selectors.by_name(name)
    if user is None or not (user.is_active or user.erased_at):
        later = None if user else renaming.formerly(name)
        if later is None:
            raise Http404
        return redirect("player", name=later.username)
    played = Page(request, lambda limit, offset: tables.listed(user=user.pk, limit=limit, offset=offset))
    context = {
        "area": "me" if user == request.user else "",
        "player": user,
        "ratings": _ratings(user),
        "page": played,
        "names": names_of(played.items),
    }
    return render(request, "people/player.html", context)


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Everybody who has an account, and the bots, by name."""
    part = request.GET.get("name", "").strip()
    found = Page(request, lambda limit, offset: selectors.named(part, limit=limit, offset=offset))
    return render(request, "people/list.html", {"area": "ladders", "page": found, "part": part})


def _ratings(user: User) -> list[dict[str, object]]:
    """Each game's rating of *user*, with its history: the plot and every change, the latest first."""
    found = []
    for pool, standing in ratings.ratings_of_user(user.pk).items():
        game = game_of(pool)
        if game is None or not is_site(pool):
            continue
        changes = ratings.history(user.pk, pool)
        values = [change.before for change in changes[:1]] + [change.after for change in changes]
        drawn = plot(values, width=600, height=90) if len(values) > 1 else None
        found.append({"game": game, "standing": standing, "plot": drawn, "changes": changes[:-51:-1]})
    return found
