"""Key moments of a game, from its record alone: who took the lead, the greatest gain, what decided it. Pure."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.text import Text
from engine.text import gettext_noop as _
from engine.text import seat as seat_ref
from tournaments.tables.course import Course, Unit
from tournaments.tables.frames import Moment

MOST = 6


class Highlight(NamedTuple):
    """A moment to go to, in a few words, with the card that won there if one did."""

    position: int
    card: str | None
    line: Text


def highlights(course: Course) -> list[Highlight]:
    """At most :data:`MOST` of a table that is over, in the order of play."""
    units = course.units
    if not units:
        return []
    found: dict[int, Highlight] = {}
    for each in (*_decided(course, units), *_gains(units), *_leads(units)):
        if len(found) < MOST:
            found.setdefault(each.position, each)
    return [found[position] for position in sorted(found)]


def _decided(course: Course, units: Sequence[Unit]) -> Iterator[Highlight]:
    for position in course.left:
        yield Highlight(position, None, Text(_("Left early")))
    certain = next((unit for unit in units if _is_settled(course, unit)), None)
    if certain is not None and certain is not units[-1]:
        yield _at(certain, Text(_("Decided here")))
    if not course.left:
        yield _at(units[-1], Text(_("The end")))


def _is_settled(course: Course, unit: Unit) -> bool:
    after = course.positions[unit.position].moment[1]
    return after.state is not None and after.game.settled(after.state)


def _gains(units: Sequence[Unit]) -> Iterator[Highlight]:
    """The two greatest gains that stand out: of more than any other brought."""
    gained = [_gain(before.points, unit.points) for before, unit in pairwise(units)]
    usual = sorted(points for points, _seat in gained)[len(gained) // 2] if gained else 0
    order = sorted(range(len(gained)), key=lambda at: -gained[at][0])
    for at in order[:2]:
        points, seat = gained[at]
        if points > max(usual, 1):
            yield _at(units[at + 1], Text(_("{seat}: {n} more"), {"seat": seat_ref(seat), "n": points}))


def _gain(before: Sequence[int], after: Sequence[int]) -> tuple[int, int]:
    """The most that a seat has gained, and which seat."""
    gained = [now - was for was, now in zip(before, after, strict=True)]
    return max(gained), gained.index(max(gained))


def _leads(units: Sequence[Unit]) -> Iterator[Highlight]:
    """Each change of who is alone in front, the last ones first: these tell more of how it ended."""
    front: int | None = None
    changes: list[Highlight] = []
    for unit in units:
        leader = _leader(unit.points)
        if leader is not None and leader != front:
            changes.append(_at(unit, Text(_("{seat}: in the lead"), {"seat": seat_ref(leader)})))
            front = leader
    yield from reversed(changes)


def _leader(points: Sequence[int]) -> int | None:
    most = max(points)
    return points.index(most) if list(points).count(most) == 1 else None


def _at(unit: Unit, line: Text) -> Highlight:
    won = [card for play in unit.plays for card in play.cards if card in unit.won]
    return Highlight(unit.position, won[0] if won else next(iter(unit.beside), None), line)


def furthest_behind(moments: Sequence[Moment], seat: int) -> tuple[int, int] | None:
    """The points of *seat* and of the best of the others when it was furthest behind, the last time; ``None`` if that
    was never much. Of a table that is over: until then nobody may be told."""
    played = [after for _before, after, _at, _commit in moments if after.state is not None]
    against = [_against(after.game.points(after.state), seat, after.teams) for after in played]
    own, best = max(reversed(against), key=lambda points: points[1] - points[0], default=(0, 0))
    return (own, best) if against and best - own >= max(2, against[-1][0] // 4) else None


def _against(points: Sequence[int], seat: int, teams: Sequence[Sequence[int]]) -> tuple[int, int]:
    mates = next(team for team in teams if seat in team)
    return points[seat], max([own for other, own in enumerate(points) if other not in mates])
