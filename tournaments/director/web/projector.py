"""The screen in the room: who sits where, standings and bracket, cut into slides that the back row can read."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.timezone import now
from django.utils.translation import gettext, ngettext

from tournaments.director.display.shapes import EntryInfo, RoundInfo
from tournaments.director.selectors import At, Detail, LineInfo, MatchInfo
from tournaments.director.state.stage_views import settings_of
from tournaments.director.web.slides import Slide, bracket_slides, parts
from tournaments.director.web.tournament_page import gathering, podium
from tournaments.pairing.registry import FORMATS
from tournaments.platform.units import DAY

YEAR = 365 * DAY
"""A round that is held for longer waits for an organiser."""


class Pairing(NamedTuple):
    """A table, or somebody who has none in this round."""

    number: int | None
    match: MatchInfo | None
    resting: EntryInfo | None = None
    code: str = ""
    """What the round is for who rests."""


class Winner(NamedTuple):
    """*points* are the last stage's, where they made the places."""

    entry: EntryInfo
    points: str


class Times(NamedTuple):
    """Until when what is played can be played, and its players are awaited (epoch ms)."""

    deadline: int | None = None
    grace: int | None = None
    differ: bool = False
    """Whether the tables that are played have different times: then these are the first."""
    next_round: int | None = None
    """When the next round is drawn, in a pause."""


def context(at: At) -> dict[str, object]:
    detail = at.detail
    slides = [slide._replace(number=number) for number, slide in enumerate(_slides(at))]
    return {"t": detail, "slides": slides, "times": _times(detail)}


def _slides(at: At) -> Iterable[Slide]:
    detail = at.detail
    if not detail.rounds:
        yield from _entries(detail)
    elif detail.status == "finished":
        yield Slide("winners", gettext("Winners"), [_winners(at)])
        yield from _lines(gettext("Final places"), at.standings())
        yield from bracket_slides(at.bracket)
    elif at.bracket is not None and at.bracket.side("tables") and at.bracket.fixed:
        yield from bracket_slides(at.bracket)
    else:
        yield from _pairings(detail)
        yield from bracket_slides(at.bracket) if _knocks_out(detail) else _standings(at)


def _winners(at: At) -> list[Winner]:
    lines = {} if _knocks_out(at.detail) else {line.entry.number: line.points for line in at.standings()}
    return [Winner(entry, lines.get(entry.number, "")) for entry in podium(at.detail)]


def _entries(detail: Detail) -> Iterable[Slide]:
    """Before the start; also of nobody, for the way to enter stands beside them."""
    here = [entry for entry in detail.entries if not entry.withdrawn]
    if detail.status == "announced":
        title = ngettext("{count} entry so far", "{count} entries so far", len(here))
    else:
        title = ngettext("{count} entry", "{count} entries", len(here))
    yield from (Slide("entries", title.format(count=len(here)), part) for part in parts(here) or [[]])


def _times(detail: Detail) -> Times:
    open_ones = [paired for paired in detail.rounds if not paired.complete] if detail.status == "running" else []
    if not open_ones:
        held = detail.held_until if detail.status == "running" else None
        return Times(next_round=held if held and held < detail.settings.starts_at + YEAR else None)
    deadlines = {paired.deadline for paired in open_ones if paired.deadline}
    ahead = [paired.grace for paired in open_ones if paired.grace and paired.grace > now().timestamp() * 1000]
    awaited = min(ahead) if ahead and gathering(detail) else None
    return Times(min(deadlines, default=None), awaited, len(deadlines) > 1)


def _pairings(detail: Detail) -> Iterable[Slide]:
    """The last round; of a bracket all that is being played."""
    if _knocks_out(detail):
        matches = [paired.match(name) for paired in detail.rounds for name in paired.undecided]
    else:
        matches = list(detail.rounds[-1].matches)
    rows = [Pairing(number, match) for number, match in enumerate(matches, start=1)]
    rows += () if _knocks_out(detail) else _without_table(detail.rounds[-1])
    yield from (Slide("pairings", gettext("Who sits where"), part) for part in parts(rows))


def _without_table(paired: RoundInfo) -> Iterable[Pairing]:
    """Who looks for a table in vain."""
    for bye in paired.byes:
        yield Pairing(None, None, bye.entry, "U")
    for absence in paired.absences:
        if not absence.entry.withdrawn:
            yield Pairing(None, None, absence.entry, absence.code)


def _standings(at: At) -> Iterable[Slide]:
    """While groups are played each has a slide of its own."""
    if at.detail.settings.groups > 1 and at.detail.stage == 1:
        for group in at.stages[0].groups:
            yield from _lines(gettext("Group {name}").format(name=group.name), group.lines)
    else:
        yield from _lines(gettext("Standings"), at.standings())


def _lines(title: str, lines: tuple[LineInfo, ...]) -> Iterable[Slide]:
    yield from (Slide("standings", title, part) for part in parts(lines))


def _knocks_out(detail: Detail) -> bool:
    """Whether the stage that is played does."""
    return FORMATS[settings_of(detail.settings, detail.stage - 1).format].knocks_out
