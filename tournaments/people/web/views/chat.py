"""What is written at tables, in clubs, in reviews: a page of its own, and the same as a part of another page."""

import re
from collections.abc import Callable
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.sessions import user_of
from tournaments.clubs import selectors as clubs
from tournaments.kit.numbers import number_in
from tournaments.kit.words import sentence
from tournaments.learning.studies import reports as studies
from tournaments.people import chat, moderation, places
from tournaments.people.errors import RoomError
from tournaments.people.models import Cause
from tournaments.platform.errors import TooOften

_NUMBER = re.compile(r"[0-9]{1,18}")


class Where(NamedTuple):
    """A place where people write, the page of its chat, and the page that it belongs to."""

    place: str
    path: str
    back: str
    stream: str = ""
    """Where the page of the chat hears of new lines."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_chat(request: HttpRequest, table_id: str) -> HttpResponse:
    path = reverse("table", args=[table_id])
    return _talk(request, Where(places.at_table(table_id), f"{path}/chat", path))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def review_chat(request: HttpRequest, review_id: str) -> HttpResponse:
    path = reverse("review", args=[review_id])
    return _talk(request, Where(places.in_review(review_id), f"{path}/chat", path))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_chat(request: HttpRequest, address: str) -> HttpResponse:
    club_id, slug = clubs.address(address)
    stream = f"/api/clubs/{club_id}/chat/stream"
    return _talk(request, Where(places.in_club(club_id), f"/clubs/{slug}/chat", f"/clubs/{slug}", stream))


def _talk(request: HttpRequest, where: Where) -> HttpResponse:
    """Read, and write. A script is answered with the part alone."""
    user = request.user if isinstance(request.user, User) else None
    if request.method != "POST":
        return _answer(request, where, user)
    if user is None:
        return redirect("account_login")
    text = request.POST.get("text", "")
    try:
        chat.write(user=user, place=where.place, text=text)
    except RoomError as refused:
        if refused.status == 404 or refused.code == "not_member":
            raise
        return _answer(request, where, user, sentence(refused.reason), text, refused.status)
    except TooOften as limit:
        answer = _answer(request, where, user, str(limit), text, 429)
        answer["Retry-After"] = str(limit.retry_after)
        return answer
    return _answer(request, where, user) if _by_script(request) else redirect(where.path)


@require_POST
@login_required
def act(request: HttpRequest, line_id: int, verb: str) -> HttpResponse:
    """Something is done about a line; back to where the reader was."""
    try:
        _act(user_of(request), line_id, verb, request)
    except RoomError as refused:
        if refused.status == 404:
            raise
        messages.warning(request, sentence(refused.reason))
    else:
        messages.success(request, gettext("Thank you. That is noted."))
    back = request.POST.get("next", "")
    is_ours = back.startswith("/") and url_has_allowed_host_and_scheme(back, {request.get_host()})
    return redirect(back if is_ours else "home")


@never_cache
@login_required
@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    """What somebody finds should not stand, at the places where the reader moderates."""
    user = user_of(request)
    reported = {"reported": moderation.reported(user), "studies": studies.reported(user)}
    context = {"area": "me", "causes": Cause.choices, **reported}
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
    hours = number_in(request.POST.get("hours"), digits=3)
    return -1 if hours is None else hours


def _answer(
    request: HttpRequest, where: Where, user: User | None, refused: str = "", text: str = "", status: int = 200
) -> HttpResponse:
    talk = chat.read(where.place, user)
    context = {
        "where": where,
        "chat": talk,
        "refused": refused,
        "text": text,
        "causes": Cause.choices,
        "hours": moderation.HOURS,
        "area": "clubs" if where.place.startswith(places.CLUB) else "tables",
        "next": where.path,
        "opened": int(request.GET["line"]) if _NUMBER.fullmatch(request.GET.get("line", "")) else None,
    }
    if user is not None and talk.moderates and not _by_script(request):
        context["measures"] = moderation.measures(where.place, user)
    template = "people/chat_part.html" if _by_script(request) else "people/chat.html"
    return render(request, template, context, status=status)


def _by_script(request: HttpRequest) -> bool:
    return "HX-Request" in request.headers
