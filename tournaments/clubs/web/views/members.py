"""Who is in a club: members, those who ask, coming in and going out, roles."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import user_of
from tournaments.clubs import access, selectors, services
from tournaments.clubs.choices import ROLES
from tournaments.clubs.errors import RoomError, UnknownClub
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_forms import AnswerForm, RemovalForm, RoleForm
from tournaments.clubs.web.club_page import Ask, May, asked, named, of_club, shown
from tournaments.kit.refusals import done, filed
from tournaments.kit.words import sentence
from tournaments.log.sources import now_ms

SHOWN = 60
"""Members on a page; the others are found by name."""


@require_safe
@of_club
def members(request: HttpRequest, club: Club) -> HttpResponse:
    """Everybody by role and name; for who answers them, those who ask."""
    part = request.GET.get("name", "").strip()
    people = named([*club.members, *club.requests, *club.bans])
    rows = [
        (club.members[user], person)
        for user, person in people.items()
        if user in club.members and part.casefold() in person.name.casefold()
    ]
    rows.sort(key=lambda row: (-ROLES[row[0].role].rank, row[1].name.casefold()))
    may = May(request.user, club)
    context: dict[str, Any] = {"part": part, "found": len(rows), "rows": rows[:SHOWN], "more": len(rows) > SHOWN}
    if may["accept"]:
        answers = selectors.answers(club)
        asks = sorted(club.requests.values(), key=lambda each: each.at)
        context["asks"] = [(each, people[each.user], answers[each.user]) for each in asks if each.user in people]
    if may["lift"]:
        bans = [ban for ban in club.bans.values() if ban.user in people and ban.until > now_ms()]
        context["bans"] = [(ban, people[ban.user]) for ban in bans]
    return shown(request, "clubs/members.html", club, "members", **context)


@login_required
@of_club
def member(request: HttpRequest, club: Club, user: int) -> HttpResponse:
    """What may be done about one member: role and duties, handing over, removal. Which form it is says ``act``."""
    held, may = club.members.get(user), _may_about(request, club, user)
    person = named([user]).get(user) if held is not None else None  # any number may stand in an address
    if held is None or person is None or not any(may.values()):
        raise UnknownClub
    act = request.POST.get("act", "") if request.method == "POST" else ""
    role = RoleForm(request.POST if act == "role" else None, initial={"duties": held.duties})
    removal = RemovalForm(request.POST if act == "remove" else None)
    form = {"role": role, "remove": removal}.get(act)
    if act and (form is None or form.is_valid()):
        try:
            said_so = _about(act, request, club, user, form)
        except RoomError as refused:
            if form is not None:
                form.add_error(refused.field if refused.field in form.fields else None, sentence(refused.reason))
            else:
                messages.warning(request, sentence(refused.reason))
        else:
            messages.success(request, said_so)
            return redirect("club-members", address=club.founded.slug)
    status = 422 if form is not None and form.errors else 200
    context = {"member": held, "person": person, "may_about": may, "role_form": role, "removal": removal}
    return shown(request, "clubs/member.html", club, "members", status=status, **context)


def _may_about(request: HttpRequest, club: Club, user: int) -> dict[str, bool]:
    able = {name: access.can(request.user, name, club, user) for name in ("roles", "remove", "hand_over")}
    return able | {"hand_over": able["hand_over"] and club.owner != user}


def _about(act: str, request: HttpRequest, club: Club, user: int, form: Any) -> str:
    by = user_of(request).pk
    if act == "role":
        services.set_role(club_id=club.id, by=by, user_id=user, duties=form.cleaned_data["duties"])
        return gettext("The role is set.")
    if act == "remove":
        cause, note = form.cleaned_data["cause"], form.cleaned_data["note"]
        until = form.ban_until(now_ms())
        services.remove(club_id=club.id, by=by, user_id=user, cause=cause, note=note, ban_until=until)
        return gettext("They are no longer a member.")
    services.hand_over(club_id=club.id, by=by, user_id=user, reason=request.POST.get("reason", ""))
    return gettext("The club is offered to them.") if club.owner == by else gettext("They are owner now.")


@login_required
@of_club
def request_to_join(request: HttpRequest, club: Club) -> HttpResponse:
    form = AnswerForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        filed(form, services.request, club_id=club.id, by=user_of(request).pk, answer=form.cleaned_data["answer"])
        if form.is_valid():
            messages.success(request, gettext("You have asked to join. The answer stands here."))
            return redirect("club", address=club.founded.slug)
    return shown(request, "clubs/request.html", club, "home", form=form, status=422 if form.errors else 200)


def _leaving(club: Club) -> Ask:
    return Ask(
        gettext("Leave {name}?").format(name=club.founded.name),
        gettext("What you played stays. Rights in the club end with your membership, and you leave its ladders."),
        gettext("Leave the club"),
        reverse("club", args=[club.founded.slug]),
    )


@login_required
@of_club
def leave(request: HttpRequest, club: Club) -> HttpResponse:
    if request.method != "POST":
        return asked(request, club, "home", _leaving(club))
    return _done(
        request, club, lambda: services.leave(club_id=club.id, by=user_of(request).pk), gettext("You have left.")
    )


Act = Callable[..., object]
_OWN: dict[str, Act] = {"join": services.join, "withdraw": services.withdraw_request}
_OTHERS: dict[str, Act] = {"accept": services.accept, "decline": services.decline, "lift": services.lift}


@require_POST
@login_required
@of_club
def act(request: HttpRequest, club: Club, verb: str) -> HttpResponse:
    """Join, or take one's request back."""
    return _done(request, club, lambda: _OWN[verb](club_id=club.id, by=user_of(request).pk))


@require_POST
@login_required
@of_club
def answer(request: HttpRequest, club: Club, user: int, verb: str) -> HttpResponse:
    """Accept or decline somebody, or let them in again."""
    by = user_of(request).pk
    return _done(request, club, lambda: _OTHERS[verb](club_id=club.id, by=by, user_id=user), back="club-members")


def _done(
    request: HttpRequest, club: Club, do: Callable[[], object], told: str = "", *, back: str = "club"
) -> HttpResponse:
    """Do it, say how that went, and go back."""
    if done(request, do) and told:
        messages.success(request, told)
    after = selectors.club(club.id)
    is_seen = access.can(request.user, "see", after)
    return redirect(back, address=after.founded.slug) if is_seen else redirect("clubs")


@never_cache
@require_safe
@login_required
def note(request: HttpRequest, address: str) -> HttpResponse:
    """What was written when the viewer was removed: theirs to read, also where they do not see the club any more."""
    club_id, _slug = selectors.address(address)
    club, user = selectors.club(club_id), user_of(request)
    if user.pk not in club.notes:
        raise UnknownClub
    text = selectors.note(club, user.pk, viewer=user)
    return shown(request, "clubs/note.html", club, "home", text=text)
