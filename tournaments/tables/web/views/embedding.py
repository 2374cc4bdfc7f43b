"""A table in the frame of another site: late while it is played, then its replay."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from accounts.sessions import count_reader
from engine.text import gettext_noop as _
from tournaments.kit.answers import unless_known
from tournaments.kit.embeds import embedded
from tournaments.tables import catalogue, selectors
from tournaments.tables.errors import Refused
from tournaments.tables.selectors import Summary
from tournaments.tables.state import deal_is_over
from tournaments.tables.web.names import names_of
from tournaments.tables.web.shown import Shown, of_table
from tournaments.tables.web.views import replays
from tournaments.tables.web.watched import Choices, polled, some_time_ago

FRAME = "embeds/frame.html"
LATE = Choices("60", "felt", "")


@embedded
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table as everybody may see it, a minute late; of one that is over the replay at ``?move=17``, as in
    :func:`~tournaments.tables.web.views.replays.replay`."""
    summary = selectors.summary(table_id)
    return _replay(request, summary) if deal_is_over(summary) else _late(request, summary)


@embedded
def positions(request: HttpRequest, table_id: str) -> HttpResponse:
    """All positions of one that is over: what its frame is stepped through with."""
    count_reader(request.user, "replays")
    summary = selectors.summary(table_id)
    if not deal_is_over(summary):
        raise Refused("not_finished", _("This table is not finished."))
    return replays.positions_of(request, _shown(summary))


@embedded
def board(request: HttpRequest, table_id: str) -> HttpResponseBase:
    """The changing part of one that is played, which its frame asks for again and again."""
    return unless_known(request, polled(table_id, LATE, request.user))


def _replay(request: HttpRequest, summary: Summary) -> HttpResponse:
    count_reader(request.user, "replays")
    context = {"skeleton": FRAME, "summary": summary, "who": _who(summary)}
    return replays.page(request, _shown(summary), context, template="tables/embed_replay.html")


def _shown(summary: Summary) -> Shown:
    """What leads on from there stays in the frame: no other page may stand in one."""
    return replace(of_table(summary, None), address=reverse("table-embed", args=[summary.id]))


def _late(request: HttpRequest, summary: Summary) -> HttpResponse:
    context = {
        "skeleton": FRAME,
        "summary": summary,
        "game": catalogue.game(summary.game),
        "who": _who(summary),
        "chosen": LATE,
        "seen": some_time_ago(summary.id, LATE, request.user),
        "board": reverse("table-embed-board", args=[summary.id]),
    }
    return render(request, "tables/embed_late.html", context)


def _who(summary: Summary) -> str:
    return ", ".join(user.username for user in names_of([summary]).values())
