"""A club's next night, or its season, in the frame of its own website."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.clubs.state import Club
from tournaments.clubs.web.club_page import of_club
from tournaments.leagues.web.views.home import the_night
from tournaments.leagues.web.views.seasons import of, standings


@of_club
def next_night(request: HttpRequest, club: Club) -> HttpResponse:
    return render(request, "leagues/embed_night.html", _about(club) | the_night(request, club))


@of_club
def season(request: HttpRequest, club: Club, season_id: str) -> HttpResponse:
    return render(request, "leagues/embed_season.html", _about(club) | standings(request, of(club, season_id)))


def _about(club: Club) -> dict[str, object]:
    return {"club": club, "facts": club.founded, "address": club.founded.slug}
