"""Replays: a finished table looked at again from any seat, a running one from the viewer's own; lines tried from a
position of a finished one; games that came as text."""

import hashlib
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.sessions import count_reader
from engine.notation import LONGEST, BadNotation
from engine.text import gettext_noop as _
from tournaments.kit.numbers import number_in
from tournaments.kit.words import sentence
from tournaments.platform import signing
from tournaments.tables import catalogue, lines, selectors
from tournaments.tables.course import Course
from tournaments.tables.errors import Refused
from tournaments.tables.opened import LARGEST, open_record
from tournaments.tables.state import deal_is_over
from tournaments.tables.web import felts
from tournaments.tables.web.eyes import Eyes
from tournaments.tables.web.reel import Reel
from tournaments.tables.web.share import social
from tournaments.tables.web.shown import Shown, of_code, of_table, of_text, with_line
from tournaments.tables.web.trying import Trying
from tournaments.tables.web.views.around import about, name_of, remembered
from tournaments.tables.web.views.notes import shown_notes

_BLANK = b"\xef\xbb\xbf \t\r\n"
"""What may stand before the first tag of a game as text."""
DEAR_AS_TEXT = 25
"""Moments of a game that is kept nowhere which are as dear as another page."""


@never_cache
@require_safe
def replay(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table after move ``?move=17`` as ``?seat=0`` saw it (``public``: a spectator; ``all``: every hand; ``turn``:
    whose turn it is), with seat ``?front=1`` at the bottom, and what is to come left out with ``?spoilers=off``.

    Of one that is over ``?after=57&line=1:KS.2:3S`` are moves tried after event 57, and ``?on`` begins such a line at
    the position. Before the deal there is no position, and the page says so.
    """
    count_reader(request.user, "replays")
    summary = selectors.summary(table_id)
    shown = of_table(summary, request.user.pk)
    asked = remembered(request)
    return page(request, shown, about(request, summary, shown, asked), asked=asked)


@never_cache
@require_safe
def game(request: HttpRequest, code: str) -> HttpResponse:
    """The same for a game that came as text, in its address; nothing of this site is in it."""
    count_reader(request.user, "replays")
    try:
        written = of_code(code)
    except (BadNotation, lines.Broken) as bad:
        return _opening(request, lines.unpacked(code), bad)
    scored = [(each.name, "") for each in written.names.values() if each.name]
    return page(request, written, {"scored": scored})


@require_http_methods(["GET", "HEAD", "POST"])
def open_game(request: HttpRequest) -> HttpResponse:
    """A game as text, to be looked at: to an address of its own if it can be read; or a record, which is checked first.
    A file may hold either.

    A form sends lines; a link has them in one, as ``?game=``.
    """
    file = request.FILES.get("file")
    count_reader(request.user, "checks" if file else "replays")  # all its moves are tried
    data = file.read(LARGEST + 1) if file else b""
    if file is not None and not data.lstrip(_BLANK).startswith(b"["):
        return _opened(request, data)
    text = data.decode(errors="replace").lstrip("\ufeff") or str((request.POST or request.GET).get("game", ""))
    if not text.strip():
        return _opening(request, "")
    try:
        return redirect(of_text(text).address)
    except (BadNotation, lines.Broken) as bad:
        return _opening(request, text, bad)


def _opened(request: HttpRequest, data: bytes) -> HttpResponse:
    try:
        record = open_record(data)
        address = _address(record.text)
    except Refused as bad:
        return _opening(request, "", bad, field="file")
    context = {"area": "tables", "record": record, "address": address, "text": "", "largest": LARGEST}
    return render(request, "tables/open_game.html", context)


def _address(text: str) -> str:
    """Of a game that holds; empty where it is longer than an address may be."""
    try:
        return of_text(text).address
    except BadNotation:
        return ""


def _opening(
    request: HttpRequest, text: str, bad: BadNotation | Refused | None = None, *, field: str = "game"
) -> HttpResponse:
    said = {"error": sentence(bad.reason), "code": bad.code, "field": field} if bad else {}
    context = {"area": "tables", "text": text[:LONGEST], "largest": LARGEST, **said}
    return render(request, "tables/open_game.html", context, status=422 if bad else 200)


@require_safe
def keys(request: HttpRequest) -> JsonResponse:
    """The public half of the key that signs records, as a set of JSON Web Keys (RFC 7517)."""
    return JsonResponse({"keys": [signing.jwk()]}, headers={"Access-Control-Allow-Origin": "*"})


@require_safe
def positions(request: HttpRequest, table_id: str) -> HttpResponse:
    """All positions for the same eyes, to be stepped through without asking again: :class:`felts.Positions`."""
    count_reader(request.user, "replays")
    return positions_of(request, of_table(selectors.summary(table_id), request.user.pk))


@require_safe
def game_positions(request: HttpRequest, code: str) -> HttpResponse:
    """The same for a game that came as text."""
    count_reader(request.user, "replays")
    try:
        written = of_code(code)
    except BadNotation as bad:
        raise Refused(bad.code, bad.reason) from bad
    return positions_of(request, written)


def positions_of(request: HttpRequest, shown: Shown) -> HttpResponse:
    """The positions of *shown*, with the line that is asked for."""
    answer = felts.packed(Eyes(with_line(shown, request.GET), request.GET), request.user)
    tag = f'"{hashlib.sha256(answer).hexdigest()[:32]}"'
    headers = {"Content-Encoding": "gzip", "ETag": tag, "Cache-Control": "private, no-cache"}
    response = HttpResponse(answer, content_type="application/json", headers=headers)
    return get_conditional_response(request, etag=tag, response=response) or response


@require_safe
def as_text(request: HttpRequest, table_id: str) -> HttpResponse:
    """A table that is over as text notation, to be kept. Its moves are looked for, which takes time."""
    count_reader(request.user, "positions")
    summary = selectors.summary(table_id)
    shown = of_table(summary, None)
    if not deal_is_over(summary) or shown.moments[-1][1].state is None:
        raise Refused("not_finished", _("This table is not finished."))
    names = [name_of(shown.names, user) for user in summary.seats]
    text = lines.written(shown.moments, names, {"Site": request.build_absolute_uri(shown.address)})
    headers = {"Content-Disposition": f'attachment; filename="{table_id}.txt"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


def page(
    request: HttpRequest,
    shown: Shown,
    context: Mapping[str, Any],
    *,
    asked: QueryDict | None = None,
    template: str = "tables/replay.html",
) -> HttpResponse:
    """The viewer of *shown*, at what the address asks for, or *asked*."""
    asked = request.GET if asked is None else asked
    shown = with_line(shown, asked)
    eyes = Eyes(shown, asked, partial(count_reader, request.user, "positions"))
    course = eyes.course()
    if not shown.table and len(shown.moments) >= DEAR_AS_TEXT:  # kept nowhere: its moves are played and drawn each time
        count_reader(request.user, "replays", len(shown.moments) // DEAR_AS_TEXT)
    usual = {"area": "tables", "shown": shown, "game": catalogue.game(shown.game), "eyes": eyes, "keeps": shown.over}
    context = {**usual, **context}
    if "X-Part" in request.headers:  # a script that shows another line in the place of this one
        context["skeleton"] = "tables/replay_part.html"
    if not course.positions:
        return render(request, template, context)
    position = _position(request, eyes, course, asked)
    if shown.stored and not eyes.blind:  # readers with the same eyes share what does not depend on the position
        context |= {"kept": felts.key_of(eyes), "kept_for": felts.BRIEF}
    if "on" in asked and shown.over:
        return _begun(shown, course, position["move"])
    felt = felts.felt(course, position["move"], eyes)
    if shown.stored and request.user.is_authenticated:
        position["own"] = _own_notes(request.user.pk, shown.table, course, position["move"])
    carried = social(eyes, course.positions, position["move"], asked) if shown.over else None
    return render(request, template, {**context, **position, "felt": felt, "social": carried})


def _begun(shown: Shown, course: Course, move: int) -> HttpResponse:
    """To a line from position *move*: every hand lies open, and there is no step back into the game."""
    line = shown.until(course.positions[move].moment)
    return HttpResponseRedirect(f"{shown.address}?seat=all{shown.trying(line).query}")


def _position(request: HttpRequest, eyes: Eyes, course: Course, asked: QueryDict) -> dict[str, Any]:
    last = len(course.positions) - 1
    wanted = _wanted(asked, course)
    move = (0 if eyes.over and eyes.shown.line is None else last) if wanted is None else wanted
    board = eyes.board(course.positions[move])
    names = [board.reader.seat(seat) for seat in range(eyes.count)]
    return {
        "board": board,
        "move": move,
        "last": last,
        "at": course.positions[move].at,
        "lines": SimpleLazyObject(
            lambda: [(number, board.say(told)) for number, each in enumerate(course.positions) for told in each.told]
        ),
        "reel": Reel(
            course,
            board.reader,
            names,
            lambda position: f"?move={position}&{eyes.asked}",
            over=eyes.over,
            until=move if eyes.blind else last,
        ),
        "steps": {"first": 0, "back": max(0, move - 1), "next": min(last, move + 1), "last": last},
        "choices": eyes.choices(names),
        "names_by_seat": names,
        "trying": Trying(eyes, course, board.reader) if eyes.shown.line else None,
        "share": request.build_absolute_uri(f"?move={move}&{eyes.asked}"),
    }


def _own_notes(user: int, table: str, course: Course, move: int) -> dict[str, Any]:
    before = course.positions[move - 1].seq if move else 0
    return shown_notes(user, table, course.positions[move].seq, before)


def _wanted(asked: QueryDict, course: Course) -> int | None:
    """The step that is asked for: ``?move=`` counts them, ``?seq=`` names the event that it shows."""
    move, seq = number_in(asked.get("move")), number_in(asked.get("seq"))
    if move is not None:
        return min(move, len(course.positions) - 1)
    return None if seq is None else course.number(seq)
