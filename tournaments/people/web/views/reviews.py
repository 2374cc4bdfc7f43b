"""Tables that are over, looked at by several people at once: the viewer of replays, with somebody who leads."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import count_reader, ensure_user, user_of
from tournaments.kit.numbers import number_in
from tournaments.kit.words import sentence, translated
from tournaments.log import sources
from tournaments.people.errors import Refused, RoomError
from tournaments.people.reviews import keeping, selectors, services
from tournaments.people.reviews.selectors import Looking
from tournaments.people.reviews.shown import Viewing
from tournaments.platform.errors import TooOften
from tournaments.tables import catalogue
from tournaments.tables import selectors as tables
from tournaments.tables.front import front_of
from tournaments.tables.marks import marks_of
from tournaments.tables.web.marked import markable
from tournaments.tables.web.shown import Shown, of_table
from tournaments.tables.web.views import replays
from tournaments.tables.web.views.around import about


@require_POST
@login_required
def open_review(request: HttpRequest, table_id: str) -> HttpResponse:
    """Open one at the position that the form names, and go there."""
    try:
        made = services.open_review(user=user_of(request), table_id=table_id, showing=_showing(request.POST))
    except RoomError as refused:
        if refused.status == 404:
            raise
        messages.warning(request, sentence(refused.reason))
        return redirect("table-replay", table_id=table_id)
    return redirect("review", review_id=made)


@never_cache
@require_safe
@login_required
def at_table(request: HttpRequest, table_id: str) -> HttpResponse:
    """Who looks at a table again just now."""
    context = {"reviews": selectors.at_table(table_id, user_of(request))}
    return render(request, "people/reviews_at_table.html", context)


@never_cache
@require_safe
def review(request: HttpRequest, review_id: str) -> HttpResponse:
    """What is shown there now; with a query of the viewer's own, what it asks for. One that is over is a replay."""
    count_reader(request.user, "replays")
    looking = _looking(request, review_id)
    if looking.over:
        messages.info(request, gettext("This review is over."))
        return redirect("table-replay", table_id=looking.table)
    own = any(name in request.GET for name in ("move", "seq", "seat", "on"))
    asked = request.GET if own else QueryDict(f"move={looking.showing.move}&{looking.showing.eyes}")
    shown = _shown(looking)
    context = about(request, tables.summary(looking.table), shown) | _company(request, looking)
    context |= {"mode": _mode(request, looking, own=own), "keeps": False}
    return replays.page(request, shown, context, asked=asked, template="people/review.html")


@require_safe
def positions(request: HttpRequest, review_id: str) -> HttpResponse:
    """All positions for the same eyes, as at the replay."""
    count_reader(request.user, "replays")
    return replays.positions_of(request, _shown(_looking(request, review_id)))


@never_cache
@require_safe
def company(request: HttpRequest, review_id: str) -> HttpResponse:
    """Who is there, and what the reader may do about it: a part of the page."""
    count_reader(request.user, "boards")
    return render(request, "people/review_company.html", _company(request, _looking(request, review_id)))


@require_POST
@login_required
def keep(request: HttpRequest, review_id: str) -> HttpResponse:
    """What the one who leads shows becomes a study of theirs: the game, the line, the marks. What was written in the
    review stays there."""
    looking = _looking(request, review_id)
    title = translated(catalogue.game(tables.summary(looking.table).game).name)
    try:
        study, chapter = keeping.keep(user=user_of(request), looking=looking, title=title)
    except RoomError as refused:
        if refused.status == 404:
            raise
        messages.warning(request, sentence(refused.reason))
        return redirect("review", review_id=review_id)
    return redirect("study-chapter", study_id=study, chapter_id=chapter)


def _join(request: HttpRequest, review_id: str) -> None:
    services.join(user=ensure_user(request), review_id=review_id)


def _step(request: HttpRequest, review_id: str) -> None:
    services.step(user=user_of(request), review_id=review_id, showing=_showing(request.POST))


def _mark(request: HttpRequest, review_id: str) -> None:
    """A ring, or an arrow, more on what is shown; or none of them."""
    looking = _looking(request, review_id)
    now, card, to = looking.showing, request.POST.get("card", ""), request.POST.get("to", "")
    rings, arrows = dict.fromkeys(now.rings), dict.fromkeys(now.arrows)
    if "clear" in request.POST:
        rings, arrows = {}, {}
    elif to:
        arrows[card, to] = None
    else:
        rings[card] = None
    marked = msgspec.structs.replace(now, rings=tuple(rings), arrows=tuple(arrows))
    services.step(user=user_of(request), review_id=review_id, showing=marked)


def _hand(request: HttpRequest, review_id: str) -> None:
    to = number_in(request.POST.get("to"), digits=15)
    if to is None:
        raise Refused("not_there", gettext("They are not there now."), field="to")
    services.hand_over(user=user_of(request), review_id=review_id, to=to)


ACTS: dict[str, Callable[[HttpRequest, str], object]] = {
    "join": _join,
    "leave": lambda request, review_id: services.leave(user=user_of(request), review_id=review_id),
    "step": _step,
    "mark": _mark,
    "hand": _hand,
    "take": lambda request, review_id: services.take_over(user=user_of(request), review_id=review_id),
    "end": lambda request, review_id: services.end(user=user_of(request), review_id=review_id),
}


@require_POST
def act(request: HttpRequest, review_id: str, verb: str) -> HttpResponse:
    """Something is done. A script is told by the status; a plain form goes back to the page."""
    if verb != "join" and not request.user.is_authenticated:
        return redirect("account_login")
    by_script = "X-Step" in request.headers
    try:
        ACTS[verb](request, review_id)
    except RoomError as refused:
        if refused.status == 404:
            raise
        if by_script:
            return HttpResponse(sentence(refused.reason), status=refused.status, content_type="text/plain")
        messages.warning(request, sentence(refused.reason))
    except TooOften as limit:
        if not by_script:
            raise
        return HttpResponse(str(limit), status=429, headers={"Retry-After": str(limit.retry_after)})
    return HttpResponse(status=204) if by_script else redirect("review", review_id=review_id)


# -- what the views share


def _looking(request: HttpRequest, review_id: str) -> Looking:
    return selectors.looking(selectors.row(review_id, request.user), request.user)


def _shown(looking: Looking) -> Shown:
    """The table as all who look together see it: nobody's own seat is at the bottom."""
    shown = of_table(tables.summary(looking.table), None)
    return replace(shown, address=reverse("review", args=[looking.id]))


def _mode(request: HttpRequest, looking: Looking, *, own: bool) -> str:
    """How the reader looks: leads, follows, looks around alone, or has not joined."""
    if not looking.joined:
        return "out"
    if looking.leader == request.user.pk:
        return "lead"
    return "alone" if own else "follow"


def _company(request: HttpRequest, looking: Looking) -> dict[str, Any]:
    table = tables.summary(looking.table)
    called = markable(catalogue.game(table.game).deck, [""] * len(table.seats))
    others = [each for each in looking.people if each.id != looking.leader and each.here is not False]
    return {
        "looking": looking,
        "joined": looking.joined,
        "leads": looking.leader == request.user.pk,
        "others": others,
        "may_take": looking.joined and looking.led_until is not None and _is_past(looking.led_until),
        "cards": called,
        "rings": [called[card] for card in looking.showing.rings],
        "arrows": [(called[start], called[end]) for start, end in looking.showing.arrows],
        "marks": json.dumps({"rings": looking.showing.rings, "arrows": looking.showing.arrows}),
        "replay": reverse("table-replay", args=[looking.table]),
    }


def _is_past(at: int) -> bool:
    return sources.now_ms() >= at


def _showing(given: QueryDict) -> Viewing:
    """What a form shows; raises :class:`Refused`. What it leaves out is at the beginning."""
    move, eyes = given.get("move", "0"), QueryDict(given.get("eyes", "")[:8_000])
    seat, front, after = eyes.get("seat", "all"), eyes.get("front", ""), eyes.get("after")
    if None in map(number_in, (move, front or "0", after or "0")):
        raise Refused("bad_move", gettext("There is no such position."), field="move")
    return Viewing(
        move=int(move),
        seat=seat,
        front=int(front) if front else front_of(seat),
        after=None if after is None else int(after or 0),
        line=eyes.get("line", "") if after is not None else "",
        rings=tuple(mark[0] for mark in marks_of(given.get("rings", ""))),
        arrows=tuple((mark[0], mark[-1]) for mark in marks_of(given.get("arrows", ""))),
    )
