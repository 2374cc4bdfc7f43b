"""What is played in a club: its tables and tournaments, for its home; announcing another."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from tournaments.clubs import access
from tournaments.clubs import selectors as clubs
from tournaments.clubs.state import Club
from tournaments.director import selectors as director
from tournaments.pages.agenda import agenda
from tournaments.pages.people import names_of
from tournaments.tables import selectors as tables

SHOWN = 12


def parts(club: Club, user: User | AnonymousUser) -> dict[str, Any]:
    """Tables that wait or are played, and the tournaments to come."""
    waiting = tables.listed("open", club=club.id, limit=SHOWN)
    found = [*waiting, *tables.listed("playing", club=club.id, limit=SHOWN)][:SHOWN]
    coming = director.listed("announced", "running", club=club.id, viewer=user.pk, soonest=True, limit=SHOWN)
    past = director.listed("finished", club=club.id, viewer=user.pk, limit=3)
    return {
        "club_tables": found,
        "names": names_of(found),
        "club_tournaments": agenda([*coming, *past]),
    }


def announces_in(request: HttpRequest) -> Club | None:
    """The club whose tournament is to be announced, if one was named; raises what the gate refuses."""
    address = request.POST.get("club") or request.GET.get("club") or ""
    if not address:
        return None
    club = access.seen(request.user, clubs.address(address)[0])
    access.check(request.user, "tournaments", club)
    return club


def now() -> int:
    """In epoch ms."""
    return int(timezone.now().timestamp() * 1_000)
