"""A club night: who comes, who was there, its tournaments; setting one by hand, moving it, calling it off."""

from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import user_of
from tournaments.clubs import access
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_page import Ask, asked, named, of_club, shown
from tournaments.director import selectors as director
from tournaments.director.services import enter
from tournaments.kit.numbers import number_in
from tournaments.kit.refusals import done, filed
from tournaments.kit.templatetags.kit import moment
from tournaments.leagues.nights import attendance, selectors, services
from tournaments.leagues.nights.calendar import Night
from tournaments.leagues.nights.decisions import EARLY
from tournaments.leagues.web.night_forms import MoveForm, NightForm
from tournaments.log.sources import now_ms


@require_safe
@of_club
def night(request: HttpRequest, club: Club, night_id: str) -> HttpResponse:
    found, now = selectors.night(club.id, night_id), now_ms()
    people = named({*found.answers, *found.marks, *club.members})
    marks = access.can(request.user, "marks", club)
    present = attendance.present(found, club) if marks else set()
    context: dict[str, Any] = {
        "night": found,
        "answer": found.answers.get(request.user.pk or 0, ""),
        "tournaments": [director.detail(each) for each in found.tournaments],
        "answers": _answers(found, people) if club.role_of(request.user.pk) or marks else None,
        "roll": _roll(found, club, people, present) if marks and now >= found.starts_at - 30 * 60_000 else None,
        "absent": [people[user] for user in attendance.absent(found, present) if user in people] if marks else [],
        "over": found.ends_at <= now,
        "begun": found.starts_at <= now,
        "present": len(present),
        "to_add": _to_add(club, found, request) if access.can(request.user, "nights", club) else (),
    }
    return shown(request, "leagues/night.html", club, "calendar", **context)


def _to_add(club: Club, night: Night, request: HttpRequest) -> list[director.Summary]:
    """The tournaments of the club that begin during *night* and belong to none."""
    taken = {each for one in selectors.calendar(club.id).nights.values() for each in one.tournaments}
    coming = director.listed("announced", club=club.id, viewer=request.user.pk, soonest=True)
    within = range(night.starts_at - EARLY, night.ends_at)
    return [each for each in coming if each.id not in taken and each.starts_at in within]


def _answers(night: Night, people: dict[int, Any]) -> list[tuple[str, list[Any]]]:
    return [
        (answer, [people[user] for user, said in night.answers.items() if said == answer and user in people])
        for answer in ("yes", "maybe", "no")
    ]


def _roll(night: Night, club: Club, people: dict[int, Any], present: set[int]) -> list[tuple[Any, bool]]:
    """Everybody who may have come, with whether they did: those who did first, then those who had said that they do."""
    users = {*club.members, *night.answers, *night.marks}
    known = sorted((people[user] for user in users if user in people), key=lambda person: person.name.lower())
    order = {"yes": 1, "maybe": 2}
    known.sort(key=lambda person: 0 if person.id in present else order.get(night.answers.get(person.id, ""), 3))
    return [(person, person.id in present) for person in known]


@require_POST
@login_required
@of_club
def attend(request: HttpRequest, club: Club, night_id: str) -> HttpResponse:
    answer = request.POST.get("answer", "")
    if answer not in ("yes", "maybe", "no"):
        raise Http404
    given: dict[str, Any] = {"by": user_of(request).pk, "night": night_id, "answer": answer}
    if done(request, services.attend, club_id=club.id, **given) and answer == "yes" and "enter" in request.POST:
        _enter(request, selectors.night(club.id, night_id))
    if request.POST.get("from") in ("club", "club-calendar"):
        return redirect(request.POST["from"], address=club.founded.slug)
    return redirect("club-night", address=club.founded.slug, night_id=night_id)


def _enter(request: HttpRequest, night: Night) -> None:
    """Enter the viewer to the tournaments of *night* that have not begun, and say what is still to do."""
    user = user_of(request).pk
    for each in map(director.detail, night.tournaments):
        if each.status != "announced" or any(user in entry.users for entry in (*each.entries, *each.waiting)):
            continue
        if done(request, enter, tournament_id=each.id, user_id=user):
            words = gettext("You have entered {name}.")
            if each.check_in_opens is not None:
                words = gettext("You have entered {name}: check in there from {when}.")
            opens = date_format(localtime(moment(each.check_in_opens or each.settings.starts_at)), "j M H:i")
            messages.success(request, words.format(name=each.settings.name, when=opens))


@require_POST
@login_required
@of_club
def add(request: HttpRequest, club: Club, night_id: str) -> HttpResponse:
    """A tournament that was announced apart is one of the night's."""
    given: dict[str, Any] = {"night": night_id, "tournament": request.POST.get("tournament", "")[:20]}
    if done(request, services.add_tournament, club_id=club.id, by=user_of(request).pk, **given):
        messages.success(request, gettext("The tournament belongs to the night."))
    return redirect("club-night", address=club.founded.slug, night_id=night_id)


@require_POST
@login_required
@of_club
def mark(request: HttpRequest, club: Club, night_id: str) -> HttpResponse:
    user = number_in(request.POST.get("user"), digits=18) or 0
    given: dict[str, Any] = {"user": user, "present": request.POST.get("present") == "yes"}
    done(request, services.mark, club_id=club.id, by=user_of(request).pk, night=night_id, **given)
    return redirect("club-night", address=club.founded.slug, night_id=night_id)


@login_required
@of_club
def new(request: HttpRequest, club: Club) -> HttpResponse:
    """A night by hand."""
    access.check(request.user, "nights", club)
    form = NightForm(request.POST or None, calendar=selectors.calendar(club.id))
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        given: dict[str, Any] = {
            "title": chosen["title"],
            "day": chosen["day"],
            "minutes": chosen["minutes"],
            "uses": form.uses(),
        }
        by, at = user_of(request).pk, f"{chosen['at']:%H:%M}"
        made = filed(form, services.announce_by_hand, club_id=club.id, by=by, at=at, **given)
        if made is not None:
            return redirect("club-night", address=club.founded.slug, night_id=made)
    return shown(request, "leagues/night_form.html", club, "calendar", form=form, status=422 if form.errors else 200)


@login_required
@of_club
def move(request: HttpRequest, club: Club, night_id: str) -> HttpResponse:
    access.check(request.user, "nights", club)
    found = selectors.night(club.id, night_id)
    lasts = (found.ends_at - found.starts_at) // 60_000
    form = MoveForm(
        request.POST or None,
        initial={"starts_at": datetime.fromtimestamp(found.starts_at / 1000, tz=UTC), "minutes": lasts},
    )
    if request.method == "POST" and form.is_valid():
        starts_at = int(form.cleaned_data["starts_at"].timestamp() * 1000)
        given: dict[str, Any] = {"starts_at": starts_at, "minutes": form.cleaned_data["minutes"]}
        filed(form, services.move, club_id=club.id, by=user_of(request).pk, night=night_id, **given)
        if not form.errors:
            return redirect("club-night", address=club.founded.slug, night_id=night_id)
    return shown(
        request, "leagues/night_move.html", club, "calendar", night=found, form=form, status=422 if form.errors else 200
    )


@login_required
@of_club
def cancel(request: HttpRequest, club: Club, night_id: str) -> HttpResponse:
    """Ask first."""
    access.check(request.user, "nights", club)
    if request.method == "POST":
        done(request, services.cancel, club_id=club.id, by=user_of(request).pk, night=night_id)
        return redirect("club-night", address=club.founded.slug, night_id=night_id)
    ask = Ask(
        gettext("Call off {title}?").format(title=selectors.night(club.id, night_id).title),
        gettext("Its tournaments that have not begun are called off too. This cannot be undone."),
        gettext("Call it off"),
        reverse("club-night", args=[club.founded.slug, night_id]),
    )
    return asked(request, club, "calendar", ask)
