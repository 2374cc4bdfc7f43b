"""A table for those who only look: the part that TV asks for, and the streamer's view, which is late."""

from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.sessions import count_reader
from tournaments.kit.answers import unless_known
from tournaments.tables import selectors
from tournaments.tables.errors import Refused
from tournaments.tables.web.names import names_of
from tournaments.tables.web.table_page import facts
from tournaments.tables.web.watched import DELAYS, GROUNDS, Choices, at_table, polled, some_time_ago


@require_safe
def watched(request: HttpRequest, table_id: str) -> HttpResponseBase:
    """The table as everybody may see it now, for a script that was told that something happened."""
    return unless_known(request, at_table(table_id, request.user))


@require_safe
def stream(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table large and alone, ``?late=60`` seconds ago or ``?late=3moves``, on ``?ground=clear``, with
    ``?front=NAME`` at the bottom: to be captured. It goes on to the next table of the match, or the rematch, itself."""
    chosen = Choices.of(request)
    seen = some_time_ago(table_id, chosen, request.user)
    board = f"{reverse('table-late-board', args=[table_id])}?{urlencode(chosen.query)}"
    return render(request, "tables/stream.html", {"seen": seen, "chosen": chosen, "board": board})


@require_safe
def stream_board(request: HttpRequest, table_id: str) -> HttpResponseBase:
    """Its changing part, which its page asks for again and again."""
    return unless_known(request, polled(table_id, Choices.of(request), request.user))


@require_safe
def streaming(request: HttpRequest, table_id: str) -> HttpResponse:
    """What a streamer's view can be, and its address."""
    count_reader(request.user, "replays")
    try:
        chosen, fault = Choices.of(request), None
    except Refused as refused:
        chosen, fault = Choices("60", "felt", ""), refused
    summary = selectors.summary(table_id)
    address = f"{settings.SITE_URL}{reverse('table-late', args=[table_id])}?{urlencode(chosen.query)}"
    context = facts(summary) | {
        "delays": [(key, words) for key, (_by, _much, words) in DELAYS.items()],
        "grounds": GROUNDS.items(),
        "players": [user.username for user in names_of([summary]).values()],
        "chosen": chosen,
        "address": address,
    }
    return render(request, "tables/streaming.html", context, status=422 if fault else 200)
