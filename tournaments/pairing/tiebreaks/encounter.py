"""Direct encounter: the results among those who are equal so far (FIDE C.07, 6). It makes an order, not a sum."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

import msgspec

from tournaments.pairing.tiebreaks.crosstable import Cell
from tournaments.pairing.tiebreaks.reckoning import Reckoning
from tournaments.pairing.tiebreaks.values import Part, Value, mean, total


class Standing(msgspec.Struct, frozen=True):
    """What an entry has made among the others of its group. Two who met more than once count the mean of it."""

    entry: int
    points: Fraction
    least: Fraction
    """If it loses all that is missing."""
    most: Fraction
    """If it wins all that is missing."""


def direct_encounter(reckoning: Reckoning, group: Sequence[int]) -> dict[int, Value]:
    """For each entry of *group*, all equal so far, its place among them from 1; those who stay equal share one."""
    if len(group) < 2:
        return {entry: Value("DE", None) for entry in group}
    members = frozenset(group)
    standings = {standing.entry: standing for standing in _standings(reckoning, members)}
    values: dict[int, Value] = {}
    for equal in _ordered(reckoning, members):
        place = Fraction(len(values) + 1)
        for entry in equal:
            basis = {"points": standings[entry].points, "group": Fraction(len(group))}
            values[entry] = Value("DE", place, tuple(_parts(reckoning, entry, members)), basis)
    return values


def _ordered(reckoning: Reckoning, members: frozenset[int]) -> Iterator[frozenset[int]]:
    """*members* in groups that stay equal, the best first."""
    standings = sorted(_standings(reckoning, members), key=lambda standing: -standing.points)
    if any(standing.least != standing.most for standing in standings):
        yield from _clear(standings)
        return
    for _, equal in groupby(standings, key=lambda standing: standing.points):
        group = frozenset(standing.entry for standing in equal)
        if 1 < len(group) < len(members):
            yield from _ordered(reckoning, group)
        else:
            yield group


def _clear(standings: Sequence[Standing]) -> Iterator[frozenset[int]]:
    """Not all have met: first the one on top whatever the missing games bring, then the next; the rest are equal."""
    left = sorted(standings, key=lambda standing: -standing.least)
    while len(left) > 1 and all(left[0].least > other.most for other in left[1:]):
        yield frozenset({left.pop(0).entry})
    yield frozenset(standing.entry for standing in left)


def _standings(reckoning: Reckoning, members: frozenset[int]) -> Iterator[Standing]:
    system, cycles = reckoning.settings.points, reckoning.settings.cycles
    worst, best = system.loss, system.win
    for entry in members:
        met: dict[int, list[Fraction]] = {}
        for _, other, points in _encounters(reckoning, entry, members):
            met.setdefault(other, []).append(points)
        unmet = len(members) - 1 - len(met)
        full = {other: (games, max(0, cycles - len(games))) for other, games in met.items()}
        yield Standing(
            entry,
            total(mean(games) for games in met.values()),
            unmet * worst + total(mean(games + [worst] * missing) for games, missing in full.values()),
            unmet * best + total(mean(games + [best] * missing) for games, missing in full.values()),
        )


def _encounters(reckoning: Reckoning, entry: int, members: frozenset[int]) -> Iterator[tuple[int, int, Fraction]]:
    """Round, opponent among *members*, and the points made of it. Forfeits count in a round robin only."""
    for number, cell in reckoning.cells(entry):
        against = cell.against if reckoning.settings.round_robin else cell.opponents
        for at, other in enumerate(against):
            if other in members:
                made = reckoning.made[entry][number]
                yield number, other, made if len(against) == 1 else _pair_points(reckoning, cell, at)


def _pair_points(reckoning: Reckoning, cell: Cell, at: int) -> Fraction:
    """At a table of several each two of them are an encounter of their own."""
    system = reckoning.settings.points
    finish = cell.outcomes[at] if cell.played else "above" if cell.code == "+" else "below"
    return {"above": system.win, "level": system.draw, "below": system.loss}[finish]


def _parts(reckoning: Reckoning, entry: int, members: frozenset[int]) -> Iterator[Part]:
    row = reckoning.crosstable.rows[entry]
    for number, other, points in _encounters(reckoning, entry, members):
        cell = row[number - 1]
        yield Part(number, cell.code if cell else None, (other,), points, points, points)
