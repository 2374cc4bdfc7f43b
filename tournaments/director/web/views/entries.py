"""Being there, staying away for a while, and directing together, as one asks for it on a page."""

from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts import selectors as accounts
from accounts.sessions import user_of
from engine.text import Text
from tournaments.director import selectors, services
from tournaments.director.commands.organisers import confirm, name_organisers, step_down
from tournaments.director.display.shapes import EntryInfo
from tournaments.director.errors import Refused
from tournaments.director.selectors import Detail
from tournaments.director.state.announced import MOST_ROUNDS
from tournaments.director.state.attendance import Away
from tournaments.director.web import tournament_page
from tournaments.kit.numbers import number_in
from tournaments.kit.refusals import done
from tournaments.kit.words import sentence
from tournaments.tables.errors import RoomError

SHOWN = 12
"""Rounds that one can ask to miss at once, where nobody knows yet how many there will be."""

_CODES: dict[str, Away | None] = {"H": "H", "Z": "Z"}


class Coming(NamedTuple):
    """A round that has not been drawn, and what the reader has asked for."""

    round: int
    code: str
    half: bool
    """Whether half a point can be had."""


@login_required
def absences(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Ask to miss rounds."""
    detail = selectors.detail(tournament_id)
    mine = tournament_page.entry_of(request, detail)
    coming = _coming(detail, mine) if mine else []
    context = {"area": "tournaments", "t": detail, "mine": mine, "coming": coming}
    if request.method == "POST":
        try:
            wanted = _wanted(request, coming)
            services.ask_byes(tournament_id=tournament_id, user_id=user_of(request).pk, wanted=wanted)
        except RoomError as refused:
            return render(
                request, "tournaments/absences.html", context | {"problem": sentence(refused.reason)}, status=422
            )
        return redirect("tournament", tournament_id=tournament_id)
    return render(request, "tournaments/absences.html", context)


def _coming(detail: Detail, mine: EntryInfo) -> list[Coming]:
    if detail.status not in ("announced", "running"):
        return []
    asked = {bye.round: bye.code for bye in mine.byes}
    last = min(detail.last_round or SHOWN, MOST_ROUNDS)
    half = detail.settings.half_byes > 0
    rounds = range(len(detail.rounds) + 1, last + 1)
    return [Coming(number, asked.get(number, ""), half and number != detail.last_round) for number in rounds]


def _wanted(request: HttpRequest, coming: list[Coming]) -> dict[int, Away | None]:
    """What the form says of each round that it showed."""
    sent = {each.round: request.POST.get(f"round-{each.round}") for each in coming}
    return {number: _CODES.get(code) for number, code in sent.items() if code is not None}


@require_POST
@login_required
def act(request: HttpRequest, tournament_id: str, verb: str) -> HttpResponse:
    """Pause, return, check in: the page says why it was refused. The organiser may name somebody else."""
    services_by_verb = {"pause": services.pause, "return": services.come_back, "check-in": services.check_in}
    user = user_of(request)
    named = number_in(request.POST.get("user"), digits=18)
    whom = user.pk if named is None else named
    done(request, services_by_verb[verb], tournament_id=tournament_id, user_id=whom, by=user.pk)
    return redirect("tournament", tournament_id=tournament_id)


class OrganisersForm(forms.Form):
    """Those who direct a tournament beside its organiser, by name."""

    players = forms.CharField(
        label=_("Names"),
        required=False,
        max_length=400,
        help_text=_(
            "Separate names with commas. Organisers are asked first. Those you leave out no longer direct the "
            "tournament."
        ),
    )

    def users(self) -> list[int]:
        """Their ids; raises ``Refused`` for the first name that is nobody's."""
        names = [name.strip() for name in self.cleaned_data["players"].split(",") if name.strip()]
        found = {name: accounts.by_name(name) for name in names}
        for name, user in found.items():
            if user is None:
                raise Refused(
                    "unknown_user", Text(gettext_noop("There is no player {name}."), {"name": name}), field="players"
                )
        return [user.pk for user in found.values() if user]


@login_required
def organisers(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The organiser names others who direct it too."""
    detail = selectors.detail(tournament_id)
    user = user_of(request)
    if not selectors.owns(detail, user):
        raise PermissionDenied
    known = ", ".join((*detail.organiser_names, *detail.asked_names))
    form = OrganisersForm(request.POST or None, initial={"players": known})
    if request.method == "POST" and form.is_valid():
        try:
            name_organisers(tournament_id=tournament_id, by=user.pk, users=form.users())
        except RoomError as refused:
            form.add_error("players", sentence(refused.reason))
        else:
            messages.success(request, gettext("The organisers are saved."))
            return redirect("tournament", tournament_id=tournament_id)
    context = {"area": "tournaments", "t": detail, "form": form}
    return render(request, "tournaments/organisers.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def organising(request: HttpRequest, tournament_id: str, verb: str) -> HttpResponse:
    """Direct it too, as one was asked to; or decline, or step down."""
    act = {"organise": confirm, "step-down": step_down}[verb]
    done(request, act, tournament_id=tournament_id, user_id=user_of(request).pk)
    return redirect("tournament", tournament_id=tournament_id)
