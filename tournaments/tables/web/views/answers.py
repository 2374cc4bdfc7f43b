"""What answers a form at a table: to a script the table as it is now, to a browser without one the way back to it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext

from tournaments.kit.error_pages import page as error_page
from tournaments.kit.messages import noted
from tournaments.kit.numbers import number_in
from tournaments.platform.errors import TooOften
from tournaments.tables import selectors
from tournaments.tables.errors import RoomError, Stale
from tournaments.tables.selectors import Summary
from tournaments.tables.web.board import Board
from tournaments.tables.web.table_page import live_html


def seq_of(text: str | None) -> int | None:
    """The event that a form or an address names."""
    return number_in(text, digits=9)


def seen_in(request: HttpRequest) -> int:
    """The event that the form showed; 0, since nobody acts on what they have not seen, if it names none."""
    return seq_of(request.POST.get("seq")) or 0


def answered(request: HttpRequest, table_id: str, status: int = 200, note: str = "") -> HttpResponseBase:
    if not request.headers.get("X-Board"):
        return redirect("table", table_id=table_id)
    summary = selectors.summary(table_id)
    response = HttpResponse(_live_html(request, summary), status=status)
    response["X-Seq"] = str(summary.seq)
    if note:
        response["X-Note"] = noted(note)
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
    return answered(request, table_id, refused.status, reason)


def too_often(request: HttpRequest, table_id: str, limit: TooOften) -> HttpResponseBase:
    if not request.headers.get("X-Board"):
        raise limit
    response = answered(request, table_id, 429, gettext("Too many attempts"))
    response["Retry-After"] = str(limit.retry_after)
    return response


def _live_html(request: HttpRequest, summary: Summary) -> str:
    """The table now; for its players with what was decided since they looked, while they may look back."""
    since = seq_of(request.POST.get("seq")) if summary.seat_of(request.user.pk) is not None else None
    try:
        return live_html(request, summary, since=since)
    except TooOften:  # the form itself has been dealt with
        return live_html(request, summary, since=None)
