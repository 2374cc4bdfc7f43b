"""Finding games again: the form in the address, what it finds, as a file, and searches that are kept."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import count_reader, user_of
from tournaments.kit.lists import SIZE
from tournaments.kit.words import sentence
from tournaments.platform import places
from tournaments.platform.replica import may_be_old
from tournaments.tables import notes, saved_searches
from tournaments.tables.errors import RoomError
from tournaments.tables.search import search
from tournaments.tables.web.found import file, games
from tournaments.tables.web.from_afar import rows
from tournaments.tables.web.search_form import SearchForm


@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    return _page(request, SearchForm(request.user, request.GET))


@never_cache
@require_safe
def download(request: HttpRequest) -> HttpResponse:
    """What a search has found, from the same place of the list on."""
    count_reader(request.user, "game_exports")  # first, since names are looked up
    form = SearchForm(request.user, request.GET)
    return _file(request, form) if form.is_valid() else _page(request, form)


@may_be_old
def _file(request: HttpRequest, form: SearchForm) -> HttpResponse:
    made = file(form.wanted, viewer=request.user.pk, behind=_behind(request))
    answer = HttpResponse(made.body, content_type=f"{made.media_type}; charset=utf-8")
    answer["Content-Disposition"] = content_disposition_header(True, made.name) or "attachment"
    return answer


@require_POST
@login_required
def save(request: HttpRequest) -> HttpResponse:
    """Keep the search of ``query``; a refusal stands beside the name, above what that search finds."""
    count_reader(request.user, "people")
    form = SearchForm(request.user, QueryDict(request.POST.get("query", "")[: 2 * saved_searches.QUERY]))
    if not form.is_valid():
        return _page(request, form)
    try:
        kept = saved_searches.save(user=user_of(request), name=request.POST.get("name", ""), query=form.query)
    except RoomError as refused:
        return _page(request, form, refused=refused)
    messages.success(request, gettext("The search is saved: {name}.").format(name=kept.name))
    return redirect(_address(kept.query))


@require_POST
@login_required
def change(request: HttpRequest, search: int) -> HttpResponse:
    """Rename a saved search, or delete it."""
    user, form = user_of(request), SearchForm(request.user, QueryDict())
    try:
        if request.POST.get("act") == "delete":
            saved_searches.delete(user=user, search=search)
            messages.success(request, gettext("The search is deleted."))
        else:
            saved_searches.rename(user=user, search=search, name=request.POST.get("name", ""))
            messages.success(request, gettext("The search has another name."))
    except RoomError as refused:
        if refused.status == 404:
            raise
        return _page(request, form, refused=refused, about=search)
    return redirect(f"{reverse('game-search')}#saved-h")


def _page(
    request: HttpRequest, form: SearchForm, refused: RoomError | None = None, about: int | None = None
) -> HttpResponse:
    count_reader(request.user, "searches")  # once: what may be old may be asked twice
    return _found(request, form, refused, about)


@may_be_old
def _found(request: HttpRequest, form: SearchForm, refused: RoomError | None, about: int | None) -> HttpResponse:
    viewer, valid = request.user.pk, form.is_valid()
    found = search(form.wanted, viewer=viewer, behind=_behind(request), limit=SIZE + 1) if valid else []
    more = len(found) > SIZE
    form.suggest()
    noted = notes.marked(viewer, [each.table.id for each in found]) if viewer else frozenset()
    context: dict[str, Any] = {
        "area": "games",
        "form": form,
        "found": rows(games(found[:SIZE], viewer), noted),
        "words": form.words if valid else [],
        "older": _address(form.query, found[SIZE - 1].place) if more else "",
        "newest": _address(form.query) if "after" in request.GET else "",
        "saved": saved_searches.of(viewer) if viewer else [],
        "refused": sentence(refused.reason) if refused else "",
        "about": about,
        "name": request.POST.get("name", ""),
    }
    status = refused.status if refused else 200 if valid else 422
    return render(request, "games/search.html", context, status=status)


def _behind(request: HttpRequest) -> places.Place | None:
    """The place in the list that the address names; raises ``Http404`` for anything else."""
    text = request.GET.get("after", "")
    place = places.place(text)
    if text and place is None:
        raise Http404
    return place


def _address(query: str, place: places.Place | None = None) -> str:
    parts = [part for part in (query, f"after={place}" if place else "") if part]
    return f"{reverse('game-search')}{'?' if parts else ''}{'&'.join(parts)}"
