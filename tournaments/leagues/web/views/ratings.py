"""A club's own ratings at a game: its members by what they have played together; a season's; what rulings made of them,
and who plays for whom."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.sessions import user_of
from tournaments.clubs import access
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_page import of_club, shown
from tournaments.kit.lists import Page
from tournaments.leagues.web.views.seasons import EVER, of
from tournaments.ratings import ladders, reports
from tournaments.ratings.collusion import DAYS
from tournaments.ratings.errors import UnknownPool
from tournaments.ratings.names import club_pool, season_pool
from tournaments.ratings.web.views.ladders import rulings_of
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
    return shown(
        request,
        "leagues/ratings.html",
        club,
        "ladders",
        game=game,
        games=games,
        page=page,
        provisional=new,
        inactive=away,
    )


@never_cache
@require_safe
@of_club
def of_season(request: HttpRequest, club: Club, season_id: str) -> HttpResponse:
    """Everybody who has played in it; a season that is over has nobody who has been away."""
    season = of(club, season_id)
    if not season.rules.pool:
        raise UnknownPool()
    pool = season_pool(season_id)
    page = Page(request, lambda limit, offset: ladders.ladder(pool, weeks=EVER, limit=limit, offset=offset), size=SHOWN)
    new = ladders.ladder(pool, part="provisional", weeks=EVER, limit=SHOWN)
    return shown(request, "leagues/ratings.html", club, "seasons", season=season, page=page, provisional=new)


@never_cache
@require_safe
@of_club
def rulings(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """What rulings made of the club's ratings at a game."""
    game, pool = catalogue.game(key), club_pool(club.id, key)
    page = Page(request, lambda limit, offset: rulings_of(pool, limit, offset))
    return shown(request, "leagues/rating_rulings.html", club, "ladders", game=game, page=page)


@never_cache
@login_required
@require_safe
@of_club
def suspicions(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """Who plays otherwise when somebody sits at the table: for organisers of ladders."""
    access.check(request.user, "ladder_rulings", club)
    game = catalogue.game(key)
    pool, viewer = club_pool(club.id, key), user_of(request).pk
    lines, given = reports.report(pool, viewer=viewer), reports.given(pool, viewer=viewer)
    return shown(request, "leagues/suspicions.html", club, "ladders", game=game, lines=lines, given=given, days=DAYS)
