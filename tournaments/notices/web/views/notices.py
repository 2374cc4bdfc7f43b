"""The inbox: notices by the day on which they came, in the reader's zone."""

import datetime
from collections.abc import Sequence
from typing import NamedTuple, get_args

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import formats, timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import user_of
from tournaments.kit.numbers import number_in
from tournaments.notices import selectors, services
from tournaments.notices.selectors import Filter, Shown

PAGE = 50
FILTERS = {
    "all": gettext_lazy("All"),
    "answer": gettext_lazy("For me to answer"),
    "rulings": gettext_lazy("Rulings"),
    "clubs": pgettext_lazy("groups of people", "Clubs"),
}


@never_cache
@login_required
@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """The newest first, by day. Asked by the script of an open page it is the list alone."""
    user = user_of(request)
    wanted = request.GET.get("show", "all")
    only: Filter = wanted if wanted in get_args(Filter) else "all"  # type: ignore[assignment]
    found = selectors.inbox(user, only=only, limit=PAGE + 1, offset=_offset(request))
    context = {
        "area": "notices",
        "days": by_day(found[:PAGE]),
        "filters": FILTERS,
        "only": only,
        "to_answer": selectors.to_answer(user),
        "latest": found[0].at if found else 0,
        "older": _offset(request) + PAGE if len(found) > PAGE else None,
    }
    template = "notices/list.html" if "HX-Request" in request.headers else "notices/inbox.html"
    return render(request, template, context)


@require_POST
@login_required
def read(request: HttpRequest, notice: str) -> HttpResponse:
    """One is read; from its own button it leads on to what it is about."""
    services.mark_read(user_id=user_of(request).pk, notice_id=notice)
    to = request.POST.get("to", "")
    if to and url_has_allowed_host_and_scheme(to, allowed_hosts={request.get_host()}) and to.startswith("/"):
        return redirect(to)
    return redirect("notices")


@require_POST
@login_required
def read_all(request: HttpRequest) -> HttpResponse:
    """Those that stood there when the page was drawn."""
    services.mark_all_read(user_id=user_of(request).pk, until=number_in(request.POST.get("until"), digits=15))
    return redirect("notices")


def _offset(request: HttpRequest) -> int:
    return min(number_in(request.GET.get("from")) or 0, 10_000)


class Day(NamedTuple):
    key: str
    title: str
    notices: list[Shown]


def by_day(notices: Sequence[Shown]) -> list[Day]:
    """The newest day first; days of this year without it."""
    days: list[Day] = []
    for notice in notices:
        date = timezone.localtime(datetime.datetime.fromtimestamp(notice.at / 1000, datetime.UTC)).date()
        if not days or days[-1].key != date.isoformat():
            days.append(Day(date.isoformat(), _title(date), []))
        days[-1].notices.append(notice)
    return days


def _title(date: datetime.date) -> str:
    today = timezone.localdate()
    if date == today:
        return gettext("Today")
    if date == today - datetime.timedelta(days=1):
        return gettext("Yesterday")
    return formats.date_format(date, gettext("j M") if date.year == today.year else gettext("j M Y"))
