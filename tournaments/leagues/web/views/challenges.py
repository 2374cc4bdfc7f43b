"""A challenge: made on the ladder, answered, given a time, played."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe
from msgspec.structs import replace

from accounts.sessions import user_of
from tournaments.clubs import access
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_page import Person, named, of_club, shown
from tournaments.kit.numbers import number_in
from tournaments.kit.refusals import done, filed
from tournaments.leagues.errors import UnknownChallenge
from tournaments.leagues.ladders import in_room, selectors, services
from tournaments.leagues.ladders.ladder import Challenge, Ladder
from tournaments.leagues.rules.deadlines import FREE_PASS, PROPOSALS, Outcome
from tournaments.leagues.web.ladder_forms import OthersForm, OutcomeForm, TimeForm
from tournaments.leagues.web.views.ladders import NOBODY, of, told
from tournaments.log.sources import now_ms
from tournaments.tables.web.views.answers import seen_in

VERBS = ("accept", "pass", "decline", "propose", "agree", "decline-time", "confirm", "rule")


@login_required
@of_club
def challenge(request: HttpRequest, club: Club, ladder_id: str) -> HttpResponse:
    """Challenge somebody; at a ladder of tables, first say who else sits there."""
    access.check(request.user, "challenge", club)
    found, by = of(club, ladder_id), user_of(request).pk
    asked = request.POST.get("defender") or request.GET.get("defender", "")
    defender = number_in(asked, digits=18) or 0
    given: dict[str, Any] = {"ladder_id": ladder_id, "by": by, "defender": defender}
    given["in_room"] = bool(request.POST.get("in_room"))
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
    chosen = request.POST if "others" in request.POST else None
    form = OthersForm(chosen, people=choices, initial={"in_room": given["in_room"]})
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
    return _page(request, club, ladder, found)


def _page(
    request: HttpRequest,
    club: Club,
    ladder: Ladder,
    found: Challenge,
    *,
    times: TimeForm | None = None,
    ruling: OutcomeForm | None = None,
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
        "form": times or TimeForm(initial={"in_room": offer.in_room if offer else found.in_room}),
    } | _to_decide(request, club, ladder, found, people, ruling)
    status = 422 if times or ruling else 200
    return shown(request, "leagues/challenge.html", club, "ladders", status=status, **context)


def _to_decide(
    request: HttpRequest,
    club: Club,
    ladder: Ladder,
    found: Challenge,
    people: dict[int, Person],
    ruling: OutcomeForm | None,
) -> dict[str, Any]:
    """What an organiser who does not play in it needs to decide on a result with real cards."""
    decides = access.can(request.user, "ladder_rulings", club) and request.user.pk not in found.players
    waits = in_room.waits(found) if decides and found.in_room else None
    if waits is None:
        return {}
    reported = [(place, people.get(user, NOBODY)) for user, place in waits.places]
    return {"waits": waits, "reported": reported, "ruling": ruling or _ruling(ladder, found, people)}


def _ruling(ladder: Ladder, found: Challenge, people: dict[int, Person], data: QueryDict | None = None) -> OutcomeForm:
    """At a ladder of tables the order is set on its own page."""
    outcomes: list[Outcome] = ["void"] if ladder.rules.rule == "table" else ["won", "held", "void"]
    return OutcomeForm(data, outcomes=[(each, told(replace(found, outcome=each), people)) for each in outcomes])


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
    if verb == "rule":
        return _rule(request, club, ladder, found)
    if verb == "confirm":
        done(request, in_room.confirm, **given, seen=seen_in(request))
    elif verb in ("accept", "pass", "decline"):
        done(request, services.answer, **given, said=verb)
    else:
        done(request, services.agree if verb == "agree" else services.decline_time, **given)
    return redirect("club-challenge", address=club.founded.slug, challenge_id=challenge_id)


def _propose(request: HttpRequest, club: Club, ladder: Ladder, found: Challenge, given: dict[str, Any]) -> HttpResponse:
    form = TimeForm(request.POST)
    if form.is_valid():
        chosen = form.cleaned_data
        given |= {"time": int(chosen["time"].timestamp() * 1000), "in_room": chosen["in_room"]}
        filed(form, services.propose, **given)
        if not form.errors:
            return redirect("club-challenge", address=club.founded.slug, challenge_id=found.id)
    return _page(request, club, ladder, found, times=form)


def _rule(request: HttpRequest, club: Club, ladder: Ladder, found: Challenge) -> HttpResponse:
    """An organiser says how a challenge with real cards has ended, and why."""
    access.check(request.user, "ladder_rulings", club)
    form = _ruling(ladder, found, named(found.players), request.POST)
    if form.is_valid():
        outcome = form.cleaned_data["outcome"]
        given = {"ladder_id": ladder.id, "by": user_of(request).pk, "text": form.cleaned_data["text"]}
        order = in_room.order_after(ladder, found, outcome)
        filed(form, services.rule, **given, order=order, challenge_id=found.id, outcome=outcome)
        if not form.errors:
            return redirect("club-challenge", address=club.founded.slug, challenge_id=found.id)
    return _page(request, club, ladder, found, ruling=form)
