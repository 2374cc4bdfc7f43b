"""Tables: the lobby, the table itself, its board for those who listen, and what one does there."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import TooOften
from accounts.sessions import count_reader, ensure_user
from tournaments.director import selectors as director
from tournaments.pages import lobby
from tournaments.pages.board import Board
from tournaments.pages.ending import ending
from tournaments.pages.forms import clock_words, level_choices
from tournaments.pages.held import frames_html
from tournaments.pages.lists import Narrowing, Page
from tournaments.pages.now import part
from tournaments.pages.people import names_of
from tournaments.pages.views.errors import page as error_page
from tournaments.ratings import selectors as ratings
from tournaments.tables import catalogue, selectors, services
from tournaments.tables.errors import NotSeated, RoomError, Stale
from tournaments.tables.selectors import Summary

MOVE = re.compile(r"[A-Za-z0-9-]{1,48}")
SEQ = re.compile(r"[0-9]{1,9}")
KEPT = 60
"""Seconds for which a drawn board is kept: long enough for everybody who was woken by the same event."""


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """What is being played, what waits for players, what has just ended."""
    narrowing = Narrowing(request)
    by = narrowing.by() if narrowing.is_valid() else None
    finished = Page(request, lambda limit, offset: finished_by(by, limit, offset))
    context = {
        "area": "tables",
        "now": part("tables"),
        "narrowing": narrowing,
        "page": finished,
        "names": names_of(finished.items),
    }
    return render(request, "tables/list.html", context, status=200 if by is not None else 422)


def finished_by(by: dict[str, Any] | None, limit: int, offset: int) -> list[Summary]:
    """Nothing for a narrowing that makes no sense (``None``)."""
    return [] if by is None else selectors.listed("finished", **by, limit=limit, offset=offset)


@never_cache
@require_safe
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table. A player with a seat at a match has come there by this."""
    if request.user.is_authenticated:
        services.arrive(table_id=table_id, user_id=request.user.pk)
    summary = selectors.summary(table_id)
    mine = _seat_of(request, summary)
    context = _facts(summary) | {
        "board_html": _board_html(request, summary),
        "mine": mine,
        "first": mine is not None and lobby.is_first(request.user.pk, summary),
        "match": _match(summary),
    }
    return render(request, "tables/table.html", context)


@never_cache
@require_safe
def board(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table's changing part, for those whose stream told them that something happened."""
    if "since" in request.GET:  # what was decided meanwhile is looked back on
        count_reader(request.user, "boards")
    return HttpResponse(_live_html(request, selectors.summary(table_id)))


@require_POST
def move(request: HttpRequest, table_id: str) -> HttpResponseBase:
    """Make a move. The page's script gets the new board, a plain form goes back to the table."""
    text = request.POST.get("move", "")
    seen = request.POST.get("seq", "")
    seq = int(seen) if SEQ.fullmatch(seen) else None
    try:
        if not request.user.is_authenticated:
            raise NotSeated()
        services.make_move(
            table_id=table_id,
            user_id=request.user.pk,
            move=text,
            command=f"page-{seen}-{text}" if seq is not None and MOVE.fullmatch(text) else None,
            expected_seq=seq,
        )
    except RoomError as refused:
        return refused_page(request, table_id, refused)
    except TooOften as limit:
        return _too_often(request, table_id, limit)
    return _answered(request, table_id)


def join(request: HttpRequest, table_id: str) -> HttpResponseBase:
    """Sit down at an open table, as a guest if need be. Whoever sits there already only goes there."""
    summary = selectors.summary(table_id)
    if request.method == "POST" and _seat_of(request, summary) is None and not _barred(request, summary):
        services.join(table_id=table_id, user_id=ensure_user(request).pk)
    return redirect("table", table_id=table_id)


def resign(request: HttpRequest, table_id: str) -> HttpResponseBase:
    return _leave(request, table_id, "resign")


def abort(request: HttpRequest, table_id: str) -> HttpResponseBase:
    return _leave(request, table_id, "abort")


@require_POST
def again(request: HttpRequest, table_id: str) -> HttpResponseBase:
    return redirect("table", table_id=lobby.play_again(ensure_user(request), table_id))


# -- what the views share


def _leave(request: HttpRequest, table_id: str, how: str) -> HttpResponseBase:
    """Ask first; what is sent from the question, or from the table's own dialogue, is done."""
    summary = selectors.summary(table_id)
    if request.method != "POST":
        return render(request, "tables/leave.html", _facts(summary) | {"how": how})
    if not request.user.is_authenticated:
        raise NotSeated()
    act = services.resign if how == "resign" else services.abort
    try:
        act(table_id=table_id, user_id=request.user.pk)
    except RoomError as refused:
        return refused_page(request, table_id, refused)
    return redirect("table", table_id=table_id)


def _facts(summary: Summary) -> dict[str, object]:
    return {
        "area": "tables",
        "site_url": settings.SITE_URL,
        "summary": summary,
        "game": catalogue.game(summary.game),
        "clock": clock_words(summary.clock),
        "names": names_of([summary]),
    }


def _match(summary: Summary) -> director.Contest | None:
    """The match of a tournament that is played here."""
    return director.contest(summary.match) if summary.match else None


def _forgone(summary: Summary, user_id: int | None) -> dict[str, object]:
    """What became of a match whose table was called off: what it counts for the viewer, and where it is played now."""
    contest = _match(summary)
    match = director.match(contest, summary.match) if contest and summary.match else None
    if match is None:
        return {}
    codes = zip(match.entries, match.codes or (), strict=False)
    mine = next((code for entry, code in codes if entry.user == user_id), "")
    return {"code": mine, "elsewhere": match.table if match.table != summary.id else None}


def _seat_of(request: HttpRequest, summary: Summary) -> int | None:
    """The viewer's own seat."""
    return summary.seat_of(request.user.pk)


def _barred(request: HttpRequest, summary: Summary) -> bool:
    """Whether the viewer needs an account to sit down here: the page says so, and leads there and back."""
    return (
        summary.status == "open" and summary.rated and not (request.user.is_authenticated and not request.user.is_guest)
    )


def _invitation(summary: Summary, user_id: int | None) -> dict[str, object]:
    """What helps a waiting table to be filled."""
    return {
        "share_url": settings.SITE_URL + reverse("table", args=[summary.id]),
        "mine_to_fill": user_id is not None and user_id == summary.opener,
        "levels": level_choices(),
        "newcomers_level": lobby.newcomers_level(),
    }


def _live_html(request: HttpRequest, summary: Summary) -> str:
    """All that an event may change: the board, and what the menu offers."""
    facts = {"summary": summary, "game": catalogue.game(summary.game), "mine": _seat_of(request, summary)}
    since = request.GET.get("since") or request.POST.get("seq") or ""
    seat = _seat_of(request, summary)
    user_id = summary.seats[seat] if seat is not None else None
    seen = int(since) if SEQ.fullmatch(since) else summary.seq
    held = frames_html(summary, user_id, seat, seen, _facts)
    return held + _board_html(request, summary) + render_to_string("tables/menu.html", facts, request)


def _board_html(request: HttpRequest, summary: Summary) -> str:
    """One render for everybody who may see the same: by audience, event and language."""
    seat = _seat_of(request, summary)
    barred = _barred(request, summary)
    key = f"board/{summary.id}/{summary.seq}/{'barred' if barred else seat}/{get_language()}"
    kept: str | None = cache.get(key)
    if kept is not None:
        return kept
    user_id = summary.seats[seat] if seat is not None else None
    view = selectors.view(table_id=summary.id, user_id=user_id)
    drawn = Board(view)
    context = _facts(summary) | {"board": drawn, "view": view, "match": _match(summary)}
    if view.status == "open":
        context |= _invitation(summary, user_id) | {"barred": barred}
    if view.status == "aborted" and summary.match:
        context |= _forgone(summary, user_id)
    if view.outcome is not None:
        context["changes"] = ratings.change_at_table(summary.id)
        context["ending"] = ending(drawn, user_id)
    html = render_to_string("tables/board.html", context)
    if view.seq == summary.seq and (view.rematch is None or view.rematch.status != "open"):  # an offer lapses unsaid
        cache.set(key, html, KEPT)
    return html


def _answered(request: HttpRequest, table_id: str, status: int = 200, note: str = "") -> HttpResponseBase:
    if not request.headers.get("X-Board"):
        return redirect("table", table_id=table_id)
    summary = selectors.summary(table_id)
    response = HttpResponse(_live_html(request, summary), status=status)
    response["X-Seq"] = str(summary.seq)
    if note:
        response["X-Note"] = escape(" ".join(note.split())).encode("ascii", "xmlcharrefreplace").decode()
    return response


def _too_often(request: HttpRequest, table_id: str, limit: TooOften) -> HttpResponseBase:
    if not request.headers.get("X-Board"):
        raise limit
    response = _answered(request, table_id, 429, gettext("Too many attempts"))
    response["Retry-After"] = str(limit.retry_after)
    return response


def refused_page(request: HttpRequest, table_id: str, refused: RoomError) -> HttpResponseBase:
    """Say why not, beside the table as it is now."""
    if refused.status == 404:
        return error_page(request, 404)
    user_id = request.user.pk if request.user.is_authenticated else None
    reason = Board(selectors.view(table_id=table_id, user_id=user_id)).reader.plain(refused.reason)
    if isinstance(refused, Stale):
        reason = gettext("Too late: the table has moved on.")
    if not request.headers.get("X-Board"):
        messages.warning(request, reason)
    return _answered(request, table_id, refused.status, reason)
