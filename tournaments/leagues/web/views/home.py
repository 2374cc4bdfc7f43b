"""A club's home: its news, what is played there, its nights, ladders and seasons."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.clubs import access
from tournaments.clubs import selectors as clubs
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_page import Person, named, of_club, shown
from tournaments.leagues.ladders import selectors as ladders
from tournaments.leagues.nights import selectors as nights
from tournaments.leagues.seasons import selectors as seasons
from tournaments.leagues.web.club_home import first_steps, played
from tournaments.leagues.web.views.calendar import here_context
from tournaments.leagues.web.views.seasons import points_of
from tournaments.log.sources import now_ms

TOP = 5


@require_safe
@of_club
def home(request: HttpRequest, club: Club) -> HttpResponse:
    user = request.user.pk
    people = named(
        [club.owner, *(each.user for each in club.organisers), club.handover.user if club.handover else None]
    )
    context: dict[str, Any] = {
        "news": clubs.news(club),
        "description": clubs.description(club),
        "owner": people.get(club.owner or 0),
        "organisers": [people[each.user] for each in club.organisers if each.user in people],
        "asked": user in club.requests,
        "offered": club.handover is not None and club.handover.user == user,
        "waiting": len(club.requests),
        "is_banned": club.is_banned(user, now_ms()),
    }
    context |= played(club, request.user) | parts(request, club)
    return shown(request, "leagues/home.html", club, "home", **context)


def parts(request: HttpRequest, club: Club) -> dict[str, Any]:
    """The next night with one's answer, who is here, the top of the ladders and of the season."""
    context: dict[str, Any] = the_night(request, club) | {
        "tops": [_ladder(row) for row in ladders.of_club(club.id, closed=False)[:3]],
        "season": _season(club),
        "first_steps": first_steps(club, request.user),
    }
    if access.can(request.user, "be_here", club):
        context |= here_context(request, club)
    return context


def the_night(request: HttpRequest, club: Club) -> dict[str, Any]:
    """The next one, how many come, and what the reader has answered."""
    night = nights.next_night(club.id)
    return {
        "night": night,
        "answer": night.answers.get(request.user.pk or 0, "") if night else "",
        "coming": sum(each == "yes" for each in night.answers.values()) if night else 0,
    }


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
