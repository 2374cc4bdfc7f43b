"""Players' pages: their lists and their own."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts import privacy, renaming, selectors
from tournaments.kit.lists import Page
from tournaments.platform.replica import may_be_old
from tournaments.ratings import versions
from tournaments.ratings.web.profile import profile
from tournaments.tables import catalogue, results
from tournaments.tables import selectors as tables
from tournaments.tables.catalogue import GameInfo
from tournaments.tables.results import OfGame
from tournaments.tables.selectors import Summary
from tournaments.tables.web.names import decided_at, names_of, ruled


@require_safe
@may_be_old
def player(request: HttpRequest, name: str) -> HttpResponse:
    user = selectors.by_name(name)
    if user is None or not (user.is_active or user.erased_at):
        later = None if user else renaming.formerly(name)
        if later is None:
            raise Http404
        return redirect("player", name=later.username)
    open_to = privacy.shows("games", of_user=user.pk, to=request.user.pk)
    played = Page(request, partial(_played, user.pk, request.user.pk))
    context = {
        "area": "me" if user == request.user else "",
        "player": user,
        "page": played,
        "of_games": _of_games(user.pk, request.user.pk) if open_to else [],
        "names": names_of(played.items),
        "ruled": ruled(played.items, request.user.pk),
        "decided": decided_at(played.items, request.user.pk),
        "closed": not open_to,
        "versions": versions.of(user),
        "former": [each.name for each in renaming.former_names(user.pk, to=request.user.pk)],
    }
    context |= profile(request, user, open_to)
    return render(request, "players/player.html", context)


def _played(user: int, viewer: int | None, limit: int, offset: int) -> list[Summary]:
    """All that *user* plays and has played; none for who is not shown them."""
    return tables.listed(user=user, viewer=viewer, limit=limit, offset=offset)


def _of_games(user: int, viewer: int | None) -> list[tuple[GameInfo, OfGame]]:
    known = {game.key: game for game in catalogue.games()}
    return [(known[each.game], each) for each in results.by_game(user, viewer=viewer) if each.game in known]


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Everybody who has an account, and the bots, by name."""
    part = request.GET.get("name", "").strip()
    found = Page(request, lambda limit, offset: selectors.named(part, limit=limit, offset=offset))
    return render(request, "players/list.html", {"area": "ladders", "page": found, "part": part})
