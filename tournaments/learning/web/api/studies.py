"""``/api/studies``: chapters of games with what is said of them, written by one or several."""

from typing import Annotated

from msgspec import Meta, Struct

from accounts.models import User
from accounts.sessions import count_reader
from tournaments.kit.endpoints import Own, operation
from tournaments.kit.requests import Part
from tournaments.learning.studies import contents, reports, selectors, services
from tournaments.learning.studies.chapters import source_of
from tournaments.learning.web.api.study_shapes import (
    AddChapter,
    CreateStudy,
    EditStudy,
    RemoveFromStudy,
    ReportStudy,
    SaveComment,
    StudyBrief,
    StudyEditor,
    StudyShape,
    brief_of,
    study_of,
)


class Studies(Struct, frozen=True):
    """The last changed first."""

    studies: tuple[StudyBrief, ...]


class StudiesAsked(Part, frozen=True, forbid_unknown_fields=True):
    mine: Annotated[bool, Meta(description="Those that you edit, in the place of those for everybody.")] = False
    limit: Annotated[int, Meta(ge=1, le=100)] = 25


class ReportedStudy(Struct, frozen=True):
    ok: bool = True


@operation("GET studies", "listStudies", needs="study:read", tag="studies")
def list_studies(caller: Own, *, query: StudiesAsked) -> Studies:
    """List the studies for everybody, or those that you edit."""
    user = caller.request.user
    if not query.mine:
        found = selectors.public(limit=query.limit, offset=query.offset)
    elif isinstance(user, User):
        found = selectors.of_user(user, limit=query.limit, offset=query.offset)
    else:
        found = []
    return Studies(tuple(map(brief_of, found)))


@operation("POST studies", "createStudy", needs="study:write", tag="studies", status=201, scope="studies")
def create_study(caller: Own, *, body: CreateStudy, command: str | None) -> StudyShape:
    """Begin a study, which you alone read at first."""
    return _seen(caller, services.create(user=caller.user, name=body.name, command=command))


@operation("GET studies/<id:study_id>", "getStudy", needs="study:read", tag="studies", refusals={404}, scope="replays")
def get_study(caller: Own, *, study_id: str) -> StudyShape:
    """Get a study with its chapters and comments, as far as you may see them."""
    count_reader(caller.request.user, "replays")
    return _seen(caller, study_id)


@operation("POST studies/<id:study_id>/edit", "editStudy", needs="study:write", tag="studies", scope="studies")
def edit_study(caller: Own, *, study_id: str, body: EditStudy, command: str | None) -> StudyShape:
    """Change the name of a study, or, as its owner, who reads it.

    A study with a chapter of a table of a private club can be for that club's members or for its editors alone.
    """
    services.edit(
        user=caller.user,
        study_id=study_id,
        name=body.name,
        seen=body.version,
        to=body.reach,
        club=body.club,
        command=command,
    )
    return _seen(caller, study_id)


@operation("POST studies/<id:study_id>/delete", "deleteStudy", needs="study:write", tag="studies", scope="studies")
def delete_study(caller: Own, *, study_id: str, command: str | None) -> ReportedStudy:
    """Delete a study that you own, with all that was written there."""
    services.delete(user=caller.user, study_id=study_id, command=command)
    return ReportedStudy()


@operation("POST studies/<id:study_id>/editors", "addStudyEditor", needs="study:write", tag="studies", scope="studies")
def add_editor(caller: Own, *, study_id: str, body: StudyEditor, command: str | None) -> StudyShape:
    """Let somebody else edit a study that you own."""
    services.add_editor(user=caller.user, study_id=study_id, name=body.player, command=command)
    return _seen(caller, study_id)


@operation(
    "POST studies/<id:study_id>/editors/remove",
    "removeStudyEditor",
    needs="study:write",
    tag="studies",
    scope="studies",
)
def remove_editor(caller: Own, *, study_id: str, body: StudyEditor, command: str | None) -> StudyShape:
    """Let somebody edit your study no more."""
    services.remove_editor(user=caller.user, study_id=study_id, name=body.player, command=command)
    return _seen(caller, study_id)


@operation(
    "POST studies/<id:study_id>/chapters",
    "addStudyChapter",
    needs="study:write",
    tag="studies",
    status=201,
    scope="studies",
)
def add_chapter(caller: Own, *, study_id: str, body: AddChapter, command: str | None) -> StudyShape:
    """Add a game: of a table that is over, of moves tried there, or written down as text.

    The study keeps a copy of its own, with the digest of the record.
    """
    source = source_of(body.source)
    contents.add_chapter(user=caller.user, study_id=study_id, title=body.title, source=source, command=command)
    return _seen(caller, study_id)


@operation(
    "POST studies/<id:study_id>/chapters/<id:chapter_id>/remove",
    "removeStudyChapter",
    needs="study:write",
    tag="studies",
    scope="studies",
)
def remove_chapter(
    caller: Own, *, study_id: str, chapter_id: str, body: RemoveFromStudy, command: str | None
) -> StudyShape:
    """Take a chapter out, with its comments.

    Without `version` nothing that was saved meanwhile keeps it. One that you may not see is removed without it.
    """
    contents.remove_chapter(user=caller.user, study_id=study_id, chapter=chapter_id, seen=body.version, command=command)
    return _seen(caller, study_id)


@operation(
    "POST studies/<id:study_id>/comments", "saveStudyComment", needs="study:write", tag="studies", scope="studies"
)
def save_comment(caller: Own, *, study_id: str, body: SaveComment, command: str | None) -> StudyShape:
    """Say something at a moment of a chapter, or save a comment again.

    Several may write at once: a comment that somebody else has saved since you read it is not overwritten (409,
    `overtaken`), and the refusal says what stands there now.
    """
    contents.save_comment(
        user=caller.user,
        study_id=study_id,
        chapter=body.chapter,
        seq=body.seq,
        text=body.text,
        rings=body.rings,
        arrows=tuple((start, end) for start, end in body.arrows),
        comment=body.comment,
        seen=body.version,
        command=command,
    )
    return _seen(caller, study_id)


@operation(
    "POST studies/<id:study_id>/comments/<id:comment_id>/remove",
    "removeStudyComment",
    needs="study:write",
    tag="studies",
    scope="studies",
)
def remove_comment(
    caller: Own, *, study_id: str, comment_id: str, body: RemoveFromStudy, command: str | None
) -> StudyShape:
    """Take a comment out."""
    contents.remove_comment(user=caller.user, study_id=study_id, comment=comment_id, seen=body.version, command=command)
    return _seen(caller, study_id)


@operation("POST studies/<id:study_id>/report", "reportStudy", needs="study:write", tag="studies", scope="people")
def report_study(caller: Own, *, study_id: str, body: ReportStudy, command: str | None) -> ReportedStudy:
    """Have the staff look at a study, or at one comment in it."""
    reports.report(user=caller.user, study_id=study_id, comment=body.comment, cause=body.cause)
    return ReportedStudy()


def _seen(caller: Own, study_id: str) -> StudyShape:
    return study_of(selectors.seen(study_id, caller.request.user), caller.viewer)
