"""Fixed teams, as one asks for them on a page."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournaments.director import selectors
from tournaments.director.commands import teams
from tournaments.pages.team_form import TeamForm
from tournaments.pages.views.tournaments import user_of
from tournaments.pages.words import said
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
            form.add_error(field if field in form.fields else None, said(refused.reason))
        else:
            return redirect("tournament", tournament_id=tournament_id)
    context = {"area": "tournaments", "t": detail, "form": form}
    return render(request, "tournaments/team.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def answer(request: HttpRequest, tournament_id: str, number: int, verb: str) -> HttpResponse:
    """Confirm, or decline; the page says why it was refused."""
    user = user_of(request).pk
    try:
        if verb == "confirm":
            code = request.POST.get("code")
            teams.confirm(tournament_id=tournament_id, number=number, user_id=user, code=code)
        else:
            teams.drop(tournament_id=tournament_id, number=number, user_id=user)
    except RoomError as refused:
        messages.warning(request, said(refused.reason))
    return redirect("tournament", tournament_id=tournament_id)
