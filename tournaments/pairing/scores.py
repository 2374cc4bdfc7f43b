"""What standings are made of, and the points of each entry."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TypeAlias

import msgspec

from tournaments.pairing.changes import changed, differing
from tournaments.pairing.record import Counting, Match, Round

Adjustments: TypeAlias = Mapping[int, tuple[tuple[int, Fraction], ...]]
"""By entry: points given or taken by rulings, each at a round. They are nothing to the opponents."""


class Given(msgspec.Struct, frozen=True):
    """What lines are made of."""

    entries: tuple[int, ...]
    rounds: tuple[Round, ...]
    bye: Fraction
    withdrawn: frozenset[int]
    adjustments: Adjustments
    counting: Counting

    def touched(self, former: Given) -> frozenset[int] | None:
        """Those whose rounds are not what they were; ``None``: everybody's may be."""
        alike = self.entries == former.entries and self.bye == former.bye and self.counting == former.counting
        return changed(former.rounds, self.rounds) if alike else None

    def judged(self, former: Given) -> frozenset[int]:
        """Those of whom a ruling, or that they have left, says something else."""
        return (self.withdrawn ^ former.withdrawn) | differing(former.adjustments, self.adjustments)


def points_of(entries: Collection[int], given: Given) -> dict[int, Fraction]:
    """What *entries* have made."""
    unit = given.counting.unit * given.bye.denominator  # whole numbers while they are added up: fractions are slow
    parts = dict.fromkeys(entries, 0)
    for played in given.rounds:
        for match in matches_of(played.matches, parts):
            for entry, made in _made(played, match, given.counting):
                if entry in parts:
                    parts[entry] += made.numerator * (unit // made.denominator)
        for entry in among(played.byes, parts):
            parts[entry] += int(given.bye * unit)
        for entry in among(played.absences, parts):
            parts[entry] += int(given.counting.without(played.absences[entry].code) * unit)
    return {entry: Fraction(part, unit) for entry, part in parts.items()}


def matches_of(matches: Iterable[Match], entries: Mapping[int, object]) -> Iterator[Match]:
    """The *matches* of *entries*."""
    there = entries.keys()
    return (match for match in matches if not there.isdisjoint(match.entries))


def among(found: Iterable[int], entries: Mapping[int, object]) -> Iterator[int]:
    return (entry for entry in found if entry in entries)


def _made(played: Round, match: Match, counting: Counting) -> Iterable[tuple[int, Fraction]]:
    made = None if match.match in played.annulled else played.results.get(match.match)
    return () if made is None else zip(match.entries, counting.of(made, match.teams), strict=True)
