"""What programs read and send of studies."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from tournaments.clubs.read import ClubAt, club_at
from tournaments.learning.studies.events import Reach
from tournaments.learning.studies.selectors import Brief, Part, Said, Seen
from tournaments.learning.studies.written import LONGEST, LONGEST_NAME
from tournaments.tables.web.api.mark_shapes import Arrows, Marks

Name: TypeAlias = Annotated[str, Meta(max_length=4 * LONGEST_NAME, description=f"{LONGEST_NAME} characters at most.")]
Id: TypeAlias = Annotated[str, Meta(max_length=10)]
Moment: TypeAlias = Annotated[
    int, Meta(ge=0, le=2**31, description="The event of the chapter's game after which the position stands, from 1.")
]
Version: TypeAlias = Annotated[
    int | None, Meta(description="The version that you have read. If it is not the last one, nothing is saved (409).")
]


class StudyBrief(Struct, frozen=True):
    """A study in a list. Times are epoch milliseconds."""

    id: str
    name: Annotated[str, Meta(description="Empty once the account of its author is erased.")]
    owner: str
    reach: Reach
    chapters: int
    changed_at: int


class StudyComment(Struct, frozen=True):
    """What somebody says at a moment of a chapter."""

    id: str
    seq: Moment
    text: Annotated[str, Meta(description="Markdown.")]
    by: str
    version: Annotated[int, Meta(description="To be named when it is saved again.")]
    at: int
    rings: Marks
    arrows: Arrows


class StudyChapter(Struct, frozen=True):
    """A game with what is said of it."""

    id: str
    title: str
    version: Annotated[int, Meta(description="Of the title.")]
    newest: Annotated[
        int, Meta(description="Of what was saved last, title or comment: to be named when it is removed.")
    ]
    game: Annotated[str, Meta(description="In text notation, without names.")]
    seq: Annotated[int, Meta(description="The event of that game where the chapter opens.")]
    table: Annotated[str | None, Meta(description="Where it was played here, unless it came as text.")]
    digest: Annotated[str, Meta(description="Of that table's record when it was taken over; empty for a text.")]
    names: Annotated[tuple[str, ...], Meta(description="By seat.")]
    comments: tuple[StudyComment, ...]


class StudyShape(Struct, frozen=True):
    """A study as you may know it."""

    id: str
    name: str
    version: Annotated[int, Meta(description="Of the name.")]
    reach: Annotated[Reach, Meta(description="Who reads it: `own` are those who edit it.")]
    club: Annotated[ClubAt | None, Meta(description="Whose members read it, for the reach `club`.")]
    owner: str
    editors: tuple[str, ...]
    chapters: tuple[StudyChapter, ...]
    hidden: Annotated[int, Meta(description="Chapters of tables that you may not see.")]
    hidden_chapters: Annotated[
        tuple[str, ...], Meta(description="Their ids, told to editors alone, who may remove them.")
    ]
    edits: Annotated[bool, Meta(description="Whether you may edit it.")]
    changed_at: int


class CreateStudy(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class EditStudy(Struct, frozen=True, forbid_unknown_fields=True):
    """What is left out stays. ``club`` goes with the reach `club`."""

    name: Name | None = None
    version: Version = None
    reach: Reach | None = None
    club: Id | None = None


class AddChapter(Struct, frozen=True, forbid_unknown_fields=True):
    title: Name
    source: Annotated[
        str,
        Meta(
            max_length=40_000,
            description="The address of a replay (`/tables/{table_id}/replay?move=7`; `after` and `line` are moves "
            "that were tried), or a game in text notation.",
        ),
    ]


class SaveComment(Struct, frozen=True, forbid_unknown_fields=True):
    """Without ``comment`` a new one; with it, that one again, and ``version`` is needed."""

    chapter: Id
    seq: Moment
    text: Annotated[str, Meta(max_length=4 * LONGEST, description=f"Markdown, {LONGEST} characters at most.")] = ""
    rings: Marks = ()
    arrows: Arrows = ()
    comment: Id | None = None
    version: Version = None


class RemoveFromStudy(Struct, frozen=True, forbid_unknown_fields=True):
    version: Version = None


class StudyEditor(Struct, frozen=True, forbid_unknown_fields=True):
    player: Annotated[str, Meta(max_length=150, description="Their public name.")]


class ReportStudy(Struct, frozen=True, forbid_unknown_fields=True):
    cause: Annotated[str, Meta(max_length=8, description="`insult`, `spam`, `cheating` or `other`.")]
    comment: Annotated[str, Meta(max_length=10, description="Empty: the study as a whole.")] = ""


def brief_of(found: Brief) -> StudyBrief:
    return StudyBrief(**found._asdict())


def study_of(seen: Seen, viewer: int | None) -> StudyShape:
    same = ("id", "name", "version", "reach", "owner", "editors", "edits", "changed_at")
    return StudyShape(
        club=club_at(seen.club, viewer),
        chapters=tuple(map(_chapter, seen.parts)),
        hidden=len(seen.hidden),
        hidden_chapters=seen.hidden if seen.edits else (),
        **{name: getattr(seen, name) for name in same},
    )


def _chapter(part: Part) -> StudyChapter:
    return StudyChapter(**part._asdict() | {"comments": tuple(map(_comment, part.comments))})


def _comment(said: Said) -> StudyComment:
    same = ("id", "seq", "text", "by", "version", "at", "rings", "arrows")
    return StudyComment(**{name: getattr(said, name) for name in same})
