"""A challenge: made on the ladder, answered, given a time, played."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import user_of
from tournaments.clubs import access
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_page import Person, named, of_club, shown
from tournaments.kit.refusals import done, filed
from tournaments.leagues.errors import UnknownChallenge
from tournaments.leagues.ladders import selectors, services
from tournaments.leagues.ladders.ladder import Challenge, Ladder
from tournaments.leagues.rules.deadlines import FREE_PASS, PROPOSALS
from tournaments.leagues.web.ladder_forms import OthersForm, TimeForm
from tournaments.leagues.web.views.ladders import NOBODY, of, told
from tournaments.log.sources import now_ms

VERBS = ("accept", "pass", "decline", "propose", "agree", "decline-time")


@login_required
@of_club
def challenge(request: HttpRequest, club: Club, ladder_id: str) -> HttpResponse:
    """Challenge somebody; at a ladder of tables, first say who else sits there."""
    access.check(request.user, "challenge", club)
    found, by = of(club, ladder_id), user_of(request).pk
    asked = request.POST.get("defender") or request.GET.get("defender", "")
    defender = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 19 else 0
    given: dict[str, Any] = {"ladder_id": ladder_id, "by": by, "defender": defender}
    if found.rules.rule == "table":
        return _with_others(request, club, found, given)
    if request.method == "POST":
        made: list[str] = []
        done(request, lambda: made.append(services.challenge(**given)))
        if made:
            return redirect("club-challenge", address=club.founded.slug, challenge_id=made[0])
    return redirect("club-ladder", address=club.founded.slug, ladder_id=ladder_id)


def _with_others(request: HttpRequest, club: Club, ladder: Ladder, given: dict[str, Any]) -> HttpResponse:
    people = named(ladder.order)
    others = [user for user in ladder.order if user not in (given["by"], given["defender"]) and user not in ladder.away]
    choices = [(user, people.get(user, NOBODY).name) for user in others]
    form = OthersForm(request.POST if "others" in request.POST else None, people=choices)
    if form.is_bound and form.is_valid():
        made = filed(form, services.challenge, **given, others=form.cleaned_data["others"])
        if made is not None:
            return redirect("club-challenge", address=club.founded.slug, challenge_id=made)
    context = {"ladder": ladder, "form": form, "defender": people.get(given["defender"], NOBODY)}
    context["wanted"] = ladder.rules.seats - 2
    return shown(request, "leagues/challenge_form.html", club, "ladders", status=422 if form.errors else 200, **context)


def _of(club: Club, challenge_id: str) -> tuple[Ladder, Challenge]:
    ladder, found = selectors.challenge(challenge_id)
    if ladder.rules.club != club.id:
        raise UnknownChallenge()
    return ladder, found


@require_safe
@of_club
def shown_challenge(request: HttpRequest, club: Club, challenge_id: str) -> HttpResponse:
    ladder, found = _of(club, challenge_id)
    return _page(request, club, ladder, found, TimeForm())


def _page(
    request: HttpRequest, club: Club, ladder: Ladder, found: Challenge, form: TimeForm, *, status: int = 200
) -> HttpResponse:
    user = request.user.pk
    people = named(found.players)
    offer = found.offer
    free_at = ladder.passed.get(found.defender, -FREE_PASS) + FREE_PASS
    context: dict[str, Any] = {
        "ladder": ladder,
        "challenge": found,
        "challenger": people.get(found.challenger, NOBODY),
        "defender": people.get(found.defender, NOBODY),
        "others": [people.get(each, NOBODY) for each in found.others],
        "proposals": [(people.get(each.user, NOBODY), each) for each in found.proposals],
        "offer": offer,
        "one_of_two": user in (found.challenger, found.defender),
        "mine": user in found.players,
        "left": PROPOSALS - sum(each.user == user for each in found.proposals),
        "may_pass": now_ms() >= free_at,
        "free_at": free_at,
        "told": told(found, people) if found.outcome else "",
        "placed": _placed(found, people),
        "form": form,
    }
    return shown(request, "leagues/challenge.html", club, "ladders", status=status, **context)


def _placed(challenge: Challenge, people: dict[int, Person]) -> list[tuple[int, Person]]:
    ranked = sorted(challenge.places, key=lambda each: each.place)
    return [(each.place, people.get(each.user, NOBODY)) for each in ranked]


@require_POST
@login_required
@of_club
def act(request: HttpRequest, club: Club, challenge_id: str, verb: str) -> HttpResponse:
    ladder, found = _of(club, challenge_id)
    given: dict[str, Any] = {"challenge_id": challenge_id, "by": user_of(request).pk}
    if verb == "propose":
        return _propose(request, club, ladder, found, given)
    if verb in ("accept", "pass", "decline"):
        done(request, services.answer, **given, said=verb)
    else:
        done(request, services.agree if verb == "agree" else services.decline_time, **given)
    return redirect("club-challenge", address=club.founded.slug, challenge_id=challenge_id)


def _propose(request: HttpRequest, club: Club, ladder: Ladder, found: Challenge, given: dict[str, Any]) -> HttpResponse:
    form = TimeForm(request.POST)
    if form.is_valid():
        filed(form, services.propose, **given, time=int(form.cleaned_data["time"].timestamp() * 1000))
        if not form.errors:
            return redirect("club-challenge", address=club.founded.slug, challenge_id=found.id)
    return _page(request, club, ladder, found, form, status=422)
