"""What is done about a study by forms: written, put in order, shared, reported."""

from collections.abc import Callable
from typing import get_args

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.sessions import user_of
from tournaments.kit.numbers import number_in
from tournaments.kit.words import sentence
from tournaments.learning.studies import contents, reports, selectors, services
from tournaments.learning.studies.errors import Overtaken, Refused, RoomError, UnknownChapter, UnknownComment
from tournaments.learning.studies.events import Reach
from tournaments.learning.web.studying import Reading, asked_for, moment_of
from tournaments.learning.web.views.studies import shown
from tournaments.tables.marks import marks_of


def _number(given: QueryDict, name: str) -> int | None:
    """``None`` where it is left out. Raises ``Refused`` for anything that is not a number."""
    text = given.get(name, "")
    number = number_in(text, digits=9)
    if text and number is None:
        raise Refused("bad_number", gettext("That is not a number."), field=name)
    return number


def _rename(request: HttpRequest, study_id: str) -> None:
    given = request.POST
    services.rename(
        user=user_of(request), study_id=study_id, name=given.get("name", ""), seen=_number(given, "version")
    )


def _reach(request: HttpRequest, study_id: str) -> None:
    asked, club = request.POST.get("reach", ""), request.POST.get("club") or None
    to = next((each for each in get_args(Reach) if each == asked), None)
    if to is None:
        raise Refused("bad_reach", gettext("Choose one of the offered readers."), field="reach")
    services.set_reach(user=user_of(request), study_id=study_id, to=to, club=club)


def _editor(request: HttpRequest, study_id: str) -> None:
    services.add_editor(user=user_of(request), study_id=study_id, name=request.POST.get("player", "").strip())


def _editor_remove(request: HttpRequest, study_id: str) -> None:
    services.remove_editor(user=user_of(request), study_id=study_id, name=request.POST.get("player", ""))


def _delete(request: HttpRequest, study_id: str) -> None:
    services.delete(user=user_of(request), study_id=study_id)


def _chapter_rename(request: HttpRequest, study_id: str) -> None:
    given = request.POST
    contents.rename_chapter(
        user=user_of(request),
        study_id=study_id,
        chapter=given.get("chapter", ""),
        title=given.get("title", ""),
        seen=_number(given, "version"),
    )


def _chapter_move(request: HttpRequest, study_id: str) -> None:
    """``before`` is the chapter that comes behind it then; empty: it is the last."""
    given = request.POST
    if "before" not in given:
        raise UnknownChapter
    chapter, before = given.get("chapter", ""), given["before"]
    contents.move_chapter(user=user_of(request), study_id=study_id, chapter=chapter, before=before)


def _chapter_remove(request: HttpRequest, study_id: str) -> None:
    chapter, seen = request.POST.get("chapter", ""), _number(request.POST, "version")
    contents.remove_chapter(user=user_of(request), study_id=study_id, chapter=chapter, seen=seen)


def _report(request: HttpRequest, study_id: str) -> None:
    given = request.POST
    comment, cause = given.get("comment", ""), given.get("cause", "")
    reports.report(user=user_of(request), study_id=study_id, comment=comment, cause=cause)
    messages.success(request, gettext("Thank you. That is noted."))


def _take_out(request: HttpRequest, study_id: str) -> None:
    reports.take_out(user=user_of(request), study_id=study_id, comment=request.POST.get("comment", ""))


def _dismiss(request: HttpRequest, study_id: str) -> None:
    reports.dismiss(user=user_of(request), study_id=study_id, comment=request.POST.get("comment", ""))


ACTS: dict[str, tuple[Callable[[HttpRequest, str], None], str]] = {
    "rename": (_rename, "study-edit"),
    "reach": (_reach, "study-edit"),
    "editor": (_editor, "study-edit"),
    "editor-remove": (_editor_remove, "study-edit"),
    "chapter-rename": (_chapter_rename, "study-edit"),
    "chapter-move": (_chapter_move, "study-edit"),
    "chapter-remove": (_chapter_remove, "study-edit"),
    "delete": (_delete, "studies"),
    "report": (_report, "study"),
    "take-out": (_take_out, "reports"),
    "dismiss": (_dismiss, "reports"),
}
"""What is done, and the page that is shown then."""
OF_STAFF = ("take-out", "dismiss")


@require_POST
@login_required
def by_staff(request: HttpRequest, study_id: str, verb: str) -> HttpResponse:
    """What they do about reports, also of a study that its owner has kept to themselves since."""
    return act(request, study_id=study_id, verb=verb)


by_staff.asks_itself = True  # type: ignore[attr-defined]  # nobody else may do that


@require_POST
@login_required
def act(request: HttpRequest, study_id: str, verb: str) -> HttpResponse:
    done, then = ACTS[verb]
    try:
        done(request, study_id)
    except RoomError as refused:
        if refused.status == 404:
            raise
        messages.warning(request, sentence(refused.reason))
    if then in ("studies", "reports"):
        return redirect(then)
    if then == "study-edit" and not _edits(request, study_id):
        return redirect("studies")
    return redirect(then, study_id=study_id)


def _edits(request: HttpRequest, study_id: str) -> bool:
    """Not any more, where somebody has left it."""
    try:
        return selectors.seen(study_id, request.user).edits
    except RoomError:
        return False


# -- comments


@require_POST
@login_required
def comment(request: HttpRequest, study_id: str, chapter_id: str) -> HttpResponse:
    """Save one. What is refused comes back with the words that were written, and, where somebody else was first, with
    what they wrote; or with these words alone, where the chapter is gone or its writer may edit it no more."""
    given = request.POST
    try:
        found = selectors.seen(study_id, request.user)
        reading = Reading(found, found.part(chapter_id), QueryDict())
    except RoomError as gone:
        return _unsaved(request, gone)
    try:
        seq = _number(given, "seq")
        if seq is None:
            seq = moment_of(reading, given.get("move", ""), given.get("eyes", ""))
        _save(request, reading, seq)
    except RoomError as refused:
        if refused.status in (403, 404) and not isinstance(refused, UnknownComment):
            return _unsaved(request, refused)
        return _again(request, reading, refused)
    back = QueryDict(mutable=True)
    back.update({"seq": str(seq), "seat": _seat(given)})
    return redirect(f"{reading.shown.address}?{back.urlencode()}")


def _save(request: HttpRequest, reading: Reading, seq: int) -> None:
    given = request.POST
    rings, arrows = _marks(given)
    contents.save_comment(
        user=user_of(request),
        study_id=reading.study.id,
        chapter=reading.part.id,
        seq=seq,
        text=given.get("text", ""),
        rings=rings,
        arrows=arrows,
        comment=given.get("comment") or None,
        seen=_number(given, "version"),
    )


def _marks(given: QueryDict) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Those that were there, unless they are taken away, and one more that is chosen from lists."""
    kept = {} if "clear" in given else given
    rings = [mark[0] for mark in marks_of(kept.get("rings", ""))]
    arrows = [(mark[0], mark[-1]) for mark in marks_of(kept.get("arrows", ""))]
    card, to = given.get("card", ""), given.get("to", "")
    if card and to:
        arrows.append((card, to))
    elif card:
        rings.append(card)
    return tuple(dict.fromkeys(rings)), tuple(dict.fromkeys(arrows))


def _seat(given: QueryDict) -> str:
    return str(QueryDict(given.get("eyes", "")[:8_000]).get("seat", "all"))


def _unsaved(request: HttpRequest, refused: RoomError) -> HttpResponse:
    said = {"area": "studies", "draft": request.POST.get("text", ""), "refused": sentence(refused.reason)}
    return render(request, "studies/unsaved.html", said, status=refused.status)


def _again(request: HttpRequest, reading: Reading, refused: RoomError) -> HttpResponse:
    """The page as it is now: a form that is given the version of what somebody else saved shows that too."""
    found, given = selectors.seen(reading.study.id, request.user), request.POST
    seq = _number(given, "seq")
    where = {"seq": str(seq)} if seq else {"move": given.get("move", "0")}
    here = Reading(found, found.part(reading.part.id), asked_for(**where, seat=_seat(given)))
    said = {"draft": given.get("text", ""), "refused": sentence(refused.reason), "comment": given.get("comment", "")}
    marks = {name: given.get(name, "") for name in ("rings", "arrows")}
    version = refused.version if isinstance(refused, Overtaken) else _number(given, "version")
    return shown(request, here, **said, marks=marks, version=version, status=refused.status)


@require_POST
@login_required
def comment_remove(request: HttpRequest, study_id: str, chapter_id: str) -> HttpResponse:
    user, key = user_of(request), request.POST.get("comment", "")
    selectors.seen(study_id, user).part(chapter_id)
    try:
        seen = _number(request.POST, "version")
        contents.remove_comment(user=user, study_id=study_id, comment=key, seen=seen)
    except RoomError as refused:
        if refused.status == 404:
            raise
        messages.warning(request, sentence(refused.reason))
    return redirect("study-chapter", study_id=study_id, chapter_id=chapter_id)
