"""Sharing a moment of a table that is over: its picture, the sheet, a film of a few moves."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import count_reader
from engine.notation import BadNotation
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.tables import films, selectors
from tournaments.tables.errors import Refused
from tournaments.tables.web import pictures
from tournaments.tables.web.filming import key_of
from tournaments.tables.web.pictures import Showing, seen, showing
from tournaments.tables.web.share import Sheet, Span
from tournaments.tables.web.shown import Shown, of_code, of_table, with_line


@require_safe
def picture(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table after ``?move=17`` as ``?seat=0`` saw it (``public``, ``all``, ``turn``), in ``?lang=en``, or a line
    beside it: a PNG.

    The answer follows from the address alone.
    """
    count_reader(request.user, "replays")
    return _picture(request, of_table(selectors.summary(table_id), None))


@require_safe
def game_picture(request: HttpRequest, code: str) -> HttpResponse:
    """The same of a game that came as text, and stands in the address."""
    count_reader(request.user, "replays")
    return _picture(request, _of_code(code))


@never_cache
@require_safe
def sheet(request: HttpRequest, table_id: str) -> HttpResponse:
    """The share sheet of ``?move=17`` and ``?seat=0``, ``?from=game`` for a link to the whole game; a part of a page
    for one that asks for it."""
    count_reader(request.user, "replays")
    return _sheet(request, of_table(selectors.summary(table_id), None))


@never_cache
@require_safe
def game_sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The same of a game that came as text."""
    count_reader(request.user, "replays")
    return _sheet(request, _of_code(code))


def _of_code(code: str) -> Shown:
    try:
        return of_code(code)
    except BadNotation as bad:
        raise Refused(bad.code, bad.reason) from bad


def _picture(request: HttpRequest, shown: Shown) -> HttpResponse:
    given = _given(request.GET)
    view = seen(with_line(shown, request.GET), given)
    number = view.at(given)
    tag = f'"{view.key(number)[:32]}"'
    known = get_conditional_response(request, etag=tag)
    if known is not None:
        return known
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    return HttpResponse(pictures.picture(view, number, request.user), content_type="image/png", headers=headers)


def _sheet(request: HttpRequest, shown: Shown) -> HttpResponse:
    """In the reader's language."""
    given = _given(request.GET)
    asked = {name: given[name] for name in ("seat", "front") if name in given}
    view = seen(with_line(shown, request.GET), asked | {"lang": (get_language() or "en")[:2]})
    made = Sheet(view, view.at(given), whole=given.get("from") == "game")
    template = "tables/share.html" if "HX-Request" in request.headers else "tables/share_page.html"
    return render(request, template, {"area": "tables", "sheet": made})


@never_cache
@require_safe
def film(request: HttpRequest, table_id: str) -> HttpResponse:
    """How far a film is, ``?from=9&to=13&seat=public&lang=en``: the part of the sheet that says so."""
    count_reader(request.user, "replays")
    view, reel = _film(_given(request.GET), table_id)
    return _filmed(request, view, reel)


@require_POST
def order_film(request: HttpRequest, table_id: str) -> HttpResponse:
    """Have a film made. The same one is made once; what has to be made is counted apart."""
    count_reader(request.user, "replays")
    view, reel = _film(_given(request.POST), table_id)
    kind: films.Kind = "gif" if request.POST.get("kind") == "gif" else "webp"
    key = key_of(view, *reel, kind)
    if films.state(key) in ("none", "failed"):
        count_reader(request.user, "films")
        eyes = view.eyes
        films.order(key, films.Asked(table_id, *reel, eyes.chosen, eyes.front, view.language, kind))
    if "HX-Request" in request.headers:
        return _filmed(request, view, reel)
    return redirect(f"{reverse('table-share', args=[table_id])}?move={reel.last}&seat={view.eyes.chosen}")


@require_safe
def film_file(request: HttpRequest, table_id: str, kind: films.Kind = "webp") -> HttpResponse:
    """The film that an address asks for, once it is made."""
    count_reader(request.user, "replays")
    view, reel = _film(_given(request.GET), table_id)
    key = key_of(view, *reel, kind)
    made = films.film(key)
    if made is None:
        raise Http404(gettext("This film has not been made."))
    headers = {"ETag": f'"{key[:32]}"', "Cache-Control": "private, no-cache"}
    response = HttpResponse(made, content_type=f"image/{kind}", headers=headers)
    return get_conditional_response(request, etag=headers["ETag"], response=response) or response


def _given(asked: QueryDict) -> dict[str, str]:
    return {name: str(asked[name]) for name in asked}


def _film(asked: Mapping[str, str], table_id: str) -> tuple[Showing, Span]:
    """Raises :class:`Refused`."""
    view = showing(selectors.summary(table_id), asked)
    first, last = (view.number(asked.get(name, ""), default=0) for name in ("from", "to"))
    if not 0 <= last - first < films.MOST:
        reason = Text(_("A film shows at least 1 and at most {n} moves."), {"n": films.MOST})
        raise Refused("bad_film", reason, field="to")
    return view, Span(first, last)


def _filmed(request: HttpRequest, view: Showing, reel: Span) -> HttpResponse:
    return render(request, "tables/film.html", {"sheet": Sheet(view, reel.last, reel=reel)})
