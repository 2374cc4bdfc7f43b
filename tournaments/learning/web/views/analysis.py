"""What there is to say of a table that is over: asked for with one click, shown as soon as it is there."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import retarget

from accounts.sessions import count_reader, user_of
from tournaments.kit.refusals import done
from tournaments.learning.analysis import selectors, services
from tournaments.learning.analysis.selectors import Report
from tournaments.learning.web.analysed import Analysed
from tournaments.tables import catalogue, frames
from tournaments.tables import selectors as tables
from tournaments.tables.seen import users_of
from tournaments.tables.selectors import Summary
from tournaments.tables.web.board import Board
from tournaments.tables.web.ending import ending
from tournaments.tables.web.reel import at_a_glance


@never_cache
@require_safe
def analysis(request: HttpRequest, table_id: str) -> HttpResponse:
    """The analysis of a table, with one decision in full: ``?at=57``, the event that it was made after."""
    count_reader(request.user, "replays")
    summary = tables.summary(table_id)
    services.check(summary)
    report = selectors.report(table_id)
    if "HX-Request" in request.headers and report.under_way:  # asked for again and again, by all who wait
        context: dict[str, object] = {"summary": summary, "report": report}
        if report.findings is not None:
            return retarget(render(request, "learning/again.html", context), "#again")
        return render(request, "learning/analysis_part.html", context)
    context = _context(summary, report, request.GET.get("at", "")) | {"sat": request.user.pk in summary.seats}
    part = "learning/analysis_part.html" if "HX-Request" in request.headers else "learning/analysis.html"
    return render(request, part, context)


@never_cache
@require_safe
def beside(request: HttpRequest, table_id: str) -> HttpResponse:
    """What was found, as it stands beside the replay: decisions and chances. 204 where there is no analysis."""
    count_reader(request.user, "replays")
    summary = tables.summary(table_id)
    services.check(summary)
    report = selectors.report(table_id)
    if report.findings is None:
        return HttpResponse(status=204)
    return render(request, "learning/beside.html", _context(summary, report, ""))


@require_POST
@login_required
def ask(request: HttpRequest, table_id: str) -> HttpResponse:
    """Have it made."""
    done(request, services.ask, table_id=table_id, user=user_of(request))
    return redirect("table-analysis", table_id=table_id)


@require_POST
@login_required
def drop(request: HttpRequest, table_id: str) -> HttpResponse:
    """Have it deleted, by a player of the table."""
    done(request, services.drop, table_id=table_id, user=user_of(request))
    return redirect("table-analysis", table_id=table_id)


def _context(summary: Summary, report: Report, at: str) -> dict[str, object]:
    """The table, how it ended, and what was found, if it is there."""
    moments = frames.commits(summary.id)
    users = users_of(moments[-1][1])
    board = Board(tables.view(table_id=summary.id, user_id=None))
    over = ending(board, moments, None, users)
    context = {
        "area": "tables",
        "summary": summary,
        "game": catalogue.game(summary.game),
        "ending": over,
        "report": report,
    }
    if report.findings is None:
        return context
    reel = at_a_glance(moments, summary.id, board.reader, over.names)
    found = Analysed(summary.id, report.findings, moments, board.reader, reel, users)
    return context | {"analysed": found, "chosen": found.at(at)}
