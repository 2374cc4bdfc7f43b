"""Which of the running tables is worth watching most, why in a few words, and when another takes its place.

From what a spectator sees alone: a picture made for one, seats, ratings. Pure.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.picture import Picture, Plate
from engine.text import Text
from engine.text import gettext_noop as _
from engine.text import seat as seat_ref

DEAL: Final = 15
"""A deal with that number of cards to come for each seat has hardly begun."""
USUAL, STRONG = 1500, 2000
"""Ratings: of those who begin, and of the best."""
FEW = 3
"""Cards that each seat has to play when it is said how many."""
ENDED = 15_000
"""Milliseconds for which a table stays that is over: how it ended is seen."""
LEAST = 60_000
"""Milliseconds that a table stays at least."""
BETTER = 0.8
"""By how much another has to be better,"""
LONG = 20_000
"""and for how many milliseconds without a break."""


class Seen(NamedTuple):
    """What a spectator sees of how a running table stands."""

    points: tuple[int, ...]
    """Of each side, the leaders first."""
    leader: int | None
    """The seat that is alone in front."""
    goal: int | None
    left: float
    """The cards that are to come, for each seat."""


class Facts(NamedTuple):
    """What else is known of it."""

    tournament: bool = False
    rated: bool = False
    people: int = 0
    ratings: tuple[float, ...] = ()
    """Of those who have one in this game."""


def seen(picture: Picture) -> Seen:
    """How the table of *picture* stands; a spectator's picture, since nothing else may be told."""
    totals = any(tally.n for plate in picture.plates for tally in plate.tallies if tally.of and not tally.suit)
    own = {plate.seat: _points(plate, totals) for plate in picture.plates}
    sides = {plate.team if plate.team is not None else -1 - plate.seat: own[plate.seat] for plate in picture.plates}
    points = tuple(sorted(sides.values(), reverse=True))
    front = [seat for seat, each in own.items() if each == points[0]]
    stock = sum([zone.count or 0 for zone in picture.zones if zone.form == "pile" and zone.seat is None])
    left = max([plate.cards for plate in picture.plates]) + stock / len(picture.plates)
    return Seen(points, front[0] if len(front) == 1 else None, _goal(picture.plates), left)


def _points(plate: Plate, totals: bool) -> int:
    """The tokens of all suits, else the total, else what the first deal has brought so far."""
    suits = [tally.n for tally in plate.tallies if tally.suit]
    return sum(suits or [tally.n for tally in plate.tallies if bool(tally.of) == totals])


def _goal(plates: Sequence[Plate]) -> int | None:
    """What ends it, if the tallies say so."""
    suits = [tally.of for tally in plates[0].tallies if tally.suit and tally.of]
    return sum(suits) or next((tally.of for tally in plates[0].tallies if tally.of), None)


def drama(table: Seen) -> float:
    """From 0 to 1: how close it is, and how late.

    >>> drama(Seen((7, 7, 7), None, 12, 1)) > drama(Seen((9, 3, 2), 0, 12, 1)) > drama(Seen((0, 0, 0), None, 12, 7))
    True
    """
    return _closeness(table) * _lateness(table)


def _closeness(table: Seen) -> float:
    first, *others = table.points
    scale = table.goal / 3 if table.goal else max(4, sum(table.points) / 2)
    return max(0.0, 1 - (first - others[0]) / scale) if others else 0.0


def _lateness(table: Seen) -> float:
    dealt = max(0.0, 1 - table.left / DEAL)
    if not table.goal:
        return dealt
    return max(min(1.0, table.points[0] / table.goal), dealt / 2)  # another deal may follow


def worth(table: Seen, facts: Facts) -> float:
    """How much it is worth watching: from 0 to about 6."""
    contest = 1.0 if facts.tournament else 0.5 if facts.rated else 0.0
    mean = sum(facts.ratings) / len(facts.ratings) if facts.ratings else USUAL
    strength = min(1.0, max(0.0, (mean - USUAL) / (STRONG - USUAL)))
    return 3 * drama(table) + contest + strength + min(facts.people, 4) / 4


def why(table: Seen, facts: Facts) -> Text:
    """What is worth watching about it, in one line."""
    reasons = [*_standing(table), *_end(table)] if drama(table) > 0.3 else []
    reasons += _about(facts)
    if len(reasons) < 2:
        return reasons[0] if reasons else Text(_("it is being played now"))
    return Text(_("{one}: {two}"), {"one": reasons[0], "two": reasons[1]})


def _standing(table: Seen) -> Iterable[Text]:
    first, second = (*table.points, 0)[:2]
    if first == second:
        yield Text(_("Level at {n}"), {"n": first})
    else:
        yield Text(_("{one} to {two}"), {"one": first, "two": second})


def _end(table: Seen) -> Iterable[Text]:
    """What is still to come of it."""
    if table.goal and table.leader is not None and 0 < table.goal - table.points[0] <= max(1, table.goal // 10):
        yield Text(_("{seat} needs {n} more"), {"seat": seat_ref(table.leader), "n": table.goal - table.points[0]})
    elif table.left <= 1:
        yield Text(_("the last cards"))
    elif table.left <= FEW:
        yield Text(_("{n} cards each to come"), {"n": round(table.left)})


def _about(facts: Facts) -> Iterable[Text]:
    strong = [rating for rating in facts.ratings if rating > USUAL + 100]
    if len(strong) > 1:
        yield Text(_("strong players, {n} on average"), {"n": round(sum(facts.ratings) / len(facts.ratings))})
    if facts.tournament:
        yield Text(_("a table of a tournament"))
    elif facts.rated:
        yield Text(_("it counts for the ratings"))
    if facts.people > 1:
        yield Text(_("{n} people at the table"), {"n": facts.people})


class OnAir(NamedTuple):
    """What is shown large: since when, until when if it is over, and who has been better since when (epoch ms)."""

    table: str
    since: int
    ended: int | None = None
    rival: str | None = None
    rival_since: int = 0


def next_on_air(shown: OnAir | None, worths: Mapping[str, float], at: int) -> OnAir | None:
    """What is shown from *at* (epoch ms) on, of the running tables in *worths*.

    Another comes when the present one has ended, or once it has clearly been better for a while: never back and forth.
    """
    best = max(worths, key=lambda table: (worths[table], table), default=None)
    if shown is None:
        return OnAir(best, at) if best else None
    if shown.table not in worths:
        ended = shown.ended if shown.ended is not None else at
        return OnAir(best, at) if best and at - ended >= ENDED else shown._replace(ended=ended, rival=None)
    if best is None or worths[best] < worths[shown.table] + BETTER:
        return shown._replace(ended=None, rival=None)
    if shown.rival is None:
        return shown._replace(ended=None, rival=best, rival_since=at)
    if at - shown.rival_since >= LONG and at - shown.since >= LEAST:
        return OnAir(best, at)
    return shown._replace(ended=None)
