"""The page on which a study is edited, and the one on which what somebody looks at becomes a chapter."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.sessions import count_reader, user_of
from engine.text import gettext_noop as _
from tournaments.clubs import selectors as clubs
from tournaments.kit.refusals import filed
from tournaments.kit.words import translated
from tournaments.learning.studies import contents, keeping, selectors
from tournaments.learning.studies.chapters import Source, check_over, of_address, source_of
from tournaments.learning.studies.errors import NotAllowed, Refused, UnknownChapter, UnknownStudy
from tournaments.learning.web.study_forms import ChapterForm, KeepForm, ReachForm
from tournaments.learning.web.views.studies import MOST, about
from tournaments.people.read import friends_of
from tournaments.tables import catalogue
from tournaments.tables import selectors as tables
from tournaments.tables.errors import UnknownTable


@never_cache
@require_safe
@login_required
def edit(request: HttpRequest, study_id: str) -> HttpResponse:
    """Everything but the comments, which are written beside what they are about."""
    count_reader(request.user, "replays")
    return _edited(request, study_id, ChapterForm())


@require_POST
@login_required
def add(request: HttpRequest, study_id: str) -> HttpResponse:
    """A chapter from an address or a text; one that is refused comes back with what was pasted."""
    form = ChapterForm(request.POST)
    if form.is_valid() and filed(form, _add, user=user_of(request), study_id=study_id, **form.cleaned_data):
        return redirect("study-edit", study_id=study_id)
    return _edited(request, study_id, form, status=422)


def _add(*, source: str, **given: Any) -> object:
    """An address that leads to nothing for its reader is a fault of the field."""
    try:
        return contents.add_chapter(source=source_of(source), **given)
    except (UnknownTable, UnknownStudy, UnknownChapter) as unknown:
        raise Refused(unknown.code, unknown.reason, field="source") from None


def _edited(request: HttpRequest, study_id: str, form: ChapterForm, *, status: int = 200) -> HttpResponse:
    user, found = user_of(request), selectors.seen(study_id, request.user)
    if not found.edits:
        raise NotAllowed("not_an_editor", _("Only those who edit this study may do that."))
    own = [(club.id, club.name) for club in clubs.of_user(user.pk, viewer=user)]
    shared, keys = about(request, found), [part.id for part in found.parts]
    before = zip(shared["parts"], ["", *keys], [*keys[2:], "", ""], strict=False)
    context = {
        **shared,
        "parts": [(*row, up, down) for row, up, down in before],
        "reach_form": ReachForm(initial={"reach": found.reach, "club": found.club}, clubs=own),
        "chapter_form": form,
        "friends": [name for name in friends_of(user.pk) if name not in found.editors],
        "link": reverse("study", args=[study_id]),
    }
    return render(request, "studies/edit.html", context, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def keep_table(request: HttpRequest, table_id: str) -> HttpResponse:
    """Keep the moment of a table that the address names as its replay does, with the line that it has."""
    check_over(tables.summary(table_id))
    address = f"{reverse('table-replay', args=[table_id])}?{request.GET.urlencode()}"
    return _keep(request, address, translated(catalogue.game(tables.summary(table_id).game).name))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def keep_game(request: HttpRequest, code: str) -> HttpResponse:
    """The same of a game that came as text."""
    address = f"{reverse('game-replay', args=[code])}?{request.GET.urlencode()}"
    return _keep(request, address, gettext("A game"))


def _source(address: str) -> Source:
    """Never an address that names nothing: its paths are those of replays."""
    return of_address(address) or Source()


def _keep(request: HttpRequest, back: str, title: str) -> HttpResponse:
    """What the replay at *back* shows."""
    count_reader(request.user, "replays")
    user, source = user_of(request), _source(back)
    form = KeepForm(request.POST or None, studies=selectors.of_user(user, limit=MOST), initial={"title": title})
    if form.is_valid():
        given: dict[str, Any] = form.cleaned_data
        name = given["name"] or given["title"]
        wanted = {"study": given["study"] or None, "name": name, "title": given["title"], "source": source}
        made = filed(form, keeping.keep, user=user, **wanted)
        if made is not None:
            return redirect("study-chapter", study_id=made[0], chapter_id=made[1])
    context = {"area": "studies", "form": form, "back": back}
    return render(request, "studies/keep.html", context, status=422 if form.errors else 200)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def keep_line(request: HttpRequest, study_id: str, chapter_id: str) -> HttpResponse:
    """A line that was tried beside a chapter becomes a chapter of the same study."""
    count_reader(request.user, "replays")
    user, found = user_of(request), selectors.seen(study_id, request.user)
    part = found.part(chapter_id)
    back = reverse("study-chapter", args=[study_id, chapter_id])
    source = _source(f"{back}?{request.GET.urlencode()}")
    form = KeepForm(request.POST or None, studies=(), initial={"title": part.title})
    del form.fields["study"], form.fields["name"]
    if form.is_valid():
        title = form.cleaned_data["title"]
        made = filed(form, contents.add_chapter, user=user, study_id=study_id, title=title, source=source)
        if made is not None:
            return redirect("study-chapter", study_id=study_id, chapter_id=made[1])
    context = {"area": "studies", "form": form, "back": f"{back}?{request.GET.urlencode()}"}
    return render(request, "studies/keep.html", context, status=422 if form.errors else 200)
