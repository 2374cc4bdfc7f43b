"""What stands around the viewer of a table, and whether its result is told there."""

from collections.abc import Mapping

from django.http import HttpRequest, QueryDict

from accounts.selectors import Called
from tournaments.director.read import ruling
from tournaments.tables.selectors import Summary
from tournaments.tables.web.came_from import came_from
from tournaments.tables.web.forms import clock_words
from tournaments.tables.web.shown import Shown
from tournaments.tables.web.table_page import match_of
from tournaments.tables.web.views.in_room import told_by_seat


def remembered(request: HttpRequest) -> QueryDict:
    """What is asked for; without spoilers where the reader's browser keeps that they want none."""
    asked = request.GET.copy()
    if request.COOKIES.get("spoilers") == "off" and not asked.keys() & {"after", "spoilers"}:
        asked["spoilers"] = "off"
    return asked


def about(request: HttpRequest, summary: Summary, shown: Shown, asked: QueryDict | None = None) -> dict[str, object]:
    """What stands around the viewer of a table; the result, unless it is not to be told or a line is shown."""
    asked = request.GET if asked is None else asked
    told = "after" not in asked and asked.get("spoilers") != "off"
    outcome = summary.outcome if told else None
    points = outcome.points if outcome else [""] * len(summary.seats)
    scored = zip((name_of(shown.names, user) for user in summary.seats), points, strict=True)
    facts = {"summary": summary, "clock": clock_words(summary.clock), "scored": list(scored), "outcome": outcome}
    if summary.in_room:
        facts["reported"] = told_by_seat([name_of(shown.names, user) for user in summary.seats], outcome)
    return facts | _ruling(request, summary) | {"came_from": came_from(summary, request.user.pk)}


def name_of(names: Mapping[int, Called], user: int | None) -> str:
    return names[user].name if user is not None and user in names else ""


def _ruling(request: HttpRequest, summary: Summary) -> dict[str, object]:
    """The ruling that set the result of the match."""
    match = match_of(summary)
    return {"match": match, "ruling": ruling(match, request.user) if match else None}
