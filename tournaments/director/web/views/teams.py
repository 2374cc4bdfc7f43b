"""Fixed teams and substitutes, as one asks for them on a page."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from accounts.sessions import user_of
from tournaments.director import selectors
from tournaments.director.commands import substitutes, teams
from tournaments.director.web.team_form import SubstituteForm, TeamForm
from tournaments.kit.refusals import done, filed
from tournaments.kit.words import sentence
from tournaments.tables.errors import RoomError


@login_required
def enter(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Name a partner, and the team if one likes."""
    detail = selectors.detail(tournament_id)
    form = TeamForm(request.POST or None)
    if not detail.settings.entry_code:
        del form.fields["code"]
    if request.method == "POST" and form.is_valid():
        user = user_of(request).pk
        try:
            teams.name(
                tournament_id=tournament_id,
                users=[user, form.other().pk],
                by=user,
                name=form.cleaned_data["name"],
                code=form.cleaned_data.get("code"),
            )
        except RoomError as refused:
            field = {"partners": "partner", "entry_code": "code"}.get(refused.field, refused.field)
            form.add_error(field if field in form.fields else None, sentence(refused.reason))
        else:
            return redirect("tournament", tournament_id=tournament_id)
    context = {"area": "tournaments", "t": detail, "form": form}
    return render(request, "tournaments/team.html", context, status=422 if form.errors else 200)


@login_required
def substitute(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Before the start: the organiser for anybody, others for themselves and their partners."""
    detail, user = selectors.detail(tournament_id), user_of(request)
    directs = selectors.may_direct(detail, user)
    entries = [*detail.entries, *detail.waiting]
    players = [
        (member, name)
        for entry in entries
        if directs or user.pk in entry.users
        for member, name in zip(entry.users, [each.name for each in entry.members] or [entry.name], strict=True)
    ]
    form = SubstituteForm(request.POST or None, players=players)
    if request.method == "POST" and form.is_valid():
        asked = {"tournament_id": tournament_id, "leaves": form.cleaned_data["player"], "by": user.pk}
        filed(form, lambda: substitutes.name(**asked, comes=form.other().pk))
        if form.is_valid():
            return redirect("tournament", tournament_id=tournament_id)
    context = {"area": "tournaments", "t": detail, "form": form, "directs": directs}
    return render(request, "tournaments/substitute.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def answer(request: HttpRequest, tournament_id: str, number: int, verb: str) -> HttpResponse:
    """Confirm to play in a team, or decline."""
    return _answered(request, tournament_id, number, {"confirm": teams.confirm}.get(verb, teams.drop))


@require_POST
@login_required
def answer_substitute(request: HttpRequest, tournament_id: str, number: int, verb: str) -> HttpResponse:
    """Confirm to play instead of somebody, decline, or take the request back."""
    return _answered(request, tournament_id, number, {"confirm": substitutes.confirm}.get(verb, substitutes.drop))


def _answered(request: HttpRequest, tournament_id: str, number: int, act: Callable[..., object]) -> HttpResponse:
    """The page says why it was refused."""
    code = {"code": request.POST.get("code")} if act in (teams.confirm, substitutes.confirm) else {}
    done(request, act, tournament_id=tournament_id, number=number, user_id=user_of(request).pk, **code)
    return redirect("tournament", tournament_id=tournament_id)
