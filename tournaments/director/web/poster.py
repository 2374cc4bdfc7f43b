"""A tournament as a poster: when, where, what is played, and how one enters."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournaments.clubs import selectors as clubs
from tournaments.director import selectors
from tournaments.director.selectors import Detail
from tournaments.director.web.match_form import format_words
from tournaments.kit import posters
from tournaments.kit.posters import Poster
from tournaments.tables import catalogue


@require_safe
def poster(request: HttpRequest, tournament_id: str) -> HttpResponse:
    detail = selectors.detail(tournament_id)
    club = clubs.by_ids([detail.settings.club]).get(detail.settings.club) if detail.settings.club else None
    where = gettext("At real tables, with real cards") if detail.settings.in_room else posters.host()
    facts = [
        (gettext("When"), [posters.when(detail.started_at or detail.settings.starts_at)]),
        (gettext("Where"), [each for each in (club.name if club else "", where) if each]),
        (gettext("Game"), [f"{gettext(catalogue.game(detail.settings.game).name)} · {format_words(detail.settings)}"]),
        (gettext("Organiser"), [detail.organiser_name] if detail.organiser_name else []),
    ]
    path = reverse("tournament", args=[tournament_id])
    above = club.name if club else gettext("Tournament")
    how, said = list(_how(detail)), detail.settings.description
    return posters.shown(request, Poster(detail.settings.name, above, facts, gettext("How to enter"), how, path, said))


def _how(detail: Detail) -> Iterator[str]:
    """What one has to do, and to have."""
    if detail.status != "announced" and not detail.takes_late:
        yield gettext("Entries are closed: scan the code to follow the tournament.")
        return
    yield gettext("Scan the code with your phone, or open the address, and press Enter.")
    if detail.settings.in_room and detail.settings.team_size == 1:
        yield gettext("You have no account? In the room your name is enough: ask the organiser.")
    elif detail.settings.rated:
        yield gettext("You need an account: a name and a password are enough.")
    if detail.settings.team_size > 1:
        yield gettext("You enter as a team of two.")
    if detail.settings.by_invitation:
        yield gettext("By invitation only.")
    if detail.settings.entry_code:
        yield gettext("Ask the organiser for the entry code.")
