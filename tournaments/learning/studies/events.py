"""What happens to a study. Words are named by the ids of texts, which can be erased; people are users' ids."""

from typing import Final, Literal, TypeAlias

from engine.codec import Codec
from engine.events import Event, Public
from tournaments.tables.marks import Arrow, Mark

Reach: TypeAlias = Literal["own", "link", "club", "public"]
"""Who reads it: those who edit it; anybody who has its address; the members of a club; everybody, and it is listed."""


class Created(Public, frozen=True):
    kind = "study.created"
    study: str
    owner: int
    name: str


class Renamed(Public, frozen=True):
    kind = "study.renamed"
    name: str
    by: int


class ReachSet(Public, frozen=True):
    """``club`` is there for the reach ``club`` alone."""

    kind = "study.reach_set"
    reach: Reach
    club: str | None


class EditorAdded(Public, frozen=True):
    kind = "study.editor_added"
    user: int


class EditorRemoved(Public, frozen=True):
    """By the owner, or by themselves."""

    kind = "study.editor_removed"
    user: int


class HandedOver(Public, frozen=True):
    """The owner's account has ended: it is the study of one of its editors now."""

    kind = "study.handed_over"
    to: int


class Deleted(Public, frozen=True):
    kind = "study.deleted"


class ChapterAdded(Public, frozen=True):
    """``game`` is in text notation, without names and words. ``seq`` is the event of that game where it opens.

    ``players`` sat at the ``table`` that it was taken from, whose record had the ``digest`` (hex); ``names``, by seat,
    is a text in the place of players for a game that somebody wrote down.
    """

    kind = "study.chapter_added"
    chapter: str
    title: str
    by: int
    game: str
    seq: int
    table: str | None
    digest: str
    players: tuple[int | None, ...]
    names: str | None


class ChapterRenamed(Public, frozen=True):
    kind = "study.chapter_renamed"
    chapter: str
    title: str
    by: int


class ChapterMoved(Public, frozen=True):
    """``place`` counts from 0."""

    kind = "study.chapter_moved"
    chapter: str
    place: int


class ChapterRemoved(Public, frozen=True):
    """With its comments."""

    kind = "study.chapter_removed"
    chapter: str


class CommentSaved(Public, frozen=True):
    """At the position after event ``seq`` of the chapter's game; a comment that was there before is this one now.

    ``by`` wrote the text, ``marks_by`` saved it with these marks."""

    kind = "study.comment_saved"
    version = 2
    comment: str
    chapter: str
    seq: int
    text: str
    by: int
    rings: tuple[Mark, ...]
    arrows: tuple[Arrow, ...]
    marks_by: int


class CommentRemoved(Public, frozen=True):
    kind = "study.comment_removed"
    comment: str


STUDY_EVENTS: Final = (
    Created,
    Renamed,
    ReachSet,
    EditorAdded,
    EditorRemoved,
    HandedOver,
    Deleted,
    ChapterAdded,
    ChapterRenamed,
    ChapterMoved,
    ChapterRemoved,
    CommentSaved,
    CommentRemoved,
)
CODEC: Codec[Event] = Codec(
    STUDY_EVENTS, upcasts={(CommentSaved.kind, 1): lambda fields: fields | {"marks_by": fields["by"]}}
)
