"""The place of a walk-in that this browser has claimed, and the way back to it."""

from django.http import HttpRequest
from django.urls import reverse

from tournaments.director.commands import walk_ins
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS

CLAIM = "walk_in"
"""In the session: the tournament, the entry that is claimed, and the number that the browser shows."""


def account(request: HttpRequest) -> int | None:
    """The reader's account; a guest has none."""
    user = request.user
    return user.pk if user.is_authenticated and not user.is_guest else None


def shows(request: HttpRequest, tournament: Tournament, number: int) -> int | None:
    """The number that this browser shows the organiser, if it has claimed the place."""
    walk_in = tournament.walk_ins[number]
    claimed, gone = walk_in.claim, walk_in.standing(tournament.entries[number].users) == "gone"
    if claimed is None or gone or request.session.get(CLAIM) != [tournament.id, number, claimed.number]:
        return None
    return claimed.number if claimed.user in (None, account(request)) else None


def way_back(request: HttpRequest, tournament_id: str) -> str:
    """The address of the place there that this browser waits for; empty if it waits for none."""
    claimed = request.session.get(CLAIM)
    if not claimed or claimed[0] != tournament_id:
        return ""
    tournament, number = TOURNAMENTS.recent(tournament_id).state, claimed[1]
    if number not in tournament.walk_ins or shows(request, tournament, number) is None:
        return ""
    given = walk_ins.secret(tournament_id, number, tournament.walk_ins[number].links)
    return reverse("tournament-claim", args=[tournament_id, number, given])
