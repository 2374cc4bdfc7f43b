"""What a club says of itself, its news, and who owns it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import user_of
from tournaments.clubs import access, selectors, services
from tournaments.clubs.errors import Refused
from tournaments.clubs.gate import Action
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_forms import ClubForm, NewsForm, ReasonForm
from tournaments.clubs.web.club_page import asked_why, named, of_club, shown
from tournaments.kit.refusals import done, filed
from tournaments.kit.words import sentence
from tournaments.tables import read as tables

_RIGHTS: dict[str, Action] = {
    "name": "name",
    "slug": "slug",
    "language": "name",
    "zone": "zone",
    "visibility": "visibility",
    "join": "join_policy",
    "description": "description",
    "emblem": "emblem",
    "palette": "emblem",
    "room_rated": "join_policy",
}


@login_required
@of_club
def settings(request: HttpRequest, club: Club) -> HttpResponse:
    """What the viewer may change; the rest of the facts is not on the form."""
    names = {name for name, action in _RIGHTS.items() if access.can(request.user, action, club)}
    if not names:
        raise PermissionDenied
    facts, description = club.founded, selectors.description(club)
    initial = {name: getattr(facts, name) for name in _RIGHTS} | {"description": description}
    form = ClubForm(request.POST if request.method == "POST" else None, initial=initial)
    for name in _RIGHTS.keys() - names:
        del form.fields[name]
    if request.method == "POST" and form.is_valid():
        now = filed(form, lambda: _save(request, club, form, names, description))
        if now is not None:
            messages.success(request, gettext("The club is changed."))
            return redirect("club", address=now.founded.slug)
    return shown(request, "clubs/settings.html", club, "settings", form=form, status=422 if form.errors else 200)


def _save(request: HttpRequest, club: Club, form: ClubForm, names: set[str], before: str) -> Club:
    written = form.cleaned_data.get("description", before).replace("\r\n", "\n").strip()
    return services.edit(
        club_id=club.id,
        by=user_of(request).pk,
        wanted=form.wanted(names=names),
        description=written if written != before else None,
    )


@login_required
@of_club
def post_news(request: HttpRequest, club: Club) -> HttpResponse:
    access.check(request.user, "news", club)
    form = NewsForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        given = {"club_id": club.id, "by": user_of(request).pk} | form.cleaned_data
        posted = filed(form, services.post_news, **given)
        if posted is not None:
            return redirect("club", address=club.founded.slug)
    return shown(request, "clubs/news.html", club, "home", form=form, status=422 if form.errors else 200)


@require_POST
@login_required
@of_club
def withdraw_news(request: HttpRequest, club: Club, news: str) -> HttpResponse:
    services.withdraw_news(club_id=club.id, by=user_of(request).pk, news=news)
    return redirect("club", address=club.founded.slug)


# -- the owner's office


@require_safe
@login_required
@of_club
def office(request: HttpRequest, club: Club) -> HttpResponse:
    """Who owns the club, and how that changes: handing over, claims, closing."""
    if not (request.user.is_staff or access.can(request.user, "history", club)):
        raise PermissionDenied
    people = named([club.owner, club.handover.user if club.handover else None, *club.claims])
    context: dict[str, Any] = {
        "owner": people.get(club.owner or 0),
        "heir": people.get(club.handover.user) if club.handover else None,
        "mine": club.handover is not None and club.handover.user == request.user.pk,
        "claims": [people[user] for user in club.claims if user in people],
        "form": ReasonForm(),
        "as_staff": request.user.is_staff and club.owner != request.user.pk,
    }
    return shown(request, "clubs/office.html", club, "office", **context)


Act = Callable[[Club, int, str], object]
_ACTS: dict[str, Act] = {
    "accept": lambda club, by, reason: services.answer_offer(club_id=club.id, by=by, accepts=True),
    "decline": lambda club, by, reason: services.answer_offer(club_id=club.id, by=by, accepts=False),
    "take-back": lambda club, by, reason: services.withdraw_offer(club_id=club.id, by=by),
    "claim": lambda club, by, reason: services.claim(club_id=club.id, by=by, sat_lately=tables.sat_lately(club.id, by)),
    "call": lambda club, by, reason: services.call_owner(club_id=club.id, by=by),
    "here": lambda club, by, reason: services.answer_call(club_id=club.id, by=by),
    "close": lambda club, by, reason: services.close(club_id=club.id, by=by, reason=reason),
    "keep-open": lambda club, by, reason: services.keep_open(club_id=club.id, by=by),
    "reopen": lambda club, by, reason: services.reopen(club_id=club.id, by=by, reason=reason),
}
VERBS = tuple(_ACTS)


@require_POST
@login_required
@of_club
def official(request: HttpRequest, club: Club, verb: str) -> HttpResponse:
    """One act of the office; why it was refused stands on the page that it leads back to."""
    reason = request.POST.get("reason", "")
    done(request, _ACTS[verb], club=club, by=user_of(request).pk, reason=reason)
    return redirect("club-office", address=club.founded.slug)


@require_POST
@login_required
def look(request: HttpRequest, address: str) -> HttpResponse:
    """Somebody of the staff says why they look into a private club."""
    club_id, slug = selectors.address(address)
    try:
        services.look_in(club_id=club_id, by=user_of(request).pk, reason=request.POST.get("reason", ""))
    except Refused as refused:
        return asked_why(request, slug, sentence(refused.reason))
    back = request.POST.get("next", "")
    return redirect(back if url_has_allowed_host_and_scheme(back, {request.get_host()}) else f"/clubs/{slug}")
