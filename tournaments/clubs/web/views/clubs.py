"""Clubs: the directory, founding one, its home, its history."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.sessions import user_of
from tournaments.clubs import access, selectors, services
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_forms import ClubForm, HistoryForm, SearchForm
from tournaments.clubs.web.club_page import named, of_club, shown
from tournaments.kit.lists import Page
from tournaments.kit.refusals import filed
from tournaments.kit.words import sentence


@never_cache
@require_safe
def directory(request: HttpRequest) -> HttpResponse:
    """One's own clubs, those one is invited to, and all public ones."""
    search, user = SearchForm(request.GET, auto_id="by-%s"), request.user.pk
    if not user:
        del search.fields["mine"]
    by = {name: search.cleaned_data[name] for name in search.fields} if search.is_valid() else None
    own = selectors.of_user(user, viewer=request.user) if user else []
    mine = by is not None and by.pop("mine", False)

    def read(limit: int, offset: int) -> list[selectors.Listed]:
        if by is None:
            return []
        if mine:
            return [each for each in own if _suits(each, **by)][offset : offset + limit]
        return selectors.directory(**by, limit=limit, offset=offset)

    context: dict[str, Any] = {
        "area": "clubs",
        "narrowing": search,
        "only_mine": mine,
        "page": Page(request, read),
        "mine": [] if mine else own,
        "asked": selectors.asked_of(user) if user else [],
        "invited": selectors.invited(user) if user else [],
    }
    return render(request, "clubs/directory.html", context, status=200 if by is not None else 422)


def _suits(club: selectors.Listed, name: str, language: str) -> bool:
    return name.casefold() in club.name.casefold() and language in ("", club.language)


@never_cache
@login_required
def found(request: HttpRequest) -> HttpResponse:
    refused = access.founding(request.user)
    if refused is not None and request.method == "GET":  # before a long form is filled in
        return render(request, "clubs/found.html", {"area": "clubs", "refused": sentence(refused.reason)})
    initial = {"language": get_language(), "zone": timezone.get_current_timezone_name()}
    form = ClubForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        about = {"facts": form.facts(), "description": form.cleaned_data["description"]}
        filed(form, services.found, by=user_of(request).pk, **about)
        if form.is_valid():
            messages.success(request, gettext("Your club is founded. Invite somebody."))
            return redirect("club", address=form.cleaned_data["slug"])
    return render(request, "clubs/found.html", {"area": "clubs", "form": form}, status=422 if form.errors else 200)


@require_safe
@login_required
@of_club
def history(request: HttpRequest, club: Club) -> HttpResponse:
    """What happened, in words; the club as it stood after an event."""
    form = HistoryForm(request.GET)
    by = form.by()
    total = 0

    def read(limit: int, offset: int) -> tuple[selectors.Line, ...]:
        nonlocal total
        found = selectors.history(club.id, user_of(request), limit=limit, offset=offset, **by)
        total = found.total
        return found.lines

    page = Page(request, read, size=40)
    as_of = min(by.get("as_of") or club.seq, club.seq)
    then = club if as_of == club.seq else selectors.club(club.id, as_of=as_of)
    people = named([then.owner, *(each.user for each in then.organisers)])
    context: dict[str, Any] = {
        "form": form,
        "page": page,
        "total": total,
        "as_of": as_of,
        "then": then,
        "then_owner": people.get(then.owner or 0),
        "then_organisers": [people[each.user] for each in then.organisers if each.user in people],
    }
    return shown(request, "clubs/history.html", club, "history", **context)
