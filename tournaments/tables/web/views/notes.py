"""Private notes about a table: a page of its own, and the same as a part of the table's page and of its replay."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.sessions import user_of
from tournaments.kit.numbers import number_in
from tournaments.kit.words import sentence
from tournaments.tables import notes, selectors
from tournaments.tables.errors import Refused


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def table_notes(request: HttpRequest, table_id: str) -> HttpResponse:
    """Read, and write: ``text`` for the moment ``seq`` (without one: now), or ``mark`` of the whole game, on or off."""
    asked = request.POST if request.method == "POST" else request.GET
    seq = number_in(asked.get("seq"))
    if request.method != "POST":
        return _answer(request, table_id, shown_notes(user_of(request).pk, table_id, seq))
    text = request.POST.get("text", "")
    try:
        if "mark" in request.POST:
            notes.mark(user=user_of(request), table=table_id, on=request.POST["mark"] == "on")
        else:
            written = notes.write(user=user_of(request), table=table_id, seq=seq, text=text)
            seq = seq and written
    except Refused as refused:
        shown = shown_notes(user_of(request).pk, table_id, seq) | {"refused": sentence(refused.reason), "text": text}
        return _answer(request, table_id, shown, refused.status)
    if "HX-Request" in request.headers:
        return _answer(request, table_id, shown_notes(user_of(request).pk, table_id, seq))
    back = request.POST.get("next", "")
    is_ours = back.startswith("/") and url_has_allowed_host_and_scheme(back, {request.get_host()})
    return redirect(back) if is_ours else redirect("table-notes", table_id=table_id)


def shown_notes(user: int, table: str, seq: int | None, before: int | None = None) -> dict[str, Any]:
    """What the part ``tables/notes.html`` shows. Its form is of the moment *seq*, which follows moment *before*, or of
    the present one."""
    found = notes.of(user, table)
    moment = range(seq if before is None else before + 1, seq + 1) if seq is not None else ()
    here = next((each for each in reversed(found) if each.seq in moment), None)
    return {
        "table_id": table,
        "notes": [each for each in found if each.seq != notes.WHOLE],
        "marked": any(each.seq == notes.WHOLE for each in found),
        "seq": here.seq if here else seq,
        "text": here.text if here else "",
        "longest": notes.LONGEST,
    }


def _answer(request: HttpRequest, table_id: str, shown: Mapping[str, Any], status: int = 200) -> HttpResponse:
    if "HX-Request" in request.headers:
        return render(request, "tables/notes.html", {"own": shown}, status=status)
    context = {"own": shown, "area": "tables", "summary": selectors.summary(table_id)}
    return render(request, "tables/notes_page.html", context, status=status)
