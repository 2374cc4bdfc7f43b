"""A club, and a night of it, as posters to print."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournaments.clubs.state import Club
from tournaments.clubs.web.club_page import of_club
from tournaments.director import selectors as director
from tournaments.kit import posters
from tournaments.kit.posters import Poster
from tournaments.leagues.nights import selectors
from tournaments.leagues.nights.calendar import Night
from tournaments.tables import catalogue

NIGHTS = 4
"""To come, on a club's poster."""


@require_safe
@of_club
def of_the_club(request: HttpRequest, club: Club) -> HttpResponse:
    coming = [night for _club, night in selectors.coming([club.id], limit=NIGHTS)]
    played = (preset.settings["game"] for preset in selectors.calendar(club.id).presets.values())
    facts = [
        (gettext("Club nights"), [_when(night) for night in coming]),
        (gettext("What we play"), _games(played)),
        (gettext("Where"), [posters.host()]),
    ]
    path = reverse("club", args=[club.founded.slug])
    way_in = gettext("How to join")
    return posters.shown(request, Poster(club.founded.name, gettext("Card club"), facts, way_in, _how(club), path))


@require_safe
@of_club
def of_night(request: HttpRequest, club: Club, night_id: str) -> HttpResponse:
    night = selectors.night(club.id, night_id)
    facts = [
        (gettext("When"), [_when(night)]),
        (gettext("Where"), [club.founded.name, posters.host()]),
        (gettext("What we play"), _games(director.detail(each).settings.game for each in night.tournaments)),
    ]
    path = reverse("club-night", args=[club.founded.slug, night_id])
    way_in = gettext("How to come")
    return posters.shown(request, Poster(night.title, club.founded.name, facts, way_in, _how(club), path))


def _when(night: Night) -> str:
    """By the club's clock, not by that of the reader."""
    with timezone.override(night.zone):
        return posters.when(night.starts_at)


def _games(keys: Iterable[str]) -> list[str]:
    names = sorted({gettext(catalogue.game(key).name) for key in keys})
    return [", ".join(names)] if names else []


def _how(club: Club) -> list[str]:
    ways = {
        "open": gettext("Scan the code with your phone, or open the address, and join the club."),
        "request": gettext("Scan the code with your phone, or open the address, and ask to join."),
        "invitation": gettext("New members need an invitation: ask a member of the club."),
    }
    account = gettext("You need an account: a name and a password are enough.")
    closed = gettext("The club is not accepting members at the moment.")
    return [ways[club.founded.join], account] if club.founded.join in ways else [closed]
