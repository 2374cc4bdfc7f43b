"""What a personal stream tells, read from the log and the inbox. Everything here asks the database.

Tables come by their place in the log, notices by their number; both only once nothing can come before them any more.
So a cursor says exactly what a client has been told, and what of it is overtaken is not told again.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from django.utils import translation

from tournaments.log import positions, sources
from tournaments.notices import naming, numbers
from tournaments.notices.models import Notice
from tournaments.notices.personal.lines import Cursor, Line, NoticeNow, PersonalNotice, PersonalTable, line, ready
from tournaments.notices.selectors import ANSWERS
from tournaments.platform.units import DAY
from tournaments.tables import concerns
from tournaments.tables.seen import users_of
from tournaments.tables.state import TableState
from tournaments.tables.streams import TABLES

MOST: Final = 200
"""Tables, and notices, of which a returning client is told; beyond that it begins again, as it does after
:data:`LONGEST`."""
LONGEST: Final = 7 * DAY
"""For how long (ms) a cursor is good."""

Reader = tuple[int, str]
"""A user, and the language in which they read."""


def reached(before: Cursor | None) -> Cursor:
    """How far everything can be told now."""
    known = before or Cursor(0, 0)
    return Cursor(positions.reached(known.position), numbers.reached(known.number))


def news(
    readers: Collection[Reader], known: Mapping[str, TableState], after: Cursor, until: Cursor
) -> tuple[dict[Reader, list[Line]], list[TableState]]:
    """What is new to each of *readers* behind *after*, up to *until*; and the tables of which that told, as they stand
    then. *known* are tables as they stood by *after*."""
    languages: dict[int, set[str]] = {}
    for user, language in readers:
        languages.setdefault(user, set()).add(language)
    told: dict[Reader, list[Line]] = {reader: [] for reader in readers}
    found, tables = _of_tables(languages, known, after.position, until.position)
    for user, text in _tables(found, after.number):
        for language in languages[user]:
            told[user, language].append(text)
    if until.number > after.number:
        rows = Notice.objects.filter(user__in=languages, number__gt=after.number, number__lte=until.number)
        for language in {language for _user, language in readers}:
            mine = [row for row in rows.order_by("number") if language in languages[row.user_id]]
            for user, text in _notices(mine, language, until.position):
                told[user, language].append(text)
    return told, tables


def backlog(reader: Reader, since: Cursor | None, until: Cursor) -> list[Line]:
    """What *reader* missed after *since* up to *until*; without it, or where it is not known any more, how things
    stand: that has no cursors, since only the whole of it can be gone on from."""
    missed = None if since is None or not _is_good(since, until) else _missed(reader, since, until)
    return [*(_standing(reader, until) if missed is None else missed), ready(until)]


def _is_good(since: Cursor, until: Cursor) -> bool:
    """Whether *since* is a place in this log, not another that a backup has since replaced, and not too long ago."""
    if since.position > until.position or since.number > until.number:
        return False
    return since.position == until.position or positions.recorded_at(since.position) > sources.now_ms() - LONGEST


def _missed(reader: Reader, since: Cursor, until: Cursor) -> list[Line] | None:
    user, language = reader
    rows = Notice.objects.filter(user=user, number__gt=since.number, number__lte=until.number).order_by("number")
    found = concerns.missed(user, after=since.position, until=until.position, most=MOST)
    if found is None or len(rows[: MOST + 1]) > MOST:
        return None
    tables, notices = _tables(found, since.number), _notices(list(rows), language, until.position)
    return [text for _user, text in [*tables, *notices]]


def _standing(reader: Reader, until: Cursor) -> list[Line]:
    """The tables that go on, and what waits for an answer."""
    user, language = reader
    rows = Notice.objects.filter(user=user, kind__in=ANSWERS, over_at=None).exclude(number__gt=until.number)
    tables = concerns.standing(user, until=until.position)
    waiting = list(rows.order_by("-at", "id")[:MOST])[::-1]
    return [text for _user, text in [*_tables(tables, None), *_notices(waiting, language, None)]]


def _of_tables(
    users: Collection[int], known: Mapping[str, TableState], after: int, until: int
) -> tuple[list[concerns.News], list[TableState]]:
    if until <= after:
        return [], []
    streams = positions.names(TABLES.prefix, after=after, until=until)
    seated = concerns.seated([name.removeprefix(TABLES.prefix) for name in streams], users)
    return concerns.news(seated, known, after=after, until=until)


def _tables(found: Sequence[concerns.News], number: int | None) -> Iterable[tuple[int, Line]]:
    """In lines, behind the notices up to *number*; without it they have no cursor."""
    names = users_of(*(each.table for each in found)) if found else {}
    for each in found:
        told = PersonalTable(type=each.why, table=concerns.described(each.table, each.user, names))
        yield each.user, line(told, None if number is None else Cursor(each.position, number))


def _notices(rows: Sequence[Notice], language: str, position: int | None) -> Iterable[tuple[int, Line]]:
    """In lines, behind the log up to *position*; without it they have no cursor."""
    with translation.override(language):
        shown, hidden = naming.in_words(rows), naming.unseen(rows)
    for row, words in zip(rows, shown, strict=True):
        told = NoticeNow(
            id=row.pk,
            kind=row.kind,
            text=words.text,
            path=words.path,
            at=row.at,
            over=words.over,
            club=row.club,
            subject=row.subject,
            facts={} if row in hidden else row.facts,
        )
        yield (
            row.user_id,
            line(PersonalNotice(notice=told), None if position is None else Cursor(position, row.number or 0)),
        )
