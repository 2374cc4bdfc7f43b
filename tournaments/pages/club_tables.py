"""What is played in a club: its tables and tournaments, for its home."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import User
from tournaments.clubs.state import Club
from tournaments.pages.people import names_of
from tournaments.tables import selectors as tables

SHOWN = 12


def parts(club: Club, user: User | AnonymousUser) -> dict[str, Any]:
    """Tables that wait or are played, and the tournaments to come."""
    found = [
        *tables.listed("open", club=club.id, limit=SHOWN),
        *tables.listed("playing", club=club.id, limit=SHOWN),
    ][:SHOWN]
    return {"club_tables": found, "names": names_of(found)}


def now() -> int:
    """In epoch ms."""
    return int(timezone.now().timestamp() * 1_000)
