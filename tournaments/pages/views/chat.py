"""What is written at tables: a page of its own, and the same as a part of the table's page."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import TooOften
from accounts.models import User
from tournaments.pages.words import said
from tournaments.people import chat, moderation, places
from tournaments.people.errors import RoomError
from tournaments.people.models import Cause


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_chat(request: HttpRequest, table_id: str) -> HttpResponse:
    """Read, and write. A script is answered with the part alone."""
    place = places.at_table(table_id)
    user = request.user if isinstance(request.user, User) else None
    if request.method != "POST":
        return _answer(request, table_id, user)
    if user is None:
        return redirect("account_login")
    text = request.POST.get("text", "")
    try:
        chat.write(user=user, place=place, text=text)
    except RoomError as refused:
        if refused.status == 404:
            raise
        return _answer(request, table_id, user, said(refused.reason), text, refused.status)
    except TooOften as limit:
        answer = _answer(request, table_id, user, str(limit), text, 429)
        answer["Retry-After"] = str(limit.retry_after)
        return answer
    return _answer(request, table_id, user) if _by_script(request) else redirect("table-chat", table_id=table_id)


@require_POST
@login_required
def act(request: HttpRequest, line_id: int, verb: str) -> HttpResponse:
    """Something is done about a line; back to where the reader was."""
    assert isinstance(request.user, User)  # noqa: S101  login_required came first
    try:
        _act(request.user, line_id, verb, request)
    except RoomError as refused:
        if refused.status == 404:
            raise
        messages.warning(request, said(refused.reason))
    else:
        messages.success(request, gettext("Thank you. That is noted."))
    back = request.POST.get("next", "")
    return redirect(back if url_has_allowed_host_and_scheme(back, {request.get_host()}) else "home")


@never_cache
@login_required
@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    """What somebody finds should not stand, at the places where the reader moderates."""
    assert isinstance(request.user, User)  # noqa: S101  login_required came first
    context = {"area": "me", "reported": moderation.reported(request.user), "causes": Cause.choices}
    return render(request, "people/reports.html", context)


def _act(user: User, line_id: int, verb: str, request: HttpRequest) -> None:
    cause = request.POST.get("cause", Cause.OTHER)
    acts: dict[str, Callable[[], None]] = {
        "report": lambda: moderation.report(user=user, line_id=line_id, cause=cause),
        "remove": lambda: moderation.remove(user=user, line_id=line_id, cause=cause),
        "dismiss": lambda: moderation.dismiss(user=user, line_id=line_id),
        "mute": lambda: moderation.mute(user=user, line_id=line_id, hours=_hours(request), cause=cause),
    }
    acts[verb]()


def _hours(request: HttpRequest) -> int:
    text = request.POST.get("hours", "")
    return int(text) if text.isdecimal() and len(text) < 4 else -1


def _answer(
    request: HttpRequest, table_id: str, user: User | None, refused: str = "", text: str = "", status: int = 200
) -> HttpResponse:
    place = places.at_table(table_id)
    context = {
        "table_id": table_id,
        "chat": chat.read(place, user),
        "refused": refused,
        "text": text,
        "causes": Cause.choices,
        "hours": moderation.HOURS,
        "area": "tables",
        "next": f"/tables/{table_id}/chat",
    }
    if user is not None and context["chat"].moderates and not _by_script(request):  # type: ignore[attr-defined]
        context["measures"] = moderation.measures(place, user)
    template = "people/chat_part.html" if _by_script(request) else "people/chat.html"
    return render(request, template, context, status=status)


def _by_script(request: HttpRequest) -> bool:
    return "HX-Request" in request.headers
