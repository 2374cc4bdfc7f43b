"""A club's seasons: the list, opening one, the table with dropped results struck out; the archive."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from tournaments.clubs import access
from tournaments.clubs.state import Club
from tournaments.leagues import titles
from tournaments.leagues.errors import UnknownSeason
from tournaments.leagues.ladders import selectors as ladders
from tournaments.leagues.nights import selectors as nights
from tournaments.leagues.rules.league import Line
from tournaments.leagues.rules.points import scale
from tournaments.leagues.rules.recurrence import local_date
from tournaments.leagues.seasons import selectors, services
from tournaments.leagues.seasons.season import Season, tables
from tournaments.pages import club_tables
from tournaments.pages.club_page import Person, named, of_club, shown, user_of
from tournaments.pages.league_tabs import filed
from tournaments.pages.season_forms import SeasonForm, usual
from tournaments.pages.views.club_ladders import NOBODY

LETTERS = "ABCDEFGHIJ"
COLUMNS = 16
"""The latest results that a table shows."""


class Cell(NamedTuple):
    points: str
    counts: bool


class Row(NamedTuple):
    place: int | None
    person: Person
    cells: list[Cell | None]
    played: int
    total: str
    goes_down: bool


class Division(NamedTuple):
    letter: str
    rows: list[Row]


@require_safe
@of_club
def seasons(request: HttpRequest, club: Club) -> HttpResponse:
    rows, now = selectors.of_club(club.id), club_tables.now()
    return shown(request, "seasons", club, "seasons", rows=rows, now=now)


@login_required
@of_club
def new(request: HttpRequest, club: Club) -> HttpResponse:
    access.check(request.user, "seasons", club)
    form = SeasonForm(request.POST or None, initial=usual(local_date(club_tables.now(), club.founded.zone)))
    if request.method == "POST" and form.is_valid():
        made = filed(form, services.open_season, club_id=club.id, by=user_of(request).pk, draft=form.draft())
        if made is not None:
            return redirect("club-season", address=club.founded.slug, season_id=made)
    return shown(request, "season_form", club, "seasons", form=form, status=422 if form.errors else 200)


@require_safe
@of_club
def season(request: HttpRequest, club: Club, season_id: str) -> HttpResponse:
    found = selectors.season(season_id)
    if found.rules.club != club.id:
        raise UnknownSeason()
    people = named(user for unit in found.units.values() for user in unit.users)
    people |= named(user for division in found.rules.divisions for user in division)
    first = max(0, len(found.units) - COLUMNS)
    lines = tables(found)
    context: dict[str, Any] = {
        "season": found,
        "divisions": [
            Division(LETTERS[index], _rows(found, each, people, first, last=index == len(lines) - 1))
            for index, each in enumerate(lines)
        ],
        "columns": range(first + 1, len(found.units) + 1),
        "scale": scale("event", 10, found.rules.points) if found.rules.unit == "event" else None,
        "now": club_tables.now(),
        "me": request.user.pk,
        "titles": [(each, people.get(each.user, NOBODY)) for each in found.closed.titles] if found.closed else [],
    }
    return shown(request, "season", club, "seasons", **context)


def _rows(season: Season, lines: Sequence[Line], people: dict[int, Person], first: int, *, last: bool) -> list[Row]:
    down = 0 if last else season.rules.down
    return [
        Row(
            line.place,
            people.get(line.player, NOBODY),
            [_cell(line, index) for index in range(first, len(line.results))],
            line.played,
            points_of(line.total),
            index >= len(lines) - down,
        )
        for index, line in enumerate(lines)
    ]


def _cell(line: Line, index: int) -> Cell | None:
    result = line.results[index]
    return None if result is None else Cell(points_of(Fraction(result)), index in line.counted)


def points_of(points: Fraction) -> str:
    """ "5", "2½", "4.33"."""
    whole, rest = divmod(points, 1)
    if rest == 0:
        return str(whole)
    return f"{whole or ''}½" if rest == Fraction(1, 2) else f"{float(points):.2f}"


@require_safe
@of_club
def archive(request: HttpRequest, club: Club) -> HttpResponse:
    """What is over: seasons, ladders, nights, and the titles that were won."""
    now = club_tables.now()
    won = titles.of_club(club.id, now=now)
    people = named(each.user for each in won)
    context: dict[str, Any] = {
        "titles": [(each, people.get(each.user, NOBODY)) for each in won],
        "seasons": [row for row in selectors.of_club(club.id) if row.closed_at],
        "ladders": ladders.of_club(club.id, closed=True),
        "nights": nights.calendar(club.id).before(now)[:200],
    }
    return shown(request, "archive", club, "seasons", **context)
