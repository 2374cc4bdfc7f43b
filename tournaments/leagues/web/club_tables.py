"""What is played in a club: its tables and tournaments, for its home."""

from typing import Any

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.clubs.state import Club
from tournaments.director import selectors as director
from tournaments.director.web.agenda import agenda
from tournaments.tables import selectors as tables
from tournaments.tables.web.names import names_of

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
