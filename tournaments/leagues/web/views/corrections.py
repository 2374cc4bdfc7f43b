"""The owner of a club says how a rated table counts in the club's ratings: what it would do, then signed."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.selectors import called
from accounts.sessions import user_of
from tournaments.clubs import access
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_page import of_club, shown
from tournaments.kit.lists import Page
from tournaments.kit.refusals import filed
from tournaments.leagues.web.correction_forms import CorrectionForm, WhyForm
from tournaments.ratings import correcting, selectors
from tournaments.ratings.names import club_pool
from tournaments.ratings.selectors import RatedAt
from tournaments.tables import catalogue


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@of_club
def correct(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """First the table, then how it counts and whom that would move; posted: signed."""
    access.check(request.user, "correct_pool", club)
    game, pool = catalogue.game(key), club_pool(club.id, key)
    if "table" not in request.GET:
        page = Page(request, lambda limit, offset: _named(selectors.rated_tables(pool, limit=limit, offset=offset)))
        return shown(request, "leagues/rating_correct.html", club, "ladders", game=game, page=page, tables=page.items)
    asked = selectors.rated_table(pool, request.GET["table"])
    ((_table, seats),) = _named([asked])
    form = CorrectionForm(request.GET if "go" in request.GET else None, seats=seats, table=asked)
    grounds = WhyForm(request.POST or None)
    context: dict[str, Any] = {"game": game, "asked": asked, "seats": seats, "form": form, "grounds": grounds}
    if form.is_valid():
        given = {"pool": pool, "table": asked.table, "places": form.places(), "by": user_of(request).pk}
        if request.method == "POST" and grounds.is_valid() and _signed(request, grounds, given):
            return redirect("club-rating-rulings", address=club.founded.slug, key=key)
        context |= _tried(form, given)
    status = 422 if form.errors or grounds.errors else 200
    return shown(request, "leagues/rating_correct.html", club, "ladders", status=status, **context)


def _signed(request: HttpRequest, grounds: WhyForm, given: dict[str, Any]) -> bool:
    filed(grounds, correcting.correct, text=grounds.cleaned_data["text"], **given)
    if grounds.errors:
        return False
    messages.success(request, gettext("The ratings have been worked out again."))
    return True


def _tried(form: CorrectionForm, given: dict[str, Any]) -> dict[str, Any]:
    """What it would do; nothing if it is refused, which the form says."""
    run = filed(form, correcting.foresee, **given)
    if run is None:
        return {}
    names = called(change.user for change in run.changes)
    moved = [(names[each.user].name if each.user in names else "", each) for each in run.changes]
    return {"run": run, "moved": moved}


def _named(tables: list[RatedAt]) -> list[tuple[RatedAt, list[str]]]:
    """Each with the names of those who sat there."""
    names = called(user for table in tables for user in table.users)
    return [(each, [names[user].name if user in names else "?" for user in each.users]) for each in tables]
