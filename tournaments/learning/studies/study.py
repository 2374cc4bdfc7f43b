"""A study, as its events make it. Pure."""

from collections.abc import Iterable
from functools import reduce

from msgspec import Struct
from msgspec.structs import replace

from engine.events import Event
from tournaments.learning.studies import events
from tournaments.learning.studies.events import Reach
from tournaments.tables.marks import Arrow, Mark


class Words(Struct, frozen=True):
    """A text as it was saved last: its id, by whom, by which event (its version), when (epoch ms)."""

    text: str
    by: int
    version: int
    at: int


class Comment(Struct, frozen=True):
    """At the position after event ``seq`` of the game of ``chapter``."""

    id: str
    chapter: str
    seq: int
    words: Words
    rings: tuple[Mark, ...]
    arrows: tuple[Arrow, ...]


class Chapter(Struct, frozen=True):
    """See :class:`~tournaments.learning.studies.events.ChapterAdded`."""

    id: str
    title: Words
    game: str
    seq: int
    table: str | None
    digest: str
    players: tuple[int | None, ...]
    names: str | None


class Study(Struct, frozen=True):
    """``chapters`` are in their order, ``comments`` in the order in which they were first saved. Times are epoch ms."""

    id: str
    owner: int = 0
    name: Words = Words("", 0, 0, 0)
    reach: Reach = "own"
    club: str | None = None
    editors: tuple[int, ...] = ()
    chapters: dict[str, Chapter] = {}
    comments: dict[str, Comment] = {}
    created_at: int = 0
    changed_at: int = 0
    deleted: bool = False

    @property
    def people(self) -> tuple[int, ...]:
        """Who may edit it."""
        return (self.owner, *self.editors)

    @property
    def tables(self) -> tuple[str, ...]:
        """Those that chapters were taken from."""
        return tuple(sorted({chapter.table for chapter in self.chapters.values() if chapter.table}))

    @property
    def texts(self) -> frozenset[str]:
        """The ids of all its words."""
        titles = (chapter.title.text for chapter in self.chapters.values())
        names = (chapter.names for chapter in self.chapters.values() if chapter.names)
        said = (comment.words.text for comment in self.comments.values())
        return frozenset(filter(None, (self.name.text, *titles, *names, *said)))

    def newest(self, chapter: str) -> Words:
        """What was saved last of *chapter*: its title or a comment."""
        said = [comment.words for comment in self.comments.values() if comment.chapter == chapter]
        return max([self.chapters[chapter].title, *said], key=lambda words: words.version)


def fold(told: Iterable[Event], start: Study, at: int, seq: int) -> Study:
    """*start* after the events *told* at *at*; *seq* is the number of the last one."""
    found = list(told)
    numbered = enumerate(found, start=seq - len(found) + 1)
    return reduce(lambda study, one: replace(_after(study, one[1], at, one[0]), changed_at=at), numbered, start)


def _after(study: Study, event: Event, at: int, seq: int) -> Study:
    match event:
        case events.Created():
            name = Words(event.name, event.owner, seq, at)
            return replace(study, owner=event.owner, name=name, created_at=at)
        case events.Renamed():
            return replace(study, name=Words(event.name, event.by, seq, at))
        case events.ReachSet():
            return replace(study, reach=event.reach, club=event.club)
        case events.Deleted():
            return Study(study.id, study.owner, created_at=study.created_at, deleted=True)
        case events.EditorAdded() | events.EditorRemoved() | events.HandedOver():
            return _with_people(study, event)
        case events.CommentSaved() | events.CommentRemoved():
            return replace(study, comments=_comments(study, event, at, seq))
        case _:
            return _with_chapters(study, event, at, seq)


def _with_people(study: Study, event: events.EditorAdded | events.EditorRemoved | events.HandedOver) -> Study:
    match event:
        case events.EditorAdded(user=user):
            return replace(study, editors=(*study.editors, user))
        case events.EditorRemoved(user=user):
            return replace(study, editors=tuple(each for each in study.editors if each != user))
        case events.HandedOver(to=to):
            return replace(study, owner=to, editors=tuple(each for each in study.editors if each != to))


def _comments(
    study: Study, event: events.CommentSaved | events.CommentRemoved, at: int, seq: int
) -> dict[str, Comment]:
    if isinstance(event, events.CommentRemoved):
        return {key: each for key, each in study.comments.items() if key != event.comment}
    words = Words(event.text, event.by, seq, at)
    saved = Comment(event.comment, event.chapter, event.seq, words, event.rings, event.arrows)
    return {**study.comments, event.comment: saved}


def _with_chapters(study: Study, event: Event, at: int, seq: int) -> Study:
    chapters = study.chapters
    match event:
        case events.ChapterAdded():
            kept = (event.game, event.seq, event.table, event.digest, event.players, event.names)
            made = Chapter(event.chapter, Words(event.title, event.by, seq, at), *kept)
            return replace(study, chapters={**chapters, event.chapter: made})
        case events.ChapterRenamed(chapter=key):
            renamed = replace(chapters[key], title=Words(event.title, event.by, seq, at))
            return replace(study, chapters={**chapters, key: renamed})
        case events.ChapterMoved(chapter=key, place=place):
            order = [each for each in chapters if each != key]
            order.insert(place, key)
            return replace(study, chapters={each: chapters[each] for each in order})
        case events.ChapterRemoved(chapter=key):
            left = {each: chapter for each, chapter in chapters.items() if each != key}
            said = {each: comment for each, comment in study.comments.items() if comment.chapter != key}
            return replace(study, chapters=left, comments=said)
    raise TypeError(f"no event of a study: {event!r}")
