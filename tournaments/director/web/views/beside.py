"""The tables of a round next to each other, once it is over."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.sessions import count_reader
from tournaments.director import selectors
from tournaments.director.selectors import RoundInfo
from tournaments.director.web.tournament_page import tabs
from tournaments.kit.lists import Page
from tournaments.kit.numbers import number_in
from tournaments.tables import selectors as tables
from tournaments.tables.selectors import Summary
from tournaments.tables.web.beside import Abreast, Small

MOST = 6
"""Tables on a page."""


@never_cache
@require_safe
def beside(request: HttpRequest, tournament_id: str, number: int) -> HttpResponse:
    """Round *number*, or ``?match=`` of it, at ``?step=17``; without hands."""
    detail = selectors.detail(tournament_id)
    if not (1 <= number <= len(detail.rounds) and detail.rounds[number - 1].complete):
        raise Http404(gettext("This round is not over."))
    paired = detail.rounds[number - 1]
    match = request.GET.get("match", "")
    found = _played(paired, match, request.user.pk)
    page = Page(request, lambda limit, offset: found[offset : offset + limit], size=MOST)
    shown = [small for each in page.items if (small := _counted(request, each)).last >= 0]
    others = {name: value for name, value in (("match", match), ("page", request.GET.get("page"))) if value}
    context = {
        "area": "tournaments",
        "t": detail,
        "r": paired,
        "page": page,
        "match": match,
        "rounds": "rounds" in tabs(detail),
        "together": Abreast(shown, _step(request)) if shown else None,
        "asked": f"{urlencode(others)}&" if others else "",
    }
    return render(request, "tournaments/beside.html", context)


def _played(paired: RoundInfo, match: str, viewer: int | None) -> list[Summary]:
    """What was played of the round and may be looked at, in the order of its matches."""
    order = {name: at for at, name in enumerate(paired.names) if match in ("", name)}
    over = [each for each in tables.of_matches(order) if each.status == "finished" and not each.in_room]
    hidden = tables.hidden_from(viewer, [each.id for each in over])
    return sorted((each for each in over if each.id not in hidden), key=lambda each: order[each.match or ""])


def _counted(request: HttpRequest, table: Summary) -> Small:
    """Each is counted as a replay is. Raises :class:`~accounts.errors.TooOften`."""
    count_reader(request.user, "replays")
    return Small(table)


def _step(request: HttpRequest) -> int | None:
    return number_in(request.GET.get("step"))
