"""A held round, for its organisers: a look at the pairings, exchanges, and its publication."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import user_of
from tournaments.director.commands import callers, drafts
from tournaments.director.commands.drafts import Grounds
from tournaments.director.display import drafts as display
from tournaments.director.display.drafts import Seen
from tournaments.director.errors import RoomError
from tournaments.director.policy.rulings import rounds
from tournaments.director.selectors import Detail
from tournaments.director.web import tournament_page
from tournaments.director.web.draws_form import DrawsForm
from tournaments.director.web.ruling_forms import ACTS, GroundsForm, RulingForm
from tournaments.director.web.views.tournaments import directed
from tournaments.kit.refusals import done, filed
from tournaments.kit.words import sentence
from tournaments.tables.web.views.answers import seen_in

ARRANGE = ("swap", "set_bye", "set_pairing")


@require_safe
@login_required
def draft(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The pairings of the next round, for an organiser who has asked to see them."""
    return _page(request, directed(request, tournament_id))


@require_POST
@login_required
def look(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show the pairings, drawn if nobody has looked yet, or again."""
    directed(request, tournament_id)
    again = "again" in request.POST
    done(request, drafts.look, tournament_id=tournament_id, by=user_of(request).pk, again=again)
    return redirect("tournament-draft", tournament_id=tournament_id)


@require_POST
@login_required
def arrange(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Pair the draft by hand."""
    detail, act = directed(request, tournament_id), request.POST.get("act", "")
    callers.count(user_of(request).pk)
    shown = display.preview(tournament_id)
    if act not in ARRANGE or shown is None:
        return redirect("tournament-draft", tournament_id=tournament_id)
    form, grounds = RulingForm(request.POST, act=act, at=shown.at), GroundsForm(request.POST)
    if form.is_valid() & grounds.is_valid():
        wanted = form.wanted()
        assert isinstance(wanted, rounds.SetPairing | rounds.Swap | rounds.SetBye)  # noqa: S101  by ARRANGE
        why = Grounds(grounds.cleaned_data["reason"], grounds.cleaned_data["text"])
        by, seen = user_of(request).pk, seen_in(request)
        filed(form, drafts.arrange, tournament_id=tournament_id, by=by, wanted=wanted, grounds=why, seen=seen)
    if form.errors or grounds.errors:
        return _page(request, detail, form=form, grounds=grounds, status=422)
    messages.success(request, gettext("The draft is changed. Players see it once it is published."))
    return redirect("tournament-draft", tournament_id=tournament_id)


@require_POST
@login_required
def draws(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Whether the rounds to come are held."""
    directed(request, tournament_id)
    form = DrawsForm(request.POST)
    if form.is_valid():
        done(request, drafts.set_draws, tournament_id=tournament_id, by=user_of(request).pk, **form.chosen())
    else:
        messages.warning(request, gettext("Between 1 and 1440 minutes."))
    return redirect("tournament-desk", tournament_id=tournament_id)


def _page(
    request: HttpRequest,
    detail: Detail,
    *,
    form: RulingForm | None = None,
    grounds: GroundsForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {"area": "tournaments", "t": detail, "held": display.held(detail.id), "next": len(detail.rounds) + 1}
    context["own"] = tournament_page.number_of(request, detail)
    try:
        shown = display.preview(detail.id)
    except RoomError as refused:
        context["refused"], shown = sentence(refused.reason), None
    if shown is not None:
        context |= _seen(request, shown, form, grounds or GroundsForm(initial={"reason": "other"}))
    context["plays"] = any(user_of(request).pk in entry.users for entry in detail.entries if not entry.withdrawn)
    page = render(request, "tournaments/draft.html", context, status=status)
    page.headers["Cache-Control"] = "private, no-store"
    return page


def _seen(request: HttpRequest, shown: Seen, form: RulingForm | None, grounds: GroundsForm) -> dict[str, object]:
    """The draft, and the forms that change it, for those who have asked to see it."""
    last = shown.at.tournament.drafts[-1]
    if user_of(request).pk not in last.seen:
        return {"unseen": True}
    draft = display.draft_info(shown)
    asked = {act: RulingForm(None, act=act, at=shown.at) for act in ARRANGE if not draft.fixed}
    if form is not None:
        asked[form.act] = form
    forms = [(act, ACTS[act].title, each) for act, each in asked.items()]
    return {"draft": draft, "forms": forms, "grounds": grounds, "tried": form}
