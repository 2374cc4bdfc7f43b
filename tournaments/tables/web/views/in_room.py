"""Tables that are played with real cards: what a player reports, and what another one says to it."""

from collections.abc import Sequence
from itertools import repeat
from typing import TypeAlias

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.sessions import user_of
from tournaments.director import read as director
from tournaments.kit.refusals import done, filed
from tournaments.tables import selectors, services
from tournaments.tables.selectors import Summary
from tournaments.tables.state import Report, Result
from tournaments.tables.web.names import names_of
from tournaments.tables.web.report_form import ReportForm
from tournaments.tables.web.table_page import facts, match_of
from tournaments.tables.web.views.answers import seen_in

Line: TypeAlias = tuple[str, int | str, int | None]
"""A player's name, place, and points if they are told."""
ANSWERS = {"confirm": services.confirm_report, "dispute": services.dispute_report}


def page(request: HttpRequest, summary: Summary, form: ReportForm | None = None) -> HttpResponse:
    """The table, with the report of it and the form for another one."""
    match, reported = match_of(summary), selectors.reported(summary.id)
    report = reported.report if reported else None
    mine, users = summary.seat_of(request.user.pk), names_of([summary])
    names = [users[user].username if user in users else "" for user in summary.seats]
    ruled = director.ruling(match, request.user) if match else None
    counts = director.match(match, summary.match or "") if match and ruled else None
    form = form or ReportForm(seats=names)
    placed = director.tables_in_room([summary.match] if summary.match else ()).get(summary.match or "")
    answers = reported is not None and request.user.pk in reported.against
    free = report is None or mine == report.seat or report.disputed in (None, mine)
    context = facts(summary) | {
        "match": match if match and director.knows(match, request.user) else None,
        "placed": placed,
        "mine": mine,
        "report": report,
        "seq": reported.seq if reported else summary.seq,
        "directs": match is not None and director.directs(match, request.user),
        "reporter": names[report.seat] if report else "",
        "disputer": names[report.disputed] if report and report.disputed is not None else "",
        "answers": answers,
        "confirms": answers and free,
        "redrawn": summary.status == "aborted" and selectors.why_aborted(summary.id) == "redrawn",
        "seated": names,
        "ruling": ruled,
        "needs_points": selectors.needs_points(summary.id),
        "lines": _ruled(counts) if counts else told_by_seat(names, summary.outcome or report),
        "form": form if summary.status == "open" and mine is not None and free else None,
    }
    return render(request, "tables/in_room.html", context, status=422 if form.errors else 200)


def told_by_seat(names: Sequence[str], told: Result | Report | None) -> list[Line]:
    """By seat, as reported; all points 0: they were not told."""
    if told is None:
        return []
    return list(zip(names, told.places, told.points if any(told.points) else repeat(None), strict=False))


def _ruled(match: director.MatchInfo) -> list[Line]:
    return [(made.entry.name, "–" if made.code == "-" else made.place, made.points) for made in match.made]


@require_POST
@login_required
def report(request: HttpRequest, table_id: str) -> HttpResponse:
    """A player says how the table has ended."""
    summary = selectors.summary(table_id)
    if not summary.in_room:  # it has no such page: that is refused, and said there
        done(request, services.report_result, table_id=table_id, user_id=user_of(request).pk, places=())
        return redirect("table", table_id=table_id)
    users = names_of([summary])
    form = ReportForm(request.POST, seats=[users[user].username if user in users else "" for user in summary.seats])
    if form.is_valid():
        places, points = form.result()
        filed(
            form,
            services.report_result,
            table_id=table_id,
            user_id=user_of(request).pk,
            places=places,
            points=points,
            seen=seen_in(request),
        )
    if not form.errors:
        messages.success(request, gettext("Reported. Another player of the table confirms it."))
        return redirect("table", table_id=table_id)
    return page(request, summary, form)


@require_POST
@login_required
def answer(request: HttpRequest, table_id: str, verb: str) -> HttpResponse:
    """Another player says whether it was so."""
    seen = seen_in(request)
    done(request, ANSWERS[verb], table_id=table_id, user_id=user_of(request).pk, seen=seen)
    return redirect("table", table_id=table_id)
