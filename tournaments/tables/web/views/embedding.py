"""A table in the frame of another site: late while it is played, then its replay."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from accounts.sessions import count_reader
from tournaments.kit.embeds import embedded
from tournaments.tables import catalogue, selectors
from tournaments.tables.selectors import Summary
from tournaments.tables.state import deal_is_over
from tournaments.tables.web.names import names_of
from tournaments.tables.web.shown import of_table
from tournaments.tables.web.views import replays
from tournaments.tables.web.watched import Choices, some_time_ago

FRAME = "embeds/frame.html"


@embedded
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table as everybody may see it, a minute late; of one that is over the replay at ``?move=17``, as in
    :func:`~tournaments.tables.web.views.replays.replay`."""
    summary = selectors.summary(table_id)
    return _replay(request, summary) if deal_is_over(summary) else _late(request, summary)


def _replay(request: HttpRequest, summary: Summary) -> HttpResponse:
    count_reader(request.user, "replays")
    context = {"skeleton": FRAME, "summary": summary, "who": _who(summary)}
    return replays.page(request, of_table(summary, None), context, template="tables/embed_replay.html")


def _late(request: HttpRequest, summary: Summary) -> HttpResponse:
    chosen = Choices("60", "felt", "")
    context = {
        "skeleton": FRAME,
        "summary": summary,
        "game": catalogue.game(summary.game),
        "who": _who(summary),
        "chosen": chosen,
        "seen": some_time_ago(summary.id, chosen, request.user),
        "board": reverse("table-late-board", args=[summary.id]),
    }
    return render(request, "tables/embed_late.html", context)


def _who(summary: Summary) -> str:
    return ", ".join(user.username for user in names_of([summary]).values())
