"""A club's seasons: the list, opening one, the table with dropped results struck out; the archive."""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.sessions import user_of
from tournaments.clubs import access
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_page import Person, named, of_club, shown
from tournaments.kit.lists import Page
from tournaments.kit.refusals import done, filed
from tournaments.leagues import history, titles
from tournaments.leagues.errors import UnknownSeason
from tournaments.leagues.ladders import selectors as ladders
from tournaments.leagues.nights import selectors as nights
from tournaments.leagues.rules.league import Line
from tournaments.leagues.rules.points import scale
from tournaments.leagues.rules.recurrence import local_date
from tournaments.leagues.seasons import selectors, services
from tournaments.leagues.seasons.season import Season, tables
from tournaments.leagues.web.league_tabs import history as past
from tournaments.leagues.web.league_tabs import moment
from tournaments.leagues.web.season_forms import EditSeasonForm, SeasonForm, usual
from tournaments.leagues.web.views.ladders import NOBODY
from tournaments.log.sources import now_ms
from tournaments.ratings.ladders import Rung, ladder
from tournaments.ratings.names import season_pool

LETTERS = "ABCDEFGHIJ"
ROWS = 50
"""Lines of the table on a page."""
BEST = 10
"""Lines of its ratings that a season's page shows."""
EVER = 5_000
"""Weeks after which somebody is away: in a season nobody is."""
NIGHTS = 60
"""Nights that are over, in the archive."""
COLUMNS = 16
"""The latest results that a table shows."""


class Row(NamedTuple):
    place: int | None
    person: Person
    cells: list[SafeString]
    """Results as they are shown; what does not count is struck out."""
    played: int
    total: str
    goes_down: bool


class Division(NamedTuple):
    letter: str
    rows: list[Row]


@require_safe
@of_club
def seasons(request: HttpRequest, club: Club) -> HttpResponse:
    zone = club.founded.zone  # a season begins and ends at midnight there, wherever somebody reads this
    rows = [
        (row, local_date(row.starts_at, zone), local_date(row.ends_at - 1, zone)) for row in selectors.of_club(club.id)
    ]
    return shown(request, "leagues/seasons.html", club, "seasons", rows=rows, now=now_ms())


@login_required
@of_club
def new(request: HttpRequest, club: Club) -> HttpResponse:
    access.check(request.user, "seasons", club)
    form = SeasonForm(request.POST or None, initial=usual(local_date(now_ms(), club.founded.zone)))
    if request.method == "POST" and form.is_valid():
        made = filed(form, services.open_season, club_id=club.id, by=user_of(request).pk, draft=form.draft())
        if made is not None:
            return redirect("club-season", address=club.founded.slug, season_id=made)
    return shown(request, "leagues/season_form.html", club, "seasons", form=form, status=422 if form.errors else 200)


def of(club: Club, season_id: str) -> Season:
    """The season, if it is this club's."""
    found = selectors.season(season_id)
    if found.rules.club != club.id or found.deleted:
        raise UnknownSeason()
    return found


@login_required
@of_club
def edit(request: HttpRequest, club: Club, season_id: str) -> HttpResponse:
    """Another title or other days; or, if it was opened by mistake, its end."""
    access.check(request.user, "seasons", club)
    found = of(club, season_id)
    rules, fixed = found.rules, bool(found.units or found.dropped)
    initial = {"title": rules.title, "since": rules.since, "to": rules.to}
    asked = {"club_id": club.id, "by": user_of(request).pk, "season_id": season_id}
    form = EditSeasonForm(request.POST or None, initial=initial, fixed=fixed)
    if "delete" in request.POST:
        if done(request, services.delete, **asked):
            messages.success(request, gettext("The season is deleted."))
            return redirect("club-seasons", address=club.founded.slug)
        return redirect("club-season-edit", address=club.founded.slug, season_id=season_id)
    if request.method == "POST" and form.is_valid():
        filed(form, services.edit, **asked, **form.cleaned_data)
        if form.is_valid():
            return redirect("club-season", address=club.founded.slug, season_id=season_id)
    context = {"form": form, "season": found, "deletable": not fixed and found.closed is None}
    return shown(request, "leagues/season_edit.html", club, "seasons", **context, status=422 if form.errors else 200)


@require_safe
@of_club
def season(request: HttpRequest, club: Club, season_id: str) -> HttpResponse:
    found = of(club, season_id)
    at = moment(request, club, found.seq, reverse("club-season-history", args=[club.founded.slug, season_id]))
    if at.is_past:
        found = selectors.season(season_id, as_of=at.as_of)
    won = found.closed.titles if found.closed else ()
    people = named(each.user for each in won)
    context: dict[str, Any] = standings(request, found) | {
        "moment": at,
        "embeds": reverse("club-season", args=[club.founded.slug, season_id]),
        "scale": scale("event", 10, found.rules.points) if found.rules.unit == "event" else None,
        "now": now_ms(),
        "rated": _rated(found) if found.rules.pool and not at.is_past else [],
        "titles": [(each, people.get(each.user, NOBODY)) for each in won],
    }
    return shown(request, "leagues/season.html", club, "seasons", **context)


def standings(request: HttpRequest, season: Season) -> dict[str, Any]:
    """The table of each division, as much of it as a page holds."""
    lines = tables(season)
    page = Page(request, lambda limit, offset: _flat(lines)[offset : offset + limit], size=ROWS)
    people = named(line.player for _division, _at, line in page.items)
    first = max(0, len(season.units) - COLUMNS)
    return {
        "season": season,
        "divisions": _divisions(page.items, people, first, [len(each) - season.rules.down for each in lines[:-1]]),
        "several": len(lines) > 1,
        "page": page,
        "columns": range(first + 1, len(season.units) + 1),
        "me": request.user.pk,
    }


@require_safe
@login_required
@of_club
def what_happened(request: HttpRequest, club: Club, season_id: str) -> HttpResponse:
    found = of(club, season_id)
    page = reverse("club-season", args=[club.founded.slug, season_id])
    read = partial(history.of_season, season_id)
    return past(request, club, "seasons", read, title=found.rules.title, looks_at=page)


def _rated(season: Season) -> list[Rung]:
    """The best of its own ratings, those that are provisional last."""
    pool = season_pool(season.id)
    ranked = ladder(pool, weeks=EVER, limit=BEST)
    return [*ranked, *ladder(pool, part="provisional", weeks=EVER, limit=BEST - len(ranked))]


Placed: TypeAlias = tuple[int, int, Line]
"""A line with the number of its division, and its own there."""


def _flat(lines: Sequence[Sequence[Line]]) -> list[Placed]:
    return [(division, at, line) for division, each in enumerate(lines) for at, line in enumerate(each)]


def _divisions(lines: Sequence[Placed], people: dict[int, Person], first: int, stay: Sequence[int]) -> list[Division]:
    """*stay*: how many of each division but the last do."""
    limits = (*stay, math.inf)
    found = [
        Division(LETTERS[index], [_row(line, people, first, at >= limits[index]) for _division, at, line in rows])
        for index, rows in groupby(lines, key=itemgetter(0))
    ]
    return found or [Division(LETTERS[0], [])]


def _row(line: Line, people: dict[int, Person], first: int, goes_down: bool) -> Row:
    return Row(
        line.place,
        people.get(line.player, NOBODY),
        [_cell(line, index) for index in range(first, len(line.results))],
        line.played,
        points_of(line.total),
        goes_down,
    )


def _cell(line: Line, index: int) -> SafeString:
    result = line.results[index]
    if result is None:
        return mark_safe("–")
    return format_html("{}" if index in line.counted else "<del>{}</del>", points_of(result))


@lru_cache(maxsize=1000)
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
    now = now_ms()
    won = titles.of_club(club.id, now=now)
    people = named(each.user for each in won)
    context: dict[str, Any] = {
        "titles": [(each, people.get(each.user, NOBODY)) for each in won],
        "seasons": [row for row in selectors.of_club(club.id) if row.closed_at],
        "ladders": ladders.of_club(club.id, closed=True),
        "nights": nights.calendar(club.id).before(now)[:NIGHTS],
    }
    return shown(request, "leagues/archive.html", club, "seasons", **context)
