"""A club's own ratings at a game: its members by what they have played together."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.clubs.state import Club
from tournaments.pages.club_page import of_club, shown
from tournaments.pages.lists import Page
from tournaments.ratings import ladders
from tournaments.ratings.names import club_pool
from tournaments.tables import catalogue

SHOWN = 50
BESIDE = 20
"""Lines of those who are not ranked."""


@never_cache
@require_safe
@of_club
def ratings(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """Who has left is not in it, and neither are bots, whom a club does not rate."""
    game, pool, members = catalogue.game(key), club_pool(club.id, key), club.members
    page = Page(
        request, lambda limit, offset: ladders.ladder(pool, among=members, limit=limit, offset=offset), size=SHOWN
    )
    new = ladders.ladder(pool, part="provisional", among=members, limit=BESIDE)
    away = ladders.ladder(pool, part="inactive", among=members, limit=BESIDE)
    rated = ladders.games_of(club.id) | {key}
    games = [each for each in catalogue.games() if each.key in rated]
    return shown(request, "ratings", club, "ladders", game=game, games=games, page=page, provisional=new, inactive=away)
