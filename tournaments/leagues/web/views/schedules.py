"""What repeats in a club: schedules, and the presets of their tournaments."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import user_of
from tournaments.clubs import access
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_page import Ask, asked, named, of_club, shown
from tournaments.kit.refusals import done, filed
from tournaments.leagues.errors import UnknownSchedule
from tournaments.leagues.nights import selectors, services
from tournaments.leagues.rules.recurrence import local_date
from tournaments.leagues.web.night_forms import PresetForm, ScheduleForm, begun
from tournaments.leagues.web.views.calendar import rule_words
from tournaments.log.sources import now_ms
from tournaments.tables import catalogue


@require_safe
@login_required
@of_club
def schedules(request: HttpRequest, club: Club) -> HttpResponse:
    access.check(request.user, "schedules", club)
    found = selectors.calendar(club.id)
    running = [each for each in found.schedules.values() if not each.ended]
    context: dict[str, Any] = {
        "schedules": [(each, rule_words(each)) for each in running],
        "presets": list(found.presets.values()),
        "hosts": named(each.host for each in running),
    }
    return shown(request, "leagues/schedules.html", club, "calendar", **context)


@login_required
@of_club
def schedule(request: HttpRequest, club: Club, schedule_id: str | None = None) -> HttpResponse:
    """Set one, or have it be otherwise from now on."""
    access.check(request.user, "schedules", club)
    calendar, by = selectors.calendar(club.id), user_of(request).pk
    known = calendar.schedules.get(schedule_id) if schedule_id is not None else None
    if schedule_id is not None and (known is None or known.ended):
        raise UnknownSchedule()
    initial = begun(known) if known else {"since": local_date(now_ms(), club.founded.zone)}
    form = ScheduleForm(request.POST or None, calendar=calendar, hosts=_hosts(club), initial={"host": by} | initial)
    if request.method == "POST" and form.is_valid():
        given: dict[str, Any] = {"by": by, "draft": form.draft(), "schedule": schedule_id}
        if filed(form, services.set_schedule, club_id=club.id, **given) is not None:
            return redirect("club-schedules", address=club.founded.slug)
    status = 422 if form.errors else 200
    return shown(request, "leagues/schedule_form.html", club, "calendar", form=form, schedule=known, status=status)


def _hosts(club: Club) -> list[tuple[int, str]]:
    """Who may direct the tournaments of a night."""
    people = named(user for user in club.members if club.has_duty(user, "events"))
    return sorted(((person.id, person.name) for person in people.values()), key=lambda each: each[1].lower())


@login_required
@of_club
def end(request: HttpRequest, club: Club, schedule_id: str) -> HttpResponse:
    """Ask first."""
    access.check(request.user, "schedules", club)
    found = selectors.calendar(club.id).schedules.get(schedule_id)
    if found is None:
        raise UnknownSchedule()
    if request.method != "POST":
        ask = Ask(
            gettext("End {title}?").format(title=found.title),
            gettext("No more nights are announced. Those that are announced already stay; each can be called off."),
            gettext("End it"),
            reverse("club-schedules", args=[club.founded.slug]),
        )
        return asked(request, club, "calendar", ask)
    done(request, services.end_schedule, club_id=club.id, by=user_of(request).pk, schedule=schedule_id)
    return redirect("club-schedules", address=club.founded.slug)


@login_required
@of_club
def preset(request: HttpRequest, club: Club) -> HttpResponse:
    """First the game, then the kind of evening."""
    access.check(request.user, "presets", club)
    key = request.GET.get("game", "")
    if not key:
        return shown(request, "leagues/preset_form.html", club, "calendar", games=catalogue.games())
    game = catalogue.game(key)
    form = PresetForm(request.POST or None, game=game)
    if request.method == "POST" and form.is_valid():
        given: dict[str, Any] = {"name": form.cleaned_data["name"], "settings": form.settings()}
        if filed(form, services.set_preset, club_id=club.id, by=user_of(request).pk, **given) is not None:
            return redirect("club-schedules", address=club.founded.slug)
    return shown(
        request, "leagues/preset_form.html", club, "calendar", game=game, form=form, status=422 if form.errors else 200
    )


@require_POST
@login_required
@of_club
def drop(request: HttpRequest, club: Club, preset_id: str) -> HttpResponse:
    done(request, services.drop_preset, club_id=club.id, by=user_of(request).pk, preset=preset_id)
    return redirect("club-schedules", address=club.founded.slug)
