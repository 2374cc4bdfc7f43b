"""Invitations: making links, and following one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.sessions import user_of
from tournaments.clubs import access, selectors, services
from tournaments.clubs.errors import RoomError
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_forms import AnswerForm, InvitationForm
from tournaments.clubs.web.club_page import named, of_club, shown
from tournaments.kit.refusals import filed
from tournaments.kit.words import sentence
from tournaments.log.sources import now_ms
from tournaments.platform.units import DAY


@login_required
@of_club
def invitations(request: HttpRequest, club: Club) -> HttpResponse:
    """The open ones, with their links; another one."""
    access.check(request.user, "invite", club)
    form = InvitationForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            _invite(club, user_of(request).pk, form)
        except RoomError as refused:
            field = {"user": "name", "expires_at": "days"}.get(refused.field, refused.field)
            form.add_error(field if field in form.fields else None, sentence(refused.reason))
        else:
            messages.success(request, gettext("The invitation is made."))
            return redirect("club-invitations", address=club.founded.slug)
    there = selectors.open_invitations(club)
    people = named(each.user for each in there)
    links = [(each, people.get(each.user or 0), request.build_absolute_uri(_address(club, each.id))) for each in there]
    return shown(
        request,
        "clubs/invitations.html",
        club,
        "invitations",
        form=form,
        links=links,
        status=422 if form.errors else 200,
    )


def _invite(club: Club, by: int, form: InvitationForm) -> None:
    whom = form.cleaned_data["name"]
    services.invite(
        club_id=club.id,
        by=by,
        user_id=whom.pk if whom else None,
        expires_at=now_ms() + form.cleaned_data["days"] * DAY,
        uses=form.cleaned_data["uses"],
        approval=form.cleaned_data["approval"],
    )


def _address(club: Club, invitation: str) -> str:
    return reverse("club-invitation", args=[selectors.token(club.id, invitation)])


@require_POST
@login_required
@of_club
def revoke(request: HttpRequest, club: Club, invitation: str) -> HttpResponse:
    services.revoke(club_id=club.id, by=user_of(request).pk, invitation=invitation)
    return redirect("club-invitations", address=club.founded.slug)


@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What an invitation leads to: of a private club its name, emblem and number of members. Then join."""
    held = selectors.held(token, viewer=request.user.pk)
    form = AnswerForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and request.user.is_authenticated and form.is_valid():
        given = {"by": user_of(request).pk, "invitation": token, "answer": form.cleaned_data["answer"]}
        filed(form, services.join, club_id=held.club.id, **given)
        if form.is_valid():
            return _inside(request, held)
    context = {"area": "clubs", "held": held, "form": form, "token": token}
    response = render(request, "clubs/invitation.html", context, status=422 if form.errors else 200)
    response["X-Robots-Tag"], response["Referrer-Policy"] = "noindex", "same-origin"
    return response


def _inside(request: HttpRequest, held: selectors.Held) -> HttpResponse:
    if access.can(request.user, "attend", selectors.club(held.club.id)):
        messages.success(request, gettext("You are in: welcome!"))
        return redirect("club", address=held.club.slug)
    messages.success(request, gettext("You have asked to join. Somebody of the club will answer."))
    return redirect("clubs")


@require_POST
@login_required
def decline(request: HttpRequest, token: str) -> HttpResponse:
    services.decline_invitation(by=user_of(request).pk, token=token)
    messages.success(request, gettext("You have declined."))
    return redirect("clubs")
