"""What a club's home shows of its nights, ladders and seasons."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tournaments.clubs import access
from tournaments.clubs.state import Club
from tournaments.leagues.ladders import selectors as ladders
from tournaments.leagues.nights import selectors as nights
from tournaments.leagues.seasons import selectors as seasons
from tournaments.pages.club_page import Person, named
from tournaments.pages.club_steps import first_steps
from tournaments.pages.views.club_calendar import here_context
from tournaments.pages.views.club_seasons import points_of

TOP = 5


def parts(request: HttpRequest, club: Club) -> dict[str, Any]:
    """The next night with one's answer, who is here, the top of the ladders and of the season."""
    night = nights.next_night(club.id)
    context: dict[str, Any] = {
        "night": night,
        "answer": night.answers.get(request.user.pk or 0, "") if night else "",
        "coming": sum(each == "yes" for each in night.answers.values()) if night else 0,
        "tops": [_ladder(row) for row in ladders.of_club(club.id, closed=False)[:3]],
        "season": _season(club),
        "first_steps": first_steps(club, request.user),
    }
    if access.can(request.user, "be_here", club):
        context |= here_context(request, club)
    return context


def _ladder(row: Any) -> tuple[Any, list[Person]]:
    people = named(row.users[:TOP])
    return row, [people[user] for user in row.users[:TOP] if user in people]


def _season(club: Club) -> tuple[Any, list[tuple[int | None, Person, str]]] | None:
    """The season that is underway, with its first."""
    row = next((row for row in seasons.of_club(club.id) if row.closed_at is None), None)
    if row is None:
        return None
    firsts = seasons.season(row.pk).firsts[:TOP]
    people = named(player for player, _place, _total in firsts)
    return row, [(place, people[player], points_of(total)) for player, place, total in firsts if player in people]
