"""Studies: the list, one of them, a chapter in the viewer of replays."""

from typing import Any

import msgspec
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.sessions import count_reader, user_of
from tournaments.clubs import selectors as clubs
from tournaments.clubs.read import club_at
from tournaments.kit.lists import Page
from tournaments.kit.refusals import filed
from tournaments.kit.words import translated
from tournaments.learning.studies import selectors, services
from tournaments.learning.studies.chapters import key_of
from tournaments.learning.studies.reports import CAUSES
from tournaments.learning.studies.selectors import Seen
from tournaments.learning.web.api.study_shapes import study_of
from tournaments.learning.web.study_forms import NameForm
from tournaments.learning.web.studying import Reading, shown_of, title_of
from tournaments.tables import catalogue
from tournaments.tables.web.views import replays

MOST = 100
"""Of one's own, and of one's clubs, above the list of public ones."""


@never_cache
@require_safe
def studies(request: HttpRequest) -> HttpResponse:
    """One's own, those of one's clubs, and those for everybody."""
    return _list(request, NameForm())


@require_POST
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Begin a study, and go on to its first chapter."""
    form = NameForm(request.POST)
    if form.is_valid():
        made = filed(form, services.create, user=user_of(request), name=form.cleaned_data["name"])
        if made is not None:
            return redirect("study-edit", study_id=made)
    return _list(request, form, status=422)


def _list(request: HttpRequest, form: NameForm, *, status: int = 200) -> HttpResponse:
    count_reader(request.user, "replays")
    user = request.user if isinstance(request.user, User) else None
    own = selectors.of_user(user, limit=MOST) if user else []
    mine = [club.id for club in clubs.of_user(user.pk, viewer=user)] if user else []
    context = {
        "area": "studies",
        "form": form,
        "own": own,
        "of_clubs": [each for each in selectors.of_clubs(mine, limit=MOST) if each not in own] if mine else [],
        "page": Page(request, lambda limit, offset: selectors.public(limit=limit, offset=offset)),
    }
    return render(request, "studies/studies.html", context, status=status)


@never_cache
@require_safe
def study(request: HttpRequest, study_id: str) -> HttpResponse:
    """What it is, and its chapters."""
    count_reader(request.user, "replays")
    found = selectors.seen(study_id, request.user)
    return render(request, "studies/study.html", about(request, found))


def about(request: HttpRequest, found: Seen) -> dict[str, Any]:
    """What pages of a study share."""
    parts = [
        (number, part, title_of(part, number), translated(catalogue.game(key_of(part.game)).name))
        for number, part in enumerate(found.parts, start=1)
    ]
    return {
        "area": "studies",
        "study": found,
        "name": found.name or gettext("A study"),
        "parts": parts,
        "club": club_at(found.club, request.user.pk),
        "causes": CAUSES,
    }


@never_cache
@require_safe
def chapter(request: HttpRequest, study_id: str, chapter_id: str) -> HttpResponse:
    """The viewer at the moment that the address names, or where the chapter opens; ``?edit=`` names a comment that is
    written again."""
    count_reader(request.user, "replays")
    found = selectors.seen(study_id, request.user)
    return shown(request, Reading(found, found.part(chapter_id), request.GET))


def shown(request: HttpRequest, reading: Reading, **said: Any) -> HttpResponse:
    """The page of a chapter; *said* is what a form that was refused had in it."""
    edited = reading.remark(request.GET.get("edit", said.get("comment", "")))
    context = {
        **about(request, reading.study),
        "reading": reading,
        "edited": edited,
        "marks": edited.codes if edited else {},
        "keeps": reading.study.edits,
        "scored": [(name, "") for name in reading.part.names if name],
        **said,
    }
    answer = replays.page(request, reading.shown, context, asked=reading.asked, template="studies/chapter.html")
    answer.status_code = said.get("status", answer.status_code)
    return answer


@require_safe
def positions(request: HttpRequest, study_id: str, chapter_id: str) -> HttpResponse:
    """All positions for the same eyes, as at a replay."""
    count_reader(request.user, "replays")
    found = selectors.seen(study_id, request.user)
    return replays.positions_of(request, shown_of(found.id, found.part(chapter_id)))


@never_cache
@require_safe
def as_file(request: HttpRequest, study_id: str) -> HttpResponse:
    """All of it as JSON, as the API answers it."""
    count_reader(request.user, "replays")
    body = msgspec.json.format(msgspec.json.encode(study_of(selectors.seen(study_id, request.user), request.user.pk)))
    headers = {"Content-Disposition": f'attachment; filename="study-{study_id}.json"'}
    return HttpResponse(body, content_type="application/json", headers=headers)
