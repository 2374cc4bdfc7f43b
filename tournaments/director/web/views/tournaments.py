"""Tournaments: the list, announcing and editing one, its pages, and what one does there."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import condition, require_POST, require_safe
from msgspec.structs import replace

from accounts.models import User
from accounts.sessions import user_of
from tournaments.clubs.web.club_page import announces_in
from tournaments.director import selectors, services
from tournaments.director.commands import teams
from tournaments.director.display import leaving, starting
from tournaments.director.selectors import At, Detail, Summary
from tournaments.director.web import announcing, brackets, claims, crosstable, large_fields, stage_page, tournament_page
from tournaments.director.web import projector as projector_slides
from tournaments.director.web.agenda import agenda
from tournaments.director.web.tournament_forms import BotsForm, TournamentForm
from tournaments.kit.lists import Page
from tournaments.kit.refusals import done
from tournaments.kit.words import sentence
from tournaments.pairing.registry import FORMATS
from tournaments.tables import catalogue
from tournaments.tables.errors import RoomError
from tournaments.tables.web.lobby import bots_for
from tournaments.tables.web.narrowing import NarrowingByName
from tournaments.tables.web.views.answers import seen_in

COMING = 100
"""Tournaments to come that are shown at once; the form narrows them."""

DIRECTED: dict[str, Callable[..., object]] = {
    "start": services.start,
    "pair": services.pair_again,
    "unrate": services.unrate,
    "cancel": services.cancel,
}
ACTS = {"join": services.enter, "withdraw": services.withdraw} | DIRECTED


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """What runs and what is to come, the soonest first; then what is over, page by page."""
    narrowing = NarrowingByName(request)
    by = narrowing.by() | {"viewer": request.user.pk} if narrowing.is_valid() else None

    def over(limit: int, offset: int) -> list[Summary]:
        return [] if by is None else selectors.listed("finished", "cancelled", **by, limit=limit, offset=offset)

    past = Page(request, over)
    coming = selectors.listed("announced", "running", **by, soonest=True, limit=COMING) if by is not None else []
    context = {
        "area": "tournaments",
        "narrowing": narrowing,
        "coming": agenda(coming),
        "page": past,
        "past": agenda(past.items),
    }
    return render(request, "tournaments/list.html", context, status=200 if by is not None else 422)


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Announce a tournament: first the game, then the rest, from a preset or another tournament if one likes."""
    key = request.POST.get("game") or request.GET.get("game") or ""
    if not key:
        context = {"area": "tournaments", "games": catalogue.games(), "club": announces_in(request)}
        return render(request, "tournaments/choose.html", context)
    game = catalogue.game(key)
    begins = announcing.prefilled(request, game)
    if "kind" in request.POST and begins is not None:
        written = announcing.kept(request.POST, game, begins)
        planned = announcing.kept(announcing.named(request.POST), game, begins)
        return _form(request, announcing.as_written(written), None, planned=planned)
    if "plan" in request.POST:
        return _form(request, TournamentForm(announcing.named(request.POST), game=game, settings=begins), None)
    form = TournamentForm(request.POST or None, game=game, settings=begins)
    if request.method == "POST" and form.is_valid():
        try:
            club = announces_in(request)
            settings = replace(form.settings(), club=club.id if club else None)
            made = services.announce(by=user_of(request).pk, settings=settings, code=form.cleaned_data["entry_code"])
        except RoomError as refused:
            _beside(form, refused)
        else:
            return redirect("tournament", tournament_id=made)
    return _form(request, form, None)


@login_required
def edit(request: HttpRequest, tournament_id: str) -> HttpResponse:
    detail = directed(request, tournament_id)
    if detail.status != "announced":
        messages.warning(request, gettext("What was announced can no longer be changed."))
        return redirect("tournament", tournament_id=tournament_id)
    game, known = catalogue.game(detail.settings.game), detail.settings
    if known.name == tournament_id:  # the name has been erased
        known = replace(known, name="")
    if "plan" in request.POST:
        return _form(request, TournamentForm(announcing.named(request.POST), game=game, settings=known), detail)
    form = TournamentForm(request.POST or None, game=game, settings=known)
    if request.method == "POST" and form.is_valid():
        try:
            services.edit(
                tournament_id=tournament_id,
                by=user_of(request).pk,
                settings=form.settings(),
                code=form.cleaned_data["entry_code"],
            )
        except RoomError as refused:
            _beside(form, refused)
        else:
            return redirect("tournament", tournament_id=tournament_id)
    return _form(request, form, detail)


@require_safe
@condition(etag_func=tournament_page.etag)
def tournament(request: HttpRequest, tournament_id: str, tab: str = "overview") -> HttpResponse:
    """A tournament now, or as it stood after event ``?as_of=`` or when round ``?after_round=`` was over."""
    at = tournament_page.moment(request, tournament_id)
    detail = at.detail
    context = tournament_page.context(request, at, tab)
    if at.seq < at.latest:  # there is nothing to be done in the past
        context |= {"mine": None, "withdrew": False, "directs": False, "next_table": None, "bots_form": None}
    if tab in ("overview", "standings"):
        part = large_fields.part(request, detail, tab)
        lines = at.standings(part) if detail.rounds else ()
        context |= {"standings": lines, "place_rows": partial(brackets.place_rows, detail, lines)}
    context |= brackets.context(at, tab, request.user.pk)
    if detail.settings.stages or detail.settings.groups > 1:
        context |= stage_page.context(at, tab)
    if tab == "bracket" and "bracket" not in context:
        raise Http404
    if tab == "rulings":
        context["rulings"] = at.rulings(request.user)
    if tab == "crosstable":
        part = large_fields.part(request, detail, tab)
        context["crosstable"] = crosstable.rows(detail, at.crosstable(part))
    context |= large_fields.context(request, detail, tab)
    if not request.user.is_authenticated:
        context["way_back"] = claims.way_back(request, tournament_id)
    page = render(request, f"tournaments/{tab}.html", context)
    page.headers["Cache-Control"] = "private, no-cache"
    return page


@require_safe
def projector(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """For the screen in the room: pairings, standings and bracket by turns."""
    address = request.build_absolute_uri(reverse("tournament", args=[tournament_id]))
    context = projector_slides.context(selectors.at(tournament_id)) | {"address": address}
    return render(request, "tournaments/projector.html", context)


def ask_first(request: HttpRequest, tournament_id: str, verb: str) -> HttpResponse:
    """Start, cancel, or take out of the ratings, once the organiser has confirmed; others find the tournament."""
    if request.method == "POST":
        return act(request, tournament_id, verb)
    detail = selectors.detail(tournament_id)
    if not isinstance(request.user, User) or not selectors.may_direct(detail, request.user):
        return redirect("tournament", tournament_id=tournament_id)
    context: dict[str, Any] = {"area": "tournaments", "t": detail}
    if verb == "start" and detail.status == "announced":
        draws_again = not FORMATS[detail.settings.format].open_field
        context |= {"start": starting.outlook(tournament_id), "draws_again": draws_again}
    return render(request, f"tournaments/{verb}.html", context)


def withdraw(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Ask first, and say what follows."""
    if request.method == "POST":
        return act(request, tournament_id, "withdraw")
    detail = selectors.detail(tournament_id)
    mine = tournament_page.entry_of(request, detail)
    told = leaving.of_withdrawal(tournament_id, user_of(request).pk) if mine else None
    context = {"area": "tournaments", "t": detail, "mine": mine, "leaving": told}
    return render(request, "tournaments/withdraw.html", context)


@require_POST
@login_required
def act(request: HttpRequest, tournament_id: str, verb: str) -> HttpResponse:
    """Enter, withdraw, start, pair again, take out of the ratings, cancel: the page says why it was refused."""
    user = user_of(request).pk
    given: dict[str, Any] = {"by": user} if verb in DIRECTED else {"user_id": user}
    if verb in DIRECTED:
        directed(request, tournament_id)
        given |= {"seen": seen_in(request)} if verb == "pair" and "seq" in request.POST else {}
    elif verb == "join":
        given["code"] = request.POST.get("code")
    if done(request, ACTS[verb], tournament_id=tournament_id, **given) and verb == "unrate":
        messages.success(request, gettext("The tournament is out of the site’s ratings."))
    return redirect("tournament", tournament_id=tournament_id)


@require_POST
@login_required
def enter_bots(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The organiser fills up the field."""
    form = BotsForm(request.POST)
    detail = directed(request, tournament_id)
    if not form.is_valid():
        messages.warning(request, gettext("Between 1 and 32 bots at a time."))
        return redirect("tournament", tournament_id=tournament_id)
    entered = [user for entry in detail.entries if not entry.withdrawn for user in entry.users]
    size = detail.settings.team_size
    try:
        found = bots_for(form.cleaned_data["level"], size * form.cleaned_data["count"], apart_from=entered)
        for bot in found if size == 1 else ():
            services.enter(tournament_id=tournament_id, user_id=bot, by=user_of(request).pk)
        for both in zip(found[::2], found[1::2], strict=True) if size == 2 else ():
            teams.name(tournament_id=tournament_id, users=both, by=user_of(request).pk)
    except RoomError as refused:
        messages.warning(request, sentence(refused.reason))
    return redirect("tournament", tournament_id=tournament_id)


# -- what the views share


def directed(request: HttpRequest, tournament_id: str) -> Detail:
    """The tournament, for those alone who direct it."""
    return at_desk(request, tournament_id).detail


def at_desk(request: HttpRequest, tournament_id: str) -> At:
    at = selectors.at(tournament_id)
    if not request.user.is_authenticated or not selectors.may_direct(at.detail, request.user):
        raise PermissionDenied
    return at


def _beside(form: TournamentForm, refused: RoomError) -> None:
    """Say why not, beside the field that it is about."""
    field = {"series": "tables", "stages": "final"}.get(refused.field or "", refused.field)
    form.add_error(field if field in form.fields else None, sentence(refused.reason))


def _form(
    request: HttpRequest, form: TournamentForm, detail: Detail | None, *, planned: TournamentForm | None = None
) -> HttpResponse:
    """*planned*: the form that the plan is made of, if not *form*."""
    asked = request.POST or request.GET
    context = {
        "area": "tournaments",
        "form": form,
        "game": form.game,
        "t": detail,
        "presets": announcing.offers(asked, form.game) if detail is None else [],
        "preset": announcing.chosen(asked, form.game),
        "copy": asked.get("copy", "") if form.announced and detail is None and planned is None else "",
        "club": announces_in(request) if detail is None else None,
        "plan": announcing.plan(planned or form),
    }
    return render(request, "tournaments/form.html", context, status=422 if form.errors else 200)
