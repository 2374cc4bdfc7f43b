"""Tables: the lobby, the table itself, its board for those who listen, and what one does there."""

import re
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import count_reader, ensure_user
from tournaments.director.read import knows, ruling
from tournaments.kit.lists import Page
from tournaments.platform.errors import TooOften
from tournaments.platform.replica import may_be_old
from tournaments.tables import hints, presence, rematches, selectors, services
from tournaments.tables.errors import NotSeated, RoomError
from tournaments.tables.selectors import Summary
from tournaments.tables.web import lobby
from tournaments.tables.web.came_from import came_from
from tournaments.tables.web.names import names_of, ruled
from tournaments.tables.web.narrowing import Narrowing
from tournaments.tables.web.now import part
from tournaments.tables.web.table_page import barred, board_html, facts, live_html, match_of
from tournaments.tables.web.views import in_room
from tournaments.tables.web.views.answers import answered, refused_page, seq_of, too_often

MOVE = re.compile(r"[A-Za-z0-9-]{1,48}")


@require_safe
@may_be_old
def tables(request: HttpRequest) -> HttpResponse:
    """What is being played, what waits for players, what has just ended."""
    narrowing = Narrowing(request.GET)
    by = narrowing.by() if narrowing.is_valid() else None
    finished = Page(request, lambda limit, offset: finished_by(by, request.user.pk, limit, offset))
    context = {
        "area": "tables",
        "now": part("tables"),
        "narrowing": narrowing,
        "page": finished,
        "names": names_of(finished.items),
        "ruled": ruled(finished.items, request.user.pk),
        "decided": {},
    }
    return render(request, "tables/list.html", context, status=200 if by is not None else 422)


def finished_by(by: dict[str, Any] | None, viewer: int | None, limit: int, offset: int) -> list[Summary]:
    """Nothing for a narrowing that makes no sense (``None``)."""
    return [] if by is None else selectors.listed("finished", **by, viewer=viewer, limit=limit, offset=offset)


@never_cache
@require_safe
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table. A player with a seat at a match has come there by this."""
    if request.user.is_authenticated:
        services.arrive(table_id=table_id, user_id=request.user.pk)
    summary = selectors.summary(table_id)
    if summary.in_room:
        return in_room.page(request, summary)
    mine = summary.seat_of(request.user.pk)
    match = match_of(summary)
    context = facts(summary) | {
        "board_html": board_html(request, summary, advised=_hint(request, summary)),
        "mine": mine,
        "came_from": came_from(summary, request.user.pk),
        "watching": presence.watching(table_id) if summary.status == "playing" else None,
        "first": mine is not None and lobby.is_first(request.user.pk, summary),
        "match": match if match and knows(match, request.user) else None,
        "ruling": ruling(match, request.user) if match else None,
    }
    return render(request, "tables/table.html", context)


@never_cache
@require_safe
def board(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table's changing part, for those whose stream told them that something happened."""
    since = seq_of(request.GET.get("since"))  # what was decided meanwhile is looked back on
    summary = selectors.summary(table_id)
    return HttpResponse(live_html(request, summary, since=since, advised=_hint(request, summary)))


@require_POST
def move(request: HttpRequest, table_id: str) -> HttpResponseBase:
    """Make a move. The page's script gets the new board, a plain form goes back to the table."""
    text = request.POST.get("move", "")
    seen = request.POST.get("seq", "")
    seq = seq_of(seen)
    try:
        services.make_move(
            table_id=table_id,
            user_id=_user(request),
            move=text,
            command=f"page-{seen}-{text}" if seq is not None and MOVE.fullmatch(text) else None,
            expected_seq=seq,
        )
    except RoomError as refused:
        return refused_page(request, table_id, refused)
    except TooOften as limit:
        return too_often(request, table_id, limit)
    return answered(request, table_id)


def join(request: HttpRequest, table_id: str) -> HttpResponseBase:
    """Sit down at an open table, as a guest if need be. A player who already sits there only goes there."""
    summary = selectors.summary(table_id)
    if request.method == "POST" and summary.seat_of(request.user.pk) is None and not barred(request, summary):
        services.join(table_id=table_id, user_id=ensure_user(request).pk)
    return redirect("table", table_id=table_id)


def resign(request: HttpRequest, table_id: str) -> HttpResponseBase:
    return _leave(request, table_id, "resign")


def abort(request: HttpRequest, table_id: str) -> HttpResponseBase:
    return _leave(request, table_id, "abort")


@require_POST
def again(request: HttpRequest, table_id: str) -> HttpResponseBase:
    return redirect("table", table_id=lobby.play_again(ensure_user(request), table_id))


@require_POST
def fill(request: HttpRequest, table_id: str) -> HttpResponseBase:
    """Have bots take the free seats."""
    try:
        level = request.POST.get("level", "")
        services.fill_with_bots(table_id=table_id, user_id=_user(request), level=level)
    except RoomError as refused:
        return refused_page(request, table_id, refused)
    return redirect("table", table_id=table_id)


@require_POST
def rematch(request: HttpRequest, table_id: str) -> HttpResponseBase:
    """Offer, accept or decline. The player who completes it goes to the new table."""
    answer = rematches.decline if request.POST.get("answer") == "no" else rematches.ask
    try:
        offer = answer(table_id=table_id, user_id=_user(request)).rematch
    except RoomError as refused:
        return refused_page(request, table_id, refused)
    return redirect("table", table_id=offer.table if offer is not None and offer.table else table_id)


# -- what the views share


def _leave(request: HttpRequest, table_id: str, how: str) -> HttpResponseBase:
    """Ask first; what is sent from the question, or from the table's own dialogue, is done."""
    summary = selectors.summary(table_id)
    if request.method != "POST":
        return render(request, "tables/leave.html", facts(summary) | {"how": how})
    user, act = _user(request), services.resign if how == "resign" else services.abort
    try:
        act(table_id=table_id, user_id=user)
    except RoomError as refused:
        return refused_page(request, table_id, refused)
    return redirect("table", table_id=table_id)


def _hint(request: HttpRequest, summary: Summary) -> str | None:
    """The move that a bot advises to a player who asks by ``?hint=1``."""
    if "hint" not in request.GET:
        return None
    count_reader(request.user, "checks")
    return hints.ask(summary, request.user.pk)


def _user(request: HttpRequest) -> int:
    if not request.user.is_authenticated:
        raise NotSeated()
    return request.user.pk
