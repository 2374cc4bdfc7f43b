"""A club's calendar: nights that are announced, planned, over; who is here."""

import calendar as months
from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.sessions import user_of
from tournaments.clubs import access
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_page import named, of_club, shown
from tournaments.leagues import feeds, history
from tournaments.leagues.history import recorded_at
from tournaments.leagues.nights import here as presence
from tournaments.leagues.nights import selectors
from tournaments.leagues.nights.calendar import Night, Schedule
from tournaments.leagues.nights.selectors import Planned
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.rules.recurrence import Weekly, local_date
from tournaments.leagues.web.league_tabs import history as past
from tournaments.leagues.web.league_tabs import moment
from tournaments.leagues.web.night_forms import DAYS, NTHS
from tournaments.log.sources import now_ms


class Entry(NamedTuple):
    """A line of the calendar: a night that is announced, or one that is planned."""

    id: str
    title: str
    starts_at: int
    ends_at: int
    night: Night | None
    announce_at: int | None
    answer: str = ""

    @property
    def kind(self) -> str:
        if self.night is None:
            return "planned"
        return "cancelled" if self.night.cancelled else "announced"

    def count(self, answer: str) -> int:
        return sum(each == answer for each in self.night.answers.values()) if self.night else 0

    @property
    def coming(self) -> int:
        return self.count("yes")

    @property
    def maybe(self) -> int:
        return self.count("maybe")


@require_safe
@of_club
def calendar(request: HttpRequest, club: Club) -> HttpResponse:
    """The list leads, the month beside it helps."""
    found, now = selectors.calendar(club.id), now_ms()
    at = moment(request, club, found.seq, reverse("club-calendar-history", args=[club.founded.slug]))
    if at.is_past:
        found, now = selectors.calendar(club.id, as_of=at.as_of), recorded_at(CALENDARS.name(club.id), at.as_of)
    coming = list(_entries(found.ahead(now), selectors.planned(club.id, found, now=now), request.user.pk))
    past = [_entry(night, request.user.pk) for night in found.before(now)[:20]]
    day = local_date(coming[0].starts_at if coming else now, club.founded.zone)
    context: dict[str, Any] = {
        "moment": at,
        "coming": coming,
        "past": past,
        "weeks": _weeks(day, coming, club.founded.zone),
        "month": day,
        "schedules": [each for each in found.schedules.values() if not each.ended],
        "rules": {each.id: rule_words(each) for each in found.schedules.values()},
        "now": now,
        **_feeds(request, club),
    }
    return shown(request, "leagues/calendar.html", club, "calendar", **context)


@require_safe
@login_required
@of_club
def what_happened(request: HttpRequest, club: Club) -> HttpResponse:
    read = partial(history.of_calendar, club.id, marks=access.can(request.user, "marks", club))
    page = reverse("club-calendar", args=[club.founded.slug])
    return past(request, club, "calendar", read, title=gettext("Calendar"), looks_at=page)


def _feeds(request: HttpRequest, club: Club) -> dict[str, Any]:
    """The addresses that calendars subscribe to."""
    addresses: dict[str, Any] = {"feed": None, "my_feed": None}
    if club.founded.visibility != "private":
        addresses["feed"] = request.build_absolute_uri(reverse("club-calendar-file", args=[club.founded.slug]))
    if request.user.is_authenticated and (token := feeds.token_of(request.user.pk)):
        addresses["my_feed"] = request.build_absolute_uri(reverse("calendar-feed", args=[token]))
    return addresses


def _entries(ahead: Sequence[Night], planned: Sequence[Planned], user: int | None) -> Iterator[Entry]:
    lines = [_entry(night, user) for night in ahead]
    lines += [Entry(each.id, each.title, each.starts_at, each.ends_at, None, each.announce_at) for each in planned]
    yield from sorted(lines, key=lambda line: (line.starts_at, line.id))


def _entry(night: Night, user: int | None) -> Entry:
    answer = night.answers.get(user, "") if user is not None else ""
    return Entry(night.id, night.title, night.starts_at, night.ends_at, night, None, answer)


def _weeks(day: date, entries: Sequence[Entry], zone: str) -> list[list[tuple[int, Entry | None]]]:
    """The days of the month of *day*, week by week, each with its night; 0 stands for other months' days."""
    nights = {local_date(each.starts_at, zone): each for each in entries}
    weeks = months.Calendar().monthdayscalendar(day.year, day.month)
    return [[(number, nights.get(day.replace(day=number)) if number else None) for number in week] for week in weeks]


def rule_words(schedule: Schedule) -> dict[str, Any]:
    """A rule as the template says it."""
    rule = schedule.plan.rule
    days = dict(DAYS)
    if isinstance(rule, Weekly):
        return {"weekly": [days[day] for day in rule.weekdays], "every": rule.every}
    return {"nth": dict(NTHS)[str(rule.nth)], "weekday": days[rule.weekday]}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@of_club
def here(request: HttpRequest, club: Club) -> HttpResponse:
    """Say that one is here, or is not any more; the list of those who are. For members."""
    user = user_of(request).pk
    access.check(request.user, "be_here", club)
    if request.method == "POST":
        (presence.leave if "leave" in request.POST else presence.be_here)(club_id=club.id, by=user)
        if not request.headers.get("HX-Request"):
            return redirect("club", address=club.founded.slug)
    return render(request, "leagues/here_list.html", here_context(request, club))


def here_context(request: HttpRequest, club: Club) -> dict[str, Any]:
    """Who is here now, for members."""
    users = presence.here(club.id)
    people = named(users)
    return {
        "here": [people[user] for user in users if user in people],
        "am_here": request.user.pk in users,
        "address": club.founded.slug,
    }
