"""Friends, people who are blocked, and invitations to tables by name."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import user_of
from tournaments.kit.words import sentence
from tournaments.people import friends, invitations
from tournaments.people.errors import RoomError

_ACTS: dict[str, Callable[..., None]] = {"ask": friends.ask, "end": friends.end, "block": friends.block}
_DONE = {
    "ask": gettext_lazy("Done. You are friends once both have asked."),
    "end": gettext_lazy("Done."),
    "block": gettext_lazy("Blocked. They are not told."),
}


@never_cache
@login_required
@require_safe
def circle(request: HttpRequest) -> HttpResponse:
    return _page(request)


@require_POST
@login_required
def act(request: HttpRequest, verb: str) -> HttpResponse:
    name = request.POST.get("player", "").strip()
    try:
        _ACTS[verb](user=user_of(request), name=name)
    except RoomError as refused:
        return _page(request, refused=sentence(refused.reason), name=name, status=refused.status)
    messages.success(request, str(_DONE[verb]))
    table = request.POST.get("table", "")
    if table.isascii() and table.isalnum():  # it was asked at the end of a game
        return redirect("table", table_id=table)
    return redirect("settings-privacy" if verb == "block" else "friends")


@require_POST
@login_required
def invite(request: HttpRequest, table_id: str) -> HttpResponse:
    """Ask somebody to one's own open table."""
    name = request.POST.get("player", "").strip()
    try:
        invitations.invite(user=user_of(request), table_id=table_id, name=name)
    except RoomError as refused:
        if refused.code == "unknown_table":
            raise
        messages.warning(request, sentence(refused.reason))
    else:
        messages.success(request, gettext("{name} is invited.").format(name=name))
    return redirect("table", table_id=table_id)


@require_POST
@login_required
def decline(request: HttpRequest, table_id: str) -> HttpResponse:
    invitations.decline(user=user_of(request), table_id=table_id)
    if request.POST.get("from") == "table":
        return redirect("table", table_id=table_id)
    return redirect("home" if request.POST.get("from") == "home" else "friends")


@never_cache
@require_safe
@login_required
def at_table(request: HttpRequest, table_id: str) -> HttpResponse:
    """What stands at an open table: who asks the reader to sit down, or whom they have asked."""
    user = user_of(request)
    mine = [each for each in invitations.waiting(user) if each.table.id == table_id]
    context = {"invitations": mine, "asked": invitations.asked_to(table_id, user)}
    return render(request, "people/at_table.html", context)


@never_cache
@require_safe
@login_required
def watchers(request: HttpRequest, table_id: str) -> HttpResponse:
    """Which friends of the reader watch a table."""
    return render(request, "people/watchers.html", {"names": friends.watching(user_of(request), table_id)})


def _page(request: HttpRequest, *, refused: str = "", name: str = "", status: int = 200) -> HttpResponse:
    user = user_of(request)
    context = {
        "area": "me",
        "circle": friends.circle(user.pk),
        "invitations": invitations.waiting(user),
        "refused": refused,
        "name": name,
    }
    return render(request, "people/friends.html", context, status=status)
