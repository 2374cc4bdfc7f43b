"""What follows from a request about a study: events, or a refusal. Pure."""

from typing import Final

from engine.events import Event
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.learning.studies import events
from tournaments.learning.studies.errors import (
    NotAllowed,
    Overtaken,
    Refused,
    UnknownChapter,
    UnknownComment,
    UnknownStudy,
)
from tournaments.learning.studies.events import Reach
from tournaments.learning.studies.study import Chapter, Study, Words

MOST_EDITORS: Final = 20
MOST_CHAPTERS: Final = 40
MOST_COMMENTS: Final = 500
MOST_OF_GAMES: Final = 250_000
"""Characters of all games of a study, in text notation."""


def check_edits(study: Study, user: int) -> None:
    if study.deleted:
        raise UnknownStudy
    if user not in study.people:
        raise NotAllowed("not_an_editor", _("Only those who edit this study may do that."))


def check_owns(study: Study, user: int) -> None:
    check_edits(study, user)
    if user != study.owner:
        raise NotAllowed("not_the_owner", _("Only the owner of this study may do that."))


def rename(study: Study, name: str, by: int, seen: int | None) -> list[Event]:
    check_edits(study, by)
    return [] if _unchanged(study.name, name, seen) else [events.Renamed(name, by)]


def set_reach(study: Study, reach: Reach, club: str | None, by: int) -> list[Event]:
    check_owns(study, by)
    return [] if (reach, club) == (study.reach, study.club) else [events.ReachSet(reach, club)]


def add_editor(study: Study, user: int, by: int) -> list[Event]:
    check_owns(study, by)
    if user in study.people:
        return []
    if len(study.editors) >= MOST_EDITORS:
        raise Refused("too_many_editors", Text(_("At most {most} others edit a study."), {"most": MOST_EDITORS}))
    return [events.EditorAdded(user)]


def remove_editor(study: Study, user: int, by: int) -> list[Event]:
    """The owner removes anybody; everybody themselves."""
    check_edits(study, by)
    if by not in (study.owner, user):
        raise NotAllowed("not_the_owner", _("Only the owner of this study may do that."))
    return [events.EditorRemoved(user)] if user in study.editors else []


def delete(study: Study) -> list[Event]:
    return [] if study.deleted else [events.Deleted()]


def let_go(study: Study, user: int) -> list[Event]:
    """The account of *user* ends: their comments go with their words, another editor owns the study then, and where
    there is none it goes."""
    said = [events.CommentRemoved(each.id) for each in study.comments.values() if each.words.by == user]
    if user in study.editors:
        return [*said, events.EditorRemoved(user)]
    if study.deleted or user != study.owner:
        return []
    return [*said, events.HandedOver(study.editors[0])] if study.editors else [events.Deleted()]


# -- chapters


def add_chapter(study: Study, added: events.ChapterAdded) -> list[Event]:
    check_edits(study, added.by)
    if len(study.chapters) >= MOST_CHAPTERS:
        text = _("A study has at most {most} chapters.")
        raise Refused("too_many_chapters", Text(text, {"most": MOST_CHAPTERS}))
    if sum(len(each.game) for each in study.chapters.values()) + len(added.game) > MOST_OF_GAMES:
        raise Refused("too_large", _("The games of this study are too long together. Begin another study."))
    return [added]


def rename_chapter(study: Study, chapter: str, title: str, by: int, seen: int | None) -> list[Event]:
    check_edits(study, by)
    if _unchanged(chapter_of(study, chapter).title, title, seen):
        return []
    return [events.ChapterRenamed(chapter, title, by)]


def move_chapter(study: Study, chapter: str, before: str, by: int) -> list[Event]:
    """To the place *before* another chapter, or behind all if that is empty."""
    check_edits(study, by)
    for each in filter(None, (chapter, before)):
        chapter_of(study, each)
    others = [each for each in study.chapters if each != chapter]
    place = others.index(before) if before in others else len(others)
    unmoved = before == chapter or list(study.chapters)[place] == chapter
    return [] if unmoved else [events.ChapterMoved(chapter, place)]


def remove_chapter(study: Study, chapter: str, seen: int | None) -> list[Event]:
    """Raises :class:`Overtaken` if its title or a comment has been saved since version *seen*."""
    if chapter not in study.chapters:
        return []
    _check_version(study.newest(chapter), seen)
    return [events.ChapterRemoved(chapter)]


def chapter_of(study: Study, chapter: str) -> Chapter:
    if chapter not in study.chapters:
        raise UnknownChapter
    return study.chapters[chapter]


# -- comments


def save_comment(study: Study, saved: events.CommentSaved, *, seen: int | None) -> list[Event]:
    """A new comment, with *seen* one that its author has seen in that version. Raises :class:`Overtaken`."""
    check_edits(study, saved.marks_by)
    chapter_of(study, saved.chapter)
    known = study.comments.get(saved.comment)
    if known is None:
        if seen is not None:
            raise UnknownComment
        _check_room(study)
        return [saved]
    if known.chapter != saved.chapter:
        raise UnknownComment
    if (known.words.text, known.seq, known.rings, known.arrows) == (saved.text, saved.seq, saved.rings, saved.arrows):
        return []
    _check_version(known.words, seen)
    return [saved]


def _check_room(study: Study) -> None:
    if len(study.comments) >= MOST_COMMENTS:
        text = _("A study has at most {most} comments.")
        raise Refused("too_many_comments", Text(text, {"most": MOST_COMMENTS}))


def remove_comment(study: Study, comment: str, by: int, seen: int | None) -> list[Event]:
    """Raises :class:`Overtaken` if it has been saved since *by* saw it."""
    check_edits(study, by)
    known = study.comments.get(comment)
    if known is None:
        return []
    _check_version(known.words, seen)
    return [events.CommentRemoved(comment)]


def take_out(study: Study, comment: str) -> list[Event]:
    """For those who moderate: it goes in any version."""
    return [events.CommentRemoved(comment)] if comment in study.comments else []


def _unchanged(now: Words, text: str, seen: int | None) -> bool:
    """Whether *text* stands there already; if not, :func:`_check_version`."""
    if now.text != text:
        _check_version(now, seen)
    return now.text == text


def _check_version(now: Words, seen: int | None) -> None:
    """Raises :class:`Overtaken` where *seen* is an older version than that of *now*."""
    if seen is not None and seen != now.version:
        raise Overtaken(now.text, now.version)
