"""Rounds at tables of three to five: cut the standings into tables, then improve them by swaps.

The search is bounded by work, never by the clock, so that the same entries, history and seed give the same round on
any machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Literal, TypeAlias

from engine.game import Teams
from tournaments.director.formats.draw import Bye, Draw, Match, Pairs, Reason, Unpairable, check, lot
from tournaments.director.formats.record import Entrant

ALGORITHM = "pods-swaps/1"

OddTables: TypeAlias = Literal["lowest", "highest", "spread"]
"""Who sits at the tables of another size than the preferred one."""

# Swaps weighed in one draw, and descents at most: about half a second of work.
WORK = 150_000
DESCENTS = 400
# Only tables this close in the standings trade players.
REACH = 12
# Where a descent starts: everybody moved by up to this many places.
JITTER = 6.0

# A score gap counts by its square, in thirds of a table's full share; a repeat like a gap of fourteen thirds.
THIRD = 8
SCORE = 24  # least common denominator of the shares of tables of two to five
REPEAT = 200 * THIRD**2
ODD_AGAIN = 200 * THIRD**2
FORBIDDEN = 10**12

Tables: TypeAlias = list[list[int]]
Teaming: TypeAlias = Callable[[int], Teams]
"""By the size of a table: the seats that play together."""


def alone(size: int) -> Teams:
    return tuple((seat,) for seat in range(size))


def table_sizes(entries: int, allowed: Collection[int], preferred: int) -> tuple[int, ...] | None:
    """The tables that hold exactly *entries*, the preferred size first: as few others as can be, smaller rather than
    larger. ``None`` if there are none."""
    usual = usual_size(allowed, preferred)
    others = sorted(set(allowed) - {usual})
    best: tuple[int, ...] | None = None
    for odd in _combinations(others, entries):
        rest = entries - sum(odd)
        if rest % usual == 0 and (best is None or len(odd) < len(best)):
            best = odd
    return None if best is None else ((usual,) * ((entries - sum(best)) // usual) + best)


def usual_size(allowed: Collection[int], preferred: int) -> int:
    return preferred if preferred in allowed else max(allowed)


def _combinations(sizes: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """Up to four tables of *sizes* with *most* entries at most, small ones first: more are never needed."""
    for count in range(5):
        for odd in sorted(_multisets(sizes, count), key=lambda tables: (max(tables, default=0), tables)):
            if sum(odd) <= most:
                yield odd


def _multisets(sizes: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    if count == 0:
        yield ()
    for at, size in enumerate(sizes):
        if count:
            for rest in _multisets(sizes[at:], count - 1):
                yield (size, *rest)


class Field:
    """The entrants of one round in the order of score and lot, with what sitting together costs."""

    def __init__(self, entrants: Iterable[Entrant], usual: int, seed: str, forbidden: Pairs) -> None:
        self.order = sorted(entrants, key=lambda each: (-each.score, lot(seed, each.entry)))
        self.usual = usual
        self.scores = [int(entrant.score * SCORE) for entrant in self.order]
        index = {entrant.entry: at for at, entrant in enumerate(self.order)}
        self.fixed = [
            {index[other]: REPEAT * len(rounds) ** 2 for other, rounds in entrant.met.items() if other in index}
            for entrant in self.order
        ]
        for one, two in ((index[a], index[b]) for a, b in map(tuple, forbidden) if {a, b} <= index.keys()):
            self.fixed[one][two] = self.fixed[two][one] = FORBIDDEN
        self.odd = [ODD_AGAIN * entrant.odd for entrant in self.order]

    def together(self, player: int, others: Iterable[int]) -> int:
        """What *player* costs beside *others*."""
        own, fixed = self.scores[player], self.fixed[player]
        cost = 0
        for other in others:
            gap = own - self.scores[other]
            cost += gap * gap + fixed.get(other, 0)
        return cost

    def cost(self, tables: Tables) -> int:
        return sum(
            sum(self.together(player, table[:at]) for at, player in enumerate(table))
            + (0 if len(table) == self.usual else sum(self.odd[player] for player in table))
            for table in tables
        )

    def gain(self, one: list[int], at: int, two: list[int], to: int) -> int:
        """What trading ``one[at]`` for ``two[to]`` saves."""
        leaving, coming = one[at], two[to]
        mates, hosts = one[:at] + one[at + 1 :], two[:to] + two[to + 1 :]
        gain = self.together(leaving, mates) + self.together(coming, hosts)
        gain -= self.together(coming, mates) + self.together(leaving, hosts)
        difference = (len(one) != self.usual) - (len(two) != self.usual)
        return gain + difference * (self.odd[leaving] - self.odd[coming])


class Search:
    """Descents from jittered orders until the work is used up; the best tables win, the earliest among equals."""

    def __init__(self, field: Field, sizes: Sequence[int], seed: str, work: int) -> None:
        self.field = field
        self.sizes = sizes
        self.rng = random.Random(seed)
        self.work = work

    def best(self) -> Tables:
        count = len(self.field.order)
        best = self._descend(self._cut(range(count)))
        least = self.field.cost(best)
        for _ in range(DESCENTS):
            if self.work <= 0 or not least:
                break
            # random() alone keeps its sequence for a seed in every version of Python
            tables = self._descend(self._cut(sorted(range(count), key=lambda at: at + JITTER * self.rng.random())))
            if (cost := self.field.cost(tables)) < least:
                best, least = tables, cost
        return best

    def _cut(self, order: Sequence[int]) -> Tables:
        start = 0
        tables: Tables = []
        for size in self.sizes:
            tables.append(list(order[start : start + size]))
            start += size
        return tables

    def _descend(self, tables: Tables) -> Tables:
        """Swap while it pays."""
        improved = True
        while improved and self.work > 0:
            improved = False
            for first in range(len(tables)):
                for second in range(first + 1, min(first + REACH + 1, len(tables))):
                    improved |= self._trade(tables[first], tables[second])
        return tables

    def _trade(self, one: list[int], two: list[int]) -> bool:
        traded = False
        self.work -= len(one) * len(two)
        for at in range(len(one)):
            for to in range(len(two)):
                if self.field.gain(one, at, two, to) > 0:
                    one[at], two[to] = two[to], one[at]
                    traded = True
        return traded


def pair(
    field: Sequence[Entrant],
    *,
    seed: str,
    allowed: Collection[int] = (3, 4, 5),
    preferred: int = 4,
    odd_tables: OddTables = "lowest",
    forbidden: Pairs = frozenset(),
    teams: Teaming = alone,
    work: int = WORK,
) -> Draw:
    """The tables of a round: few repeat meetings, close scores, odd tables and first seats in turn.

    Where a game is played by *teams*, partners are drawn for each table.
    """
    playing, byes = _resting(field, allowed, preferred, seed)
    sizes = table_sizes(len(playing), allowed, preferred) or ()
    usual = usual_size(allowed, preferred)
    ranked = Field(playing, usual, seed, forbidden)
    tables = sorted(Search(ranked, _arranged(sizes, usual, odd_tables), seed, work).best(), key=min)
    matches = [_match([ranked.order[at] for at in table], usual, seed, teams(len(table))) for table in tables]
    compromises = [reason for bye in byes for reason in bye.reasons]
    compromises += [reason for match in matches for reason in match.reasons if reason.code == "met_before"]
    draw = Draw(ALGORITHM, tuple(matches), tuple(byes), tuple(compromises))
    check(draw, [entrant.entry for entrant in field], allowed, forbidden)
    return draw


def _resting(
    field: Sequence[Entrant], allowed: Collection[int], preferred: int, seed: str
) -> tuple[list[Entrant], list[Bye]]:
    """Who plays, and who rests because no set of tables holds all: fewest rests first, then the lowest score."""
    for spare in range(len(field)):
        if table_sizes(len(field) - spare, allowed, preferred):
            order = sorted(field, key=lambda each: (each.rests, each.score, lot(seed, each.entry)))
            return order[spare:], [_bye(entrant) for entrant in order[:spare]]
    raise Unpairable("too few entries for a table")


def _bye(entrant: Entrant) -> Bye:
    here = (entrant.entry,)
    reasons = [Reason("bye_no_table", here, (str(entrant.score),))]
    if entrant.rests:  # so has everybody who plays then
        reasons.append(Reason("bye_repeated", here, (str(entrant.score),), (entrant.rests, 0)))
    return Bye(entrant.entry, tuple(reasons))


def _arranged(sizes: Sequence[int], usual: int, odd_tables: OddTables) -> list[int]:
    """*sizes* down the standings, the odd ones where the setting wants them."""
    odd = [size for size in sizes if size != usual]
    arranged = [size for size in sizes if size == usual]
    if odd_tables == "highest":
        return odd + arranged
    if odd_tables == "lowest":
        return arranged + odd
    for turn, size in enumerate(odd):
        arranged.insert((turn + 1) * len(sizes) // (len(odd) + 1), size)
    return arranged


def _match(table: Sequence[Entrant], usual: int, seed: str, teams: Teams) -> Match:
    """Partners who have seldom played together, then teams of like strength, then seats in turn."""
    by_lot = sorted(table, key=lambda entrant: lot(seed, entrant.entry))
    together = tuple(team for team in teams if len(team) > 1)
    seated = min(
        permutations(by_lot), key=lambda order: (_repeats(order, together), _gap(order, together), _staleness(order))
    )
    entries = tuple(entrant.entry for entrant in seated)
    ranked = sorted(seated, key=lambda entrant: -entrant.score)
    scores = tuple(str(entrant.score) for entrant in ranked)
    reasons = [Reason("points_before", tuple(entrant.entry for entrant in ranked), scores), *_meetings(seated)]
    reasons.append(Reason("seats_before", entries, numbers=tuple(each.seats[at] for at, each in enumerate(seated))))
    reasons += [_partners([seated[seat] for seat in team]) for team in together]
    if len(table) != usual:
        reasons.append(Reason("odd_table", entries, numbers=(len(table), *(entrant.odd for entrant in seated))))
    return Match(entries, tuple(reasons), together)


def _repeats(seated: Sequence[Entrant], teams: Teams) -> int:
    """How often those who would be partners have been: by the square, so that no two are always."""
    couples = (pair for team in teams for pair in combinations(team, 2))
    return sum(seated[one].partners.get(seated[two].entry, 0) ** 2 for one, two in couples)


def _gap(seated: Sequence[Entrant], teams: Teams) -> int:
    """How unlike in rank at the start the teams are."""
    ranks = [sum(seated[seat].seed for seat in team) for team in teams]
    return max(ranks) - min(ranks) if ranks else 0


def _partners(team: Sequence[Entrant]) -> Reason:
    one, *others = team
    before = max(one.partners.get(other.entry, 0) for other in others)
    return Reason("partners", tuple(each.entry for each in team), numbers=(before,))


def _staleness(seated: Sequence[Entrant]) -> int:
    """How far this order is from fair: the first seat weighs most, then any seat held before."""
    firsts = 8 * seated[0].seats[0] ** 2 + 8 * seated[0].seats[0]
    return firsts + sum(entrant.seats[seat] ** 2 for seat, entrant in enumerate(seated))


def _meetings(table: Sequence[Entrant]) -> list[Reason]:
    again = [
        Reason("met_before", (one.entry, two.entry), numbers=tuple(one.met[two.entry]))
        for one, two in combinations(table, 2)
        if two.entry in one.met
    ]
    return again or [Reason("first_meeting", tuple(entrant.entry for entrant in table))]
