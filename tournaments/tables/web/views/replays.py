"""Replays: a finished table looked at again from any seat, a running one from the viewer's own."""

import hashlib
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.sessions import count_reader
from tournaments.director.read import ruling
from tournaments.tables import catalogue, selectors
from tournaments.tables.course import Course
from tournaments.tables.selectors import Summary
from tournaments.tables.web import felts
from tournaments.tables.web.eyes import Eyes
from tournaments.tables.web.forms import clock_words
from tournaments.tables.web.names import names_of
from tournaments.tables.web.reel import Reel
from tournaments.tables.web.table_page import match_of


@never_cache
@require_safe
def replay(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table after move ``?move=17`` as ``?seat=0`` saw it (``public``: a spectator; ``all``: every hand; ``turn``:
    whose turn it is), with seat ``?front=1`` at the bottom, and what is to come left out with ``?spoilers=off``.

    Before the deal there is no position, and the page says so.
    """
    count_reader(request.user, "replays")
    summary = selectors.summary(table_id)
    eyes = Eyes(request, summary)
    names = names_of([summary])
    context: dict[str, Any] = {"area": "tables", "summary": summary, "game": catalogue.game(summary.game), "eyes": eyes}
    shown = summary.outcome if not eyes.blind else None
    context["scored"] = [
        (_name(names, user), shown.points[seat] if shown else "") for seat, user in enumerate(summary.seats)
    ]
    context |= {"clock": clock_words(summary.clock), "names": names, **_ruling(request, summary)}
    course = eyes.course()
    if course.positions:
        context |= _position(request, eyes, course, names)
        context["felt"] = felts.felt(course, context["move"], eyes, summary, names)
    return render(request, "tables/replay.html", context)


@require_safe
def positions(request: HttpRequest, table_id: str) -> HttpResponse:
    """All positions for the same eyes, to be stepped through without asking again: :class:`felts.Positions`."""
    count_reader(request.user, "replays")
    summary = selectors.summary(table_id)
    eyes = Eyes(request, summary)
    packed = felts.packed(eyes, summary, names_of([summary]), request.user)
    tag = f'"{hashlib.sha256(packed).hexdigest()[:32]}"'
    headers = {"Content-Encoding": "gzip", "ETag": tag, "Cache-Control": "private, no-cache"}
    answer = HttpResponse(packed, content_type="application/json", headers=headers)
    return get_conditional_response(request, etag=tag, response=answer) or answer


def _name(names: Mapping[int, User], user: int | None) -> str:
    return names[user].username if user is not None and user in names else ""


def _ruling(request: HttpRequest, summary: Summary) -> dict[str, object]:
    """The ruling that set the result of the match."""
    match = match_of(summary)
    return {"match": match, "ruling": ruling(match, request.user) if match else None}


def _position(request: HttpRequest, eyes: Eyes, course: Course, users: Mapping[int, User]) -> dict[str, object]:
    last = len(course.positions) - 1
    asked = _asked(request, course)
    move = (0 if eyes.over else last) if asked is None else asked
    board = eyes.board(course.positions[move], users)
    names = [board.reader.seat(seat) for seat in range(eyes.count)]
    read = board.reader.plain
    lines = [(number, read(told.text)) for number, each in enumerate(course.positions) for told in each.told]
    return {
        "board": board,
        "move": move,
        "last": last,
        "at": course.positions[move].at,
        "lines": lines,
        "reel": Reel(course, board.reader, names, over=eyes.over, until=move if eyes.blind else last),
        "steps": {"first": 0, "back": max(0, move - 1), "next": min(last, move + 1), "last": last},
        "choices": eyes.choices(names),
        "names_by_seat": names,
        "share": request.build_absolute_uri(f"?move={move}&{eyes.asked}"),
    }


def _asked(request: HttpRequest, course: Course) -> int | None:
    """The step that is asked for: ``?move=`` counts them, ``?seq=`` names the event that it shows."""
    move, seq = request.GET.get("move", ""), request.GET.get("seq", "")
    last = len(course.positions) - 1
    if move.isdecimal() and len(move) < 7:
        return min(int(move), last)
    if seq.isdecimal() and len(seq) < 7:
        return next((number for number, each in enumerate(course.positions) if each.seq >= int(seq)), last)
    return None
