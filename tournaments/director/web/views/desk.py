"""The organiser's desk: what needs somebody, rulings tried and signed, a message to all."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.sessions import user_of
from tournaments.director import selectors
from tournaments.director.commands import desk
from tournaments.director.commands.desk import Signature
from tournaments.director.display import attention, drafts, evening, ruling_selectors, walk_ins
from tournaments.director.display.ruling_shapes import DryRun
from tournaments.director.errors import RoomError
from tournaments.director.policy.rulings.decisions import Request
from tournaments.director.selectors import Detail
from tournaments.director.web import tournament_page
from tournaments.director.web.draws_form import DrawsForm
from tournaments.director.web.ruling_forms import ACTS, GroundsForm, MessageForm, RulingForm, acts_for
from tournaments.director.web.views.tournaments import at_desk, directed
from tournaments.kit.refusals import done
from tournaments.kit.words import sentence
from tournaments.log import sources
from tournaments.platform.units import MINUTE
from tournaments.tables.web.views.answers import seen_in

RECENT = 30 * MINUTE
"""For so long a message stands at the tables."""


@require_safe
@login_required
def overview(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """What needs the organiser, most pressing first, and the tables that are being played."""
    at = at_desk(request, tournament_id)
    detail = at.detail
    watched = attention.watched(detail)
    needs = [row for row in watched if row.needs]
    overdue = attention.overdue(detail)
    claims = walk_ins.claims(detail)
    stuck = detail.refused is not None and detail.status == "running"
    last = detail.rounds[-1].matches if detail.rounds else ()
    context = tournament_page.context(request, at, "desk") | {
        "watched": sorted(watched, key=lambda row: (row.round, row.number)),  # rows stay where they are
        "needs": needs,
        "claims": claims,
        "own": {row.match.match for row in watched if any(request.user.pk in each.users for each in row.match.entries)},
        "in_room": any(row.state == "in_room" for row in watched),
        "waited_for": sum(row.state == "gathering" for row in watched),
        "overdue": overdue,
        "pressing": len(needs) + len(claims) + len(overdue) + stuck,
        "finished": sum(match.codes is not None for match in last),
        "rulings": at.rulings(user_of(request)),
        "message_form": MessageForm(detail=detail, initial={"to": request.GET.get("to", "")}),
        "missing": attention.missing(at.tournament, at.entries),
        "log": evening.lines(at.tournament),
        "acts": acts_for(detail),
        "clocks": detail.settings.clock is not None,
        "held": drafts.held(detail.id),
        "draws_form": DrawsForm(settings=detail.settings) if detail.status in ("announced", "running") else None,
    }
    page = render(request, "tournaments/desk.html", context)
    page.headers["Cache-Control"] = "private, no-cache"
    return page


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def ruling(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """A ruling, as the address describes it: what it would do; posted: signed."""
    at = at_desk(request, tournament_id)
    detail, act = at.detail, request.GET.get("act", "")
    if act not in ACTS:
        return render(
            request, "tournaments/ruling_acts.html", {"area": "tournaments", "t": detail, "acts": acts_for(detail)}
        )
    form = RulingForm(request.GET if len(request.GET) > 1 else None, act=act, at=at)
    if form.is_valid():
        return _answer(request, detail, form.wanted(), form=form)
    if "go" not in request.GET:
        form.ask()  # the address says a part of it
    return _page(request, detail, form=form, status=422 if form.errors else 200)


@require_POST
@login_required
def drop(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """A ruling that was tried is not signed: the next round waits for it no longer."""
    directed(request, tournament_id)
    done(request, desk.drop, tournament_id=tournament_id, by=user_of(request).pk)
    return redirect("tournament-desk", tournament_id=tournament_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def reversal(request: HttpRequest, tournament_id: str, number: int) -> HttpResponse:
    """The same for the reversal of a ruling."""
    detail = directed(request, tournament_id)
    return _answer(request, detail, number)


@require_POST
@login_required
def message(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Tell all entrants something."""
    form = MessageForm(request.POST, detail=directed(request, tournament_id))
    form.fields["text"].required = False  # what is missing is said by the desk
    if not form.is_valid():
        messages.warning(request, gettext("Not sent: that table is over, or the text is too long."))
        return redirect("tournament-desk", tournament_id=tournament_id)
    asked = {"by": user_of(request).pk, "text": form.cleaned_data["text"], "to": form.entries()}
    if done(request, desk.send_message, tournament_id=tournament_id, **asked):
        everybody = gettext("Everybody is told, at the tables too.")
        messages.success(request, gettext("The message is sent, to their table too.") if asked["to"] else everybody)
    return redirect("tournament-desk", tournament_id=tournament_id)


@require_POST
@login_required
def call(request: HttpRequest, tournament_id: str, match: str) -> HttpResponse:
    """A player calls the organisers to their match."""
    if done(request, desk.call, tournament_id=tournament_id, match=match, user_id=user_of(request).pk):
        messages.success(request, gettext("The organisers are called. They see your table at their desk."))
    table = selectors.detail(tournament_id).matches.get(match)
    if table is None or table.table is None:
        return redirect("tournament", tournament_id=tournament_id)
    return redirect("table", table_id=table.table)


@require_POST
@login_required
def answer(request: HttpRequest, tournament_id: str, match: str) -> HttpResponse:
    """An organiser has seen to a call."""
    directed(request, tournament_id)
    done(request, desk.answer_call, tournament_id=tournament_id, match=match, by=user_of(request).pk)
    return redirect("tournament-desk", tournament_id=tournament_id)


@never_cache
@require_safe
def told(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The latest messages, for the table of a player: those of the last half hour."""
    recent = sources.now_ms() - RECENT
    notices = [
        each for each in attention.notices_for(tournament_id, request.user) if each.at >= recent and not each.past
    ]
    return render(request, "tournaments/messages.html", {"notices": notices[:1]})


@require_POST
@login_required
def take_back(request: HttpRequest, tournament_id: str, text: str) -> HttpResponse:
    """Take a message to all entrants back."""
    directed(request, tournament_id)
    if done(request, desk.withdraw_message, tournament_id=tournament_id, by=user_of(request).pk, text=text):
        messages.success(request, gettext("The message is taken back."))
    return redirect("tournament-desk", tournament_id=tournament_id)


# -- what the views share


def _answer(
    request: HttpRequest, detail: Detail, wanted: Request | int, *, form: RulingForm | None = None
) -> HttpResponse:
    grounds = GroundsForm(request.POST or None, initial={"reason": ACTS[form.act].reason if form else "other"})
    status, refusal = 200, None
    if request.method == "POST":
        if grounds.is_valid():
            try:
                return _signed(request, detail, wanted, grounds)
            except RoomError as refused:
                status, refusal = refused.status, refused
        else:
            status = 422
    try:
        holding = request.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin"  # not by a link elsewhere
        run = ruling_selectors.dry_run(detail.id, by=user_of(request).pk, wanted=wanted, holding=holding)
    except RoomError as refused:
        if refused.status == 404:
            raise Http404 from refused
        return _page(request, detail, form=form, refused=refused, status=refused.status)
    return _page(request, detail, form=form, run=run, grounds=grounds, refused=refusal, status=status)


def _signed(request: HttpRequest, detail: Detail, wanted: Request | int, grounds: GroundsForm) -> HttpResponse:
    signature = Signature(
        by=user_of(request).pk,
        seq=seen_in(request),
        reason=grounds.cleaned_data["reason"],
        text=grounds.cleaned_data["text"],
        qualifiers="qualifiers" in request.POST,
    )
    if isinstance(wanted, int):
        number = desk.reverse(tournament_id=detail.id, ruling=wanted, signature=signature)
        messages.success(request, gettext("Ruling {number} is reversed.").format(number=number))
    else:
        number = desk.rule(tournament_id=detail.id, wanted=wanted, signature=signature)
        messages.success(request, gettext("Ruling {number} is signed.").format(number=number))
    if "field" in request.POST and not signature.qualifiers:
        messages.info(request, gettext("Who plays the next stage stays as it was."))
    return redirect("tournament-desk", tournament_id=detail.id)


def _page(
    request: HttpRequest,
    detail: Detail,
    *,
    form: RulingForm | None = None,
    run: DryRun | None = None,
    grounds: GroundsForm | None = None,
    refused: RoomError | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "area": "tournaments",
        "t": detail,
        "form": form,
        "title": ACTS[form.act].title if form else gettext("Reverse a ruling"),
        "run": run,
        "reverses": form is None,
        "grounds": grounds,
        "refused": sentence(refused.reason) if refused else "",
        "stale": refused is not None and refused.code == "stale",
        "changed": [change for change in run.lines if change.changed] if run else [],
    }
    return render(request, "tournaments/ruling.html", context, status=status)
