"""A tournament in the frame of another site: its standings, or its bracket."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.director import selectors
from tournaments.director.selectors import At
from tournaments.director.web import brackets, stage_page
from tournaments.pairing.registry import FORMATS
from tournaments.tables import catalogue

MOST = 100
"""Lines of the standings."""


def standings(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The places as they are, the first :data:`MOST`; before the first round the entries."""
    at = selectors.at(tournament_id)
    lines = at.standings(slice(MOST)) if at.detail.rounds else ()
    rows = partial(brackets.place_rows, at.detail, lines)
    shown = {"standings": lines, "place_rows": rows, "knocks_out": FORMATS[at.detail.settings.format].knocks_out}
    return _shown(request, at, shown | stage_page.context(at, "standings"))


def bracket(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Raises ``Http404`` where there is none."""
    at = selectors.at(tournament_id)
    shown = brackets.context(at, "bracket", None)
    if not shown:
        raise Http404
    return _shown(request, at, shown)


def _shown(request: HttpRequest, at: At, shown: dict[str, object]) -> HttpResponse:
    game = catalogue.game(at.detail.settings.game)
    return render(request, "tournaments/embed.html", {"t": at.detail, "game": game, "brief": True, "own": None} | shown)
