"""A tournament as the picture that a link to it carries."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, ngettext

from tournaments.clubs import selectors as clubs
from tournaments.director import selectors
from tournaments.director.selectors import At, Detail
from tournaments.director.web.match_form import format_words
from tournaments.director.web.tournament_page import PODIUM, podium
from tournaments.kit import posters
from tournaments.pairing.registry import FORMATS
from tournaments.tables import catalogue
from tournaments.tables.web import signs
from tournaments.tables.web.drawing.sign import Line, Sign


def sign(request: HttpRequest, tournament_id: str, language: str) -> HttpResponse:
    return signs.drawn(request, language, lambda: _told(selectors.at(tournament_id)))


def _told(at: At) -> Sign:
    detail, settings = at.detail, at.detail.settings
    club = clubs.by_ids([settings.club]).get(settings.club) if settings.club else None
    game = catalogue.game(settings.game)
    kind = gettext("Tournament")
    return Sign(
        above=f"{kind} · {club.name}" if club else kind,
        title=settings.name,
        beside=f"{posters.when(detail.started_at or settings.starts_at)}. {_entered(detail)}",
        foot=f"{gettext(game.name)} · {format_words(settings)}",
        deck=game.deck,
        lines=_lines(at),
    )


def _entered(detail: Detail) -> str:
    number = len([entry for entry in detail.entries if not entry.withdrawn])
    if detail.settings.team_size > 1:
        return ngettext("{number} team", "{number} teams", number).format(number=number)
    return ngettext("{number} player", "{number} players", number).format(number=number)


def _lines(at: At) -> list[Line]:
    """The first places: final ones, or those after the rounds that have been played."""
    detail = at.detail
    if detail.settings.stages or FORMATS[detail.settings.format].knocks_out:
        return [Line(str(entry.place), entry.name, "") for entry in podium(detail)[:PODIUM]]
    lines = at.standings(slice(PODIUM)) if detail.rounds else ()
    return [Line(str(line.place), line.entry.name, line.points) for line in lines if line.place]
