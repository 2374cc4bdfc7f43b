"""Players' pages: their lists and their own."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts import privacy, renaming, selectors
from tournaments.kit.lists import Page
from tournaments.ratings.web.profile import profile
from tournaments.tables import selectors as tables
from tournaments.tables.web.names import names_of, ruled


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    user = selectors.by_name(name)
    if user is None or not (user.is_active or user.erased_at):
        later = None if user else renaming.formerly(name)
        if later is None:
            raise Http404
        return redirect("player", name=later.username)
    open_to = privacy.shows("games", of_user=user.pk, to=request.user.pk)
    played = Page(
        request,
        lambda limit, offset: tables.listed(user=user.pk, viewer=request.user.pk, limit=limit, offset=offset),
    )
    context = {
        "area": "me" if user == request.user else "",
        "player": user,
        "page": played,
        "names": names_of(played.items),
        "ruled": ruled(played.items, request.user.pk),
        "closed": not open_to,
        "former": [each.name for each in renaming.former_names(user.pk, to=request.user.pk)],
    }
    context |= profile(request, user, open_to)
    return render(request, "players/player.html", context)


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Everybody who has an account, and the bots, by name."""
    part = request.GET.get("name", "").strip()
    found = Page(request, lambda limit, offset: selectors.named(part, limit=limit, offset=offset))
    return render(request, "players/list.html", {"area": "ladders", "page": found, "part": part})
