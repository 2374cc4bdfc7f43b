"""Writes: the chapters of a study and the comments in them, as in :mod:`~tournaments.learning.studies.services`."""

from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.kit import faces
from tournaments.learning.studies import chapters, decisions, events, reach, written
from tournaments.learning.studies.asking import ask, count, same, say
from tournaments.learning.studies.chapters import Game, Source
from tournaments.learning.studies.errors import Refused, UnknownChapter
from tournaments.learning.studies.streams import STUDIES
from tournaments.learning.studies.study import Chapter, Study
from tournaments.log import sources, texts
from tournaments.log.commands import command_for
from tournaments.platform import limits
from tournaments.tables import catalogue, marks
from tournaments.tables import clubs as table_clubs
from tournaments.tables.marks import Arrow, Mark


def add_chapter(
    *, user: User, study_id: str, title: str, source: Source, command: str | None = None
) -> tuple[Study, str]:
    """Take the game of *source*; the study as it is then, and the chapter's id.

    Raises ``Refused`` for what cannot be read or played, or what fewer may see than read the study (``too_public``),
    ``WrongStatus`` for a table that is not over, and ``UnknownTable``.
    """
    count(user)
    limits.count("positions", user=user.pk, guest=user.is_guest)  # its moves are looked for
    title = written.checked(title, written.LONGEST_NAME, "title")
    now = STUDIES.current(study_id).state
    decisions.check_edits(now, user.pk)
    game = _game(now, source, user)
    chapter = sources.id_for(user.pk, f"chapter/{study_id}/{command}") if command else sources.new_id()
    added = _added(user, study_id, chapter, title, game, command)

    def decide(study: Study) -> Sequence[Event]:
        found = decisions.add_chapter(study, added)
        reach.check_tables(study.reach, study.club, [game.table] if game.table else [])
        return found

    with transaction.atomic():
        texts.keep(added.title, author=user.pk, body=title)
        if added.names is not None:
            texts.keep(added.names, author=user.pk, body="\n".join(game.names))
        asked = command_for(command, "add chapter", added.title, game.text, game.seq, game.table, added.names)
        return STUDIES.carry_out(study_id, decide, actor=user.pk, command=asked), chapter


def _game(study: Study, source: Source, user: User) -> Game:
    """A line beside another chapter is of the same table, and as much for nobody else. One of another study is read
    as *user* may read that."""
    if source.table:
        table_clubs.check_seen(source.table, user)
    if not source.chapter:
        return chapters.game_of(source)
    if source.study not in ("", study.id):
        study = reach.readable(source.study, user)
    base = _chapter(study, source.chapter, user)
    game = chapters.game_of(source._replace(text=base.game))
    names = written.read([base.names]).get(base.names or "", "").split("\n") if base.names else ()
    return game._replace(names=tuple(names), table=base.table, digest=base.digest, players=base.players)


def _added(user: User, study: str, chapter: str, title: str, game: Game, command: str | None) -> events.ChapterAdded:
    names = "\n".join(game.names)
    return events.ChapterAdded(
        chapter=chapter,
        title=written.text_id(study, user.pk, command, "title", title),
        by=user.pk,
        game=game.text,
        seq=game.seq,
        table=game.table,
        digest=game.digest,
        players=game.players,
        names=written.text_id(study, user.pk, command, "names", names) if names.strip() else None,
    )


def rename_chapter(
    *, user: User, study_id: str, chapter: str, title: str, seen: int | None = None, command: str | None = None
) -> Study:
    title = written.checked(title, written.LONGEST_NAME, "title")

    def decide(study: Study, text: str) -> Sequence[Event]:
        decisions.check_edits(study, user.pk)
        now = _chapter(study, chapter, user).title.text
        return decisions.rename_chapter(study, chapter, same(now, title, text), user.pk, seen)

    return say(user, study_id, f"title/{chapter}", title, decide, command, seen)


def move_chapter(*, user: User, study_id: str, chapter: str, before: str, command: str | None = None) -> Study:
    """To the place *before* another chapter, or behind all if that is empty."""

    def decide(study: Study) -> Sequence[Event]:
        decisions.check_edits(study, user.pk)
        _chapter(study, chapter, user)
        return decisions.move_chapter(study, chapter, before, user.pk)

    return ask(user, study_id, decide, command_for(command, "move chapter", chapter, before))


def remove_chapter(
    *, user: User, study_id: str, chapter: str, seen: int | None = None, command: str | None = None
) -> Study:
    """With its comments, also one whose table *user* may not see any more: of that they see no version. Again it
    changes nothing."""

    def decide(study: Study) -> Sequence[Event]:
        decisions.check_edits(study, user.pk)
        if seen is not None and chapter in study.chapters:
            _chapter(study, chapter, user)
        return decisions.remove_chapter(study, chapter, seen)

    return ask(user, study_id, decide, command_for(command, "remove chapter", chapter, seen))


# -- comments


def save_comment(
    *,
    user: User,
    study_id: str,
    chapter: str,
    seq: int,
    text: str,
    rings: tuple[Mark, ...] = (),
    arrows: tuple[Arrow, ...] = (),
    comment: str | None = None,
    seen: int | None = None,
    command: str | None = None,
) -> tuple[Study, str]:
    """A new comment at the position after event *seq* of the chapter's game, or *comment* saved again, whose version
    *seen* was read; the study as it is then, and the comment's id. With marks it needs no words."""
    body = written.checked(text, written.LONGEST, "text", optional=bool(rings or arrows))
    made = sources.id_for(user.pk, f"comment/{study_id}/{command}") if command else sources.new_id()
    key, version = (comment, seen or 0) if comment is not None else (made, None)

    def decide(study: Study, name: str) -> Sequence[Event]:
        decisions.check_edits(study, user.pk)
        _check_marked(_chapter(study, chapter, user), seq, rings, arrows)
        known = study.comments.get(key)
        said = same(known.words.text, body, name) if known else name
        by = known.words.by if known and said == known.words.text else user.pk
        found = events.CommentSaved(key, chapter, seq, said, by, rings, arrows, user.pk)
        return decisions.save_comment(study, found, seen=version)

    asked = (chapter, seq, rings, arrows, comment, seen)
    return say(user, study_id, f"comment/{key}", body, decide, command, *asked), key


def _chapter(study: Study, chapter: str, user: User) -> Chapter:
    """Raises ``UnknownChapter`` also for one whose table *user* may not see."""
    known = decisions.chapter_of(study, chapter)
    if known.table is not None and not reach.sees(known.table, user):
        raise UnknownChapter
    return known


def _check_marked(chapter: Chapter, seq: int, rings: tuple[Mark, ...], arrows: tuple[Arrow, ...]) -> None:
    """Raises ``Refused`` for a moment that the game does not have, and for marks that cannot be drawn."""
    moments = chapters.played(chapter.game)
    if not 0 < seq <= moments[-1][1].seq:
        raise Refused("bad_moment", _("This game has no such moment."), field="seq")
    last = moments[-1][1]
    deck = catalogue.game(last.facts.game).deck
    marks.check(rings, arrows, seats=len(last.chairs), is_card=lambda code: faces.known(deck, code))


def remove_comment(
    *, user: User, study_id: str, comment: str, seen: int | None = None, command: str | None = None
) -> Study:
    def decide(study: Study) -> Sequence[Event]:
        decisions.check_edits(study, user.pk)
        if comment in study.comments:
            _chapter(study, study.comments[comment].chapter, user)
        return decisions.remove_comment(study, comment, user.pk, seen)

    return ask(user, study_id, decide, command_for(command, "remove comment", comment, seen))
