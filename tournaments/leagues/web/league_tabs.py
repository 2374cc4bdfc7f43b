"""What the pages of a club's nights, ladders and seasons share: their tabs, and the look back."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from tournaments.clubs import access
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_page import TABS, Tab, shown
from tournaments.kit.lists import Page
from tournaments.kit.numbers import number_in
from tournaments.leagues.history import History, Line

PARTS = [
    Tab("calendar", _("Calendar"), "club-calendar", "see"),
    Tab("ladders", _("Ladders"), "club-ladders", "see"),
    Tab("seasons", _("Seasons"), "club-seasons", "see"),
]
TABS[1:1] = [tab for tab in PARTS if tab not in TABS]


LINES = 40


class Moment(NamedTuple):
    """What the slider of a page needs: the event shown, the last one, where the history is."""

    as_of: int
    last: int
    address: str

    @property
    def is_past(self) -> bool:
        return self.as_of < self.last


def moment(request: HttpRequest, club: Club, last: int, address: str) -> Moment:
    """The event that is asked for; raises the gate's refusal for a reader who may not look back."""
    asked = number_in(request.GET.get("as_of"), digits=9)
    if asked is None:
        return Moment(last, last, address)
    access.check(request.user, "history", club)
    return Moment(max(1, min(asked, last)), last, address)


def history(request: HttpRequest, club: Club, tab: str, read: Callable[..., History], **context: Any) -> HttpResponse:
    """The page of what happened, the newest first."""
    access.check(request.user, "history", club)

    def lines(limit: int, offset: int) -> tuple[Line, ...]:
        return read(limit=limit, offset=offset).lines

    return shown(request, "leagues/league_history.html", club, tab, page=Page(request, lines, size=LINES), **context)
