"""Who takes part: the organiser takes an entry in or out, and is asked first."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.sessions import user_of
from tournaments.director import services
from tournaments.director.commands import callers, own_match
from tournaments.director.display import leaving, starting
from tournaments.director.errors import NotAllowed
from tournaments.director.policy.starting_again import too_late
from tournaments.director.streams import TOURNAMENTS
from tournaments.director.web.views.tournaments import directed
from tournaments.kit.numbers import number_in
from tournaments.kit.refusals import done
from tournaments.kit.words import sentence


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def admit(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Take in an entry that was left out at the start; where all is drawn again for it, the page asks first."""
    detail = directed(request, tournament_id)
    number = _number(request, "entry")
    name, again = dict(starting.to_admit(tournament_id)).get(number), starting.again(tournament_id)
    if request.method == "POST":
        if done(request, services.admit, tournament_id=tournament_id, by=user_of(request).pk, entry=number) and name:
            messages.success(request, gettext("{name} has been taken in.").format(name=name))
        return redirect("tournament", tournament_id=tournament_id)
    if name is None or again is None:
        messages.warning(request, sentence(too_late().reason))
        return redirect("tournament", tournament_id=tournament_id)
    context = {"area": "tournaments", "t": detail, "entry": number, "name": name, "again": again}
    return render(request, "tournaments/admit.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def remove(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Take an entry out of the rounds to come; the page says what follows, and asks first."""
    detail = directed(request, tournament_id)
    number, origin = _number(request, "entry"), _given(request, "from")
    back = {"walk-ins": "tournament-walk-ins", "desk": "tournament-desk"}.get(origin, "tournament")
    entries = (*detail.entries, *detail.waiting)
    entry = next((each for each in entries if each.number == number and not each.withdrawn), None)
    if entry is None or detail.status not in ("announced", "running"):
        if request.method == "POST":
            callers.count(user_of(request).pk)  # as leaving does
        messages.warning(request, gettext("That entry does not take part any more."))
        return redirect(back, tournament_id=tournament_id)
    if request.method == "POST":
        if done(request, services.withdraw, tournament_id=tournament_id, user_id=entry.user, by=user_of(request).pk):
            messages.success(request, gettext("{name} has been taken out.").format(name=entry.name))
        return redirect(back, tournament_id=tournament_id)
    try:
        own_match.check_taking_out(TOURNAMENTS.current(tournament_id).state, entry.user, user_of(request).pk)
    except NotAllowed as refused:
        messages.warning(request, sentence(refused.reason))
        return redirect(back, tournament_id=tournament_id)
    told = leaving.of_withdrawal(tournament_id, entry.user)
    context = {"area": "tournaments", "t": detail, "entry": entry, "origin": origin, "back": back, "leaving": told}
    return render(request, "tournaments/remove.html", context)


def _given(request: HttpRequest, name: str) -> str:
    return (request.POST if request.method == "POST" else request.GET).get(name, "")


def _number(request: HttpRequest, name: str) -> int:
    """The number that the form names; 0, which no entry has, for what is none."""
    return number_in(_given(request, name), digits=18) or 0
