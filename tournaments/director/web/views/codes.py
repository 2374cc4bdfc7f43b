"""QR codes of the addresses that organisers hand out, each drawn when it is asked for: a page can have hundreds."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.sessions import user_of
from tournaments.director.commands import callers, walk_ins
from tournaments.director.errors import RoomError
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.kit.codes import pictured
from tournaments.platform import limits


@require_safe
@login_required
def walk_in(request: HttpRequest, tournament_id: str, number: int, given: str) -> HttpResponse:
    """The link of a walk-in."""
    tournament = _directed(request, tournament_id)
    try:
        walk_ins.check_secret(tournament, number, given)
    except RoomError:
        raise Http404 from None
    return pictured(request.build_absolute_uri(reverse("tournament-claim", args=[tournament_id, number, given])))


@require_safe
@login_required
def slip(request: HttpRequest, tournament_id: str, table: str) -> HttpResponse:
    """The address of a table of the tournament."""
    tournament = _directed(request, tournament_id)
    if not any(table in paired.tables.values() for paired in tournament.rounds):
        raise Http404
    return pictured(settings.SITE_URL + reverse("table", args=[table]))


def _directed(request: HttpRequest, tournament_id: str) -> Tournament:
    """For those alone who direct it, and so often."""
    tournament, user = TOURNAMENTS.recent(tournament_id).state, user_of(request)
    if not callers.directs(tournament, user.pk):
        raise PermissionDenied
    limits.count("codes", user=user.pk)
    return tournament
