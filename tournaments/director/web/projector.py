"""The screen in the room: who sits where, standings and bracket, cut into slides that the back row can read."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from django.utils.translation import gettext

from tournaments.director.display.shapes import EntryInfo, RoundInfo
from tournaments.director.selectors import At, Detail, MatchInfo
from tournaments.director.state.stage_views import settings_of
from tournaments.director.web import brackets
from tournaments.pairing.registry import FORMATS

ROWS = 16
"""Of a slide: two columns of eight."""
MOST_MATCHES = 16
"""A larger first round of a bracket cannot be read from the back row."""

T = TypeVar("T")


class Slide(NamedTuple):
    """*kind* names the template that shows *rows*, in columns."""

    kind: str
    title: str
    columns: list[Sequence[object]]
    number: int = 0


class Pairing(NamedTuple):
    """A table, or somebody who has none in this round."""

    number: int | None
    match: MatchInfo | None
    resting: EntryInfo | None = None
    code: str = ""
    """What the round is for who rests."""


def context(at: At) -> dict[str, object]:
    detail = at.detail
    found = [*_pairings(detail), *_standings(at, detail), *_bracket(at)]
    slides = [slide._replace(number=number) for number, slide in enumerate(found)]
    return {"t": detail, "slides": slides, "until": _until(detail)}


def _until(detail: Detail) -> int | None:
    """Until when the round's players are awaited (epoch ms); in a bracket every match has a time of its own."""
    last = detail.rounds[-1] if detail.rounds else None
    if last is None or last.complete or _knocks_out(detail):
        return None
    return last.grace


def _pairings(detail: Detail) -> Iterable[Slide]:
    """The last round; of a bracket all that is being played."""
    if not detail.rounds:
        return
    if _knocks_out(detail):
        matches = [paired.match(name) for paired in detail.rounds for name in paired.undecided]
    else:
        matches = list(detail.rounds[-1].matches)
    title = gettext("Who sits where")
    rows = [Pairing(number, match) for number, match in enumerate(matches, start=1)]
    rows += () if _knocks_out(detail) else _without_table(detail.rounds[-1])
    yield from (Slide("pairings", title, part) for part in _parts(rows))


def _without_table(paired: RoundInfo) -> Iterable[Pairing]:
    """Who looks for a table in vain."""
    for bye in paired.byes:
        yield Pairing(None, None, bye.entry, "U")
    for absence in paired.absences:
        if not absence.entry.withdrawn:
            yield Pairing(None, None, absence.entry, absence.code)


def _standings(at: At, detail: Detail) -> Iterable[Slide]:
    if not detail.rounds:
        yield from (Slide("entries", gettext("Entries"), part) for part in _parts(detail.entries))
        return
    if detail.settings.groups > 1 and detail.stage == 1:
        yield from _groups(at)
        return
    lines = at.standings()
    title = gettext("Places") if _knocks_out(detail) else gettext("Standings")
    for part in _parts(lines):
        yield Slide("standings", title, part)


def _groups(at: At) -> Iterable[Slide]:
    """While they are played each has a slide of its own."""
    for group in at.stages[0].groups:
        title = gettext("Group {name}").format(name=group.name)
        yield from (Slide("standings", title, part) for part in _parts(group.lines))


def _knocks_out(detail: Detail) -> bool:
    """Whether the stage that is played does."""
    return FORMATS[settings_of(detail.settings, detail.stage - 1).format].knocks_out


def _bracket(at: At) -> Iterable[Slide]:
    """Each side of the bracket; of a large one the rounds that can be read."""
    bracket = at.bracket
    if bracket is None or not bracket.fixed or bracket.side("tables"):
        return
    for board in brackets.boards(bracket):
        columns = [column for column in board.columns if len(column.matches) <= MOST_MATCHES // 2]
        yield Slide("bracket", board.title or gettext("Bracket"), [[board._replace(columns=columns[-4:])]])


def _parts(rows: Sequence[T]) -> Iterable[list[Sequence[object]]]:
    """Slides of two columns, as equal as can be."""
    for start in range(0, len(rows), ROWS):
        part = rows[start : start + ROWS]
        half = (len(part) + 1) // 2 if len(part) > ROWS // 2 else len(part)
        yield [column for column in (part[:half], part[half:]) if column]
