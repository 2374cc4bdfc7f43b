"""A club as the picture that a link to it carries."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from tournaments.clubs.state import Club
from tournaments.clubs.web.club_page import of_club
from tournaments.kit import posters
from tournaments.leagues.nights import selectors
from tournaments.tables import catalogue
from tournaments.tables.web import signs
from tournaments.tables.web.drawing.sign import Sign

NAMED = 2
"""Games in its foot."""


@of_club
def of_the_club(request: HttpRequest, club: Club, language: str) -> HttpResponse:
    return signs.drawn(request, language, partial(_told, club))


def _told(club: Club) -> Sign:
    presets = selectors.calendar(club.id).presets.values()
    games = [catalogue.game(key) for key in dict.fromkeys(preset.settings["game"] for preset in presets)]
    members = len(club.members)
    number = ngettext("{number} member", "{number} members", members).format(number=members)
    names = ", ".join(gettext(game.name) for game in games[:NAMED])
    return Sign(
        above=gettext("Card club"),
        title=club.founded.name,
        beside=_next(club),
        foot=f"{names} · {number}" if names else number,
        deck=games[0].deck if games else catalogue.games()[0].deck,
    )


def _next(club: Club) -> str:
    """The next night, by the club's clock."""
    for _club, night in selectors.coming([club.id], limit=1):
        with timezone.override(night.zone):
            return gettext("Next club night: {when}").format(when=posters.when(night.starts_at))
    return ""
