"""Reads about studies: one as somebody may know it, lists of them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Q, QuerySet, When

from accounts import privacy
from accounts import selectors as accounts
from accounts.models import User
from tournaments.learning.studies import reach, written
from tournaments.learning.studies.chapters import seats_of
from tournaments.learning.studies.errors import UnknownChapter, UnknownStudy
from tournaments.learning.studies.events import Reach
from tournaments.learning.studies.models import Study as Row
from tournaments.learning.studies.streams import STUDIES
from tournaments.learning.studies.study import Chapter, Study, Words
from tournaments.platform import places
from tournaments.tables.marks import Arrow, Mark

Reader = User | AnonymousUser | None


class Said(NamedTuple):
    """A comment. ``by`` is a name; ``version`` is the number that a save of it has to name; ``at`` epoch ms."""

    id: str
    seq: int
    text: str
    by: str
    author: int
    version: int
    at: int
    rings: tuple[Mark, ...]
    arrows: tuple[Arrow, ...]


class Part(NamedTuple):
    """A chapter. ``title`` is empty once its author's account is gone; ``names`` are those of the seats; ``newest`` is
    the version of what was saved last, title or comment."""

    id: str
    title: str
    version: int
    newest: int
    game: str
    seq: int
    table: str | None
    digest: str
    names: tuple[str, ...]
    comments: tuple[Said, ...]


class Seen(NamedTuple):
    """A study as its reader may know it: of the chapters whose table they may not see there are the ids alone."""

    id: str
    name: str
    version: int
    reach: Reach
    club: str | None
    owner: str
    editors: tuple[str, ...]
    parts: tuple[Part, ...]
    hidden: tuple[str, ...]
    edits: bool
    owns: bool
    changed_at: int

    def part(self, chapter: str) -> Part:
        """Raises :class:`UnknownChapter`."""
        for part in self.parts:
            if part.id == chapter:
                return part
        raise UnknownChapter


class Brief(NamedTuple):
    """A study in a list. ``changed_at`` is epoch ms."""

    id: str
    name: str
    owner: str
    reach: Reach
    chapters: int
    changed_at: int


def check_seen(study_id: str, user: Reader) -> None:
    """Raises :class:`UnknownStudy` unless *user* may read it; its owner may ask again about one that is deleted."""
    study = STUDIES.current(study_id).state
    if not (reach.may_read(study, user) or (study.deleted and user is not None and user.pk == study.owner)):
        raise UnknownStudy


def seen(study_id: str, user: Reader) -> Seen:
    """Raises :class:`UnknownStudy`."""
    study = reach.readable(study_id, user)
    hidden = reach.hidden(study, user)
    shown = [chapter for key, chapter in study.chapters.items() if key not in hidden]
    own = user.pk if user is not None else None
    words = _Words(study, shown, own)
    return Seen(
        id=study.id,
        name=words.of(study.name),
        version=study.name.version,
        reach=study.reach,
        club=reach.known_club(study, user),
        owner=words.called(study.owner),
        editors=tuple(words.called(each) for each in study.editors),
        parts=tuple(words.part(chapter) for chapter in shown),
        hidden=tuple(key for key in study.chapters if key in hidden),
        edits=own in study.people,
        owns=own == study.owner,
        changed_at=study.changed_at,
    )


class _Words:
    """The words and names of a study, asked for at once: three queries."""

    def __init__(self, study: Study, shown: Sequence[Chapter], reader: int | None) -> None:
        self._study, self._reader = study, reader
        keys = {chapter.id for chapter in shown}
        self._comments = [each for each in study.comments.values() if each.chapter in keys]
        named = [study.name.text, *(each.title.text for each in shown), *(each.names for each in shown)]
        self._texts = written.read([*named, *(each.words.text for each in self._comments)])
        players = {user for each in shown for user in each.players if user is not None}
        self._hiding = frozenset(user for user, own in privacy.of_many(players).items() if not own.show_games)
        self._names = accounts.called({*study.people, *players, *(each.words.by for each in self._comments)})

    def of(self, words: Words) -> str:
        return self._texts.get(words.text, "")

    def called(self, user: int | None) -> str:
        found = self._names.get(user) if user is not None else None
        return found.name if found else ""

    def part(self, chapter: Chapter) -> Part:
        return Part(
            id=chapter.id,
            title=self.of(chapter.title),
            version=chapter.title.version,
            newest=self._study.newest(chapter.id).version,
            game=chapter.game,
            seq=chapter.seq,
            table=chapter.table,
            digest=chapter.digest,
            names=tuple(self._seats(chapter)),
            comments=tuple(self._said(chapter.id)),
        )

    def _seats(self, chapter: Chapter) -> list[str]:
        """The names of the seats. Of a table those who hide their games are named to who sat there alone."""
        if chapter.table is not None:
            hidden = frozenset() if self._reader in chapter.players else self._hiding
            return [self.called(None if user in hidden else user) for user in chapter.players]
        written_down = self._texts.get(chapter.names or "", "")
        return written_down.split("\n") if written_down else [""] * seats_of(chapter.game)

    def _said(self, chapter: str) -> list[Said]:
        """In the order of the game; one whose words were erased is not there."""
        own = [each for each in self._comments if each.chapter == chapter and each.words.text in self._texts]
        return [
            Said(
                id=each.id,
                seq=each.seq,
                text=self.of(each.words),
                by=self.called(each.words.by),
                author=each.words.by,
                version=each.words.version,
                at=each.words.at,
                rings=each.rings,
                arrows=each.arrows,
            )
            for each in sorted(own, key=lambda each: each.seq)
        ]


def public(*, limit: int, offset: int = 0) -> list[Brief]:
    """Those that are for everybody and show something, the last changed first."""
    return _listed(Row.objects.filter(reach="public", chapters__gt=0).order_by("-changed_at", "id"), limit, offset)


def of_user(user: User, *, limit: int, offset: int = 0) -> list[Brief]:
    """Those that *user* edits, their own first: others may ask somebody to any number."""
    edited = Row.objects.filter(people__contains=[user.pk])
    own = Case(When(owner=user.pk, then=0), default=1)
    return _listed(edited.order_by(own, "-changed_at", "id"), limit, offset)


def of_clubs(clubs: Iterable[str], *, limit: int, offset: int = 0) -> list[Brief]:
    """Those for the members of *clubs*."""
    rows = Row.objects.filter(Q(reach="club"), club__in=list(clubs)).order_by("-changed_at", "id")
    return _listed(rows, limit, offset)


def _listed(rows: QuerySet[Row], limit: int, offset: int) -> list[Brief]:
    found = list(places.part(rows, limit, offset))
    words = written.read(row.name for row in found)
    names = accounts.called(row.owner for row in found)
    return [
        Brief(
            id=row.id,
            name=words.get(row.name, ""),
            owner=names[row.owner].name if row.owner in names else "",
            reach=row.reach,  # type: ignore[arg-type]
            chapters=row.chapters,
            changed_at=row.changed_at,
        )
        for row in found
    ]
