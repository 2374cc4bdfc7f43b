"""Which entries go on from a stage to the next: cut lines over its standings, and the ties on them by name."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any, Literal, TypeAlias

import msgspec

from tournaments.pairing.draw import lot


class Line(msgspec.Struct, frozen=True):
    """What a stage made of an entry. ``place`` is in its group, and shared if no tie-break parts."""

    entry: int
    place: int
    points: Fraction
    games: int
    tie_breaks: tuple[Fraction | None, ...] = ()
    """Sums, which are compared per game; ``None`` for a value that there is not."""
    group: int = 0


class All(msgspec.Struct, frozen=True, tag="all"):
    pass


class Top(msgspec.Struct, frozen=True, tag="top"):
    """The first *count* of the stage: all firsts of groups, then all seconds, and so on."""

    count: int


class Place(msgspec.Struct, frozen=True, tag="place"):
    """Those in this place of each group."""

    place: int


class Best(msgspec.Struct, frozen=True, tag="best"):
    """The best *count* of those whom no other rule takes, by points per game, then tie-breaks per game."""

    count: int


Take: TypeAlias = All | Top | Place | Best


class Qualifier(msgspec.Struct, frozen=True):
    entry: int
    group: int
    place: int
    """In its group, without those who have withdrawn; shared with nobody."""
    rule: Take


Means: TypeAlias = Literal["open", "tie_break_table", "lot"]

Key: TypeAlias = tuple[tuple[bool, Fraction], ...]
"""What is compared: less is better."""


class Tie(msgspec.Struct, frozen=True):
    """Entries that are equal on a cut line. ``open``: their tie-break table is still to be played."""

    entries: tuple[int, ...]
    by: Means


class Cut(msgspec.Struct, frozen=True):
    qualifiers: tuple[Qualifier, ...]
    """In seed order: all firsts by points per game and tie-breaks per game, then all seconds, and so on."""
    ties: tuple[Tie, ...]
    level: tuple[tuple[int, ...], ...] = ()
    """Those of the ties whom nothing has parted yet, also no table: one of them is above the line, and one below."""


TieBreakTables: TypeAlias = Mapping[tuple[int, ...], tuple[int, ...]]
"""By the entries of a :class:`Tie`: their places at the table."""


def qualify(
    lines: Sequence[Line],
    takes: Sequence[Take],
    *,
    seed: str,
    withdrawn: Collection[int] = (),
    tie_break_tables: TieBreakTables | None = None,
) -> Cut:
    """Those of *lines* whom *takes* take: places of groups first, then the top or all, then the best of the rest.

    For those who have *withdrawn* the next in line move up. Equals on a cut line play one table if *tie_break_tables*
    are given (those played so far); without, and if they are equal there too, the lot of *seed* decides. ``ValueError``
    if an entry has two lines, or for a rule that takes fewer than one.
    """
    _check(lines, takes)
    stage = _Stage([line for line in lines if line.entry not in withdrawn], seed, tie_break_tables)
    rules: dict[int, Take] = {}
    ties: list[tuple[Tie, tuple[int, ...]]] = []
    for scale, taken in _cuts(stage, takes, rules):
        for place, take in taken.items():
            if place <= len(scale.order):
                rules.setdefault(scale.order[place - 1].entry, take)
        ties += stage.ties(scale, taken)
    chosen = [line for line in stage.field.order if line.entry in rules]
    qualifiers = [Qualifier(line.entry, line.group, stage.places[line.entry], rules[line.entry]) for line in chosen]
    return Cut(tuple(qualifiers), tuple(tie for tie, _ in ties), tuple(level for _, level in ties if level))


def merit(line: Line) -> Key:
    """Points per game and tie-breaks per game, the best first; a value that there is not comes last."""
    games = max(1, line.games)
    values = (line.points, *line.tie_breaks)
    return tuple((value is None, Fraction(0) if value is None else -Fraction(value) / games) for value in values)


class _Scale(msgspec.Struct, frozen=True):
    """Lines in order, and by entry what was compared."""

    order: list[Line]
    keys: dict[int, Any]


class _Stage:
    """The standings of a stage on the scales on which its entries are compared."""

    def __init__(self, lines: Sequence[Line], seed: str, tables: TieBreakTables | None) -> None:
        self.seed = seed
        self.tables = tables
        self.groups = [
            self.scale([line for line in lines if line.group == group], lambda line: line.place)
            for group in sorted({line.group for line in lines})
        ]
        self.places = {line.entry: place for scale in self.groups for place, line in enumerate(scale.order, start=1)}
        """Of each entry in its group, shared with nobody."""
        self.field = self.scale(lines, lambda line: (self.places[line.entry], merit(line)))

    def scale(self, lines: Iterable[Line], key: Callable[[Line], Any]) -> _Scale:
        """*lines* by *key*, equals by their tie-break table, then by lot."""
        ordered: list[Line] = []
        for _, equals in groupby(sorted(lines, key=key), key):
            ordered += self._parted(list(equals))
        return _Scale(ordered, {line.entry: key(line) for line in ordered})

    def _parted(self, equals: list[Line]) -> list[Line]:
        again = self._again(equals)
        return sorted(equals, key=lambda line: (again.get(line.entry, 0), lot(self.seed, line.entry)))

    def _again(self, equals: Sequence[Line]) -> dict[int, int]:
        """The places at the tie-break table of *equals*; empty without one."""
        entries = _entries(equals)
        places = (self.tables or {}).get(entries, ())
        if places and len(places) != len(entries):
            raise ValueError(f"The tie-break table of {entries} has {len(places)} places.")
        return dict(zip(entries, places, strict=False))

    def ties(self, scale: _Scale, taken: Collection[int]) -> Iterator[tuple[Tie, tuple[int, ...]]]:
        """Where one of two equals is among the *taken* places of *scale*, the next is not; and who is level still."""
        for place, (above, below) in enumerate(pairwise(scale.order), start=1):
            key = scale.keys[above.entry]
            if (place in taken) != (place + 1 in taken) and key == scale.keys[below.entry]:
                equals = [line for line in scale.order if scale.keys[line.entry] == key]
                yield Tie(_entries(equals), self._means(equals, above, below)), self._level(equals, above, below)

    def _level(self, equals: Sequence[Line], above: Line, below: Line) -> tuple[int, ...]:
        again = self._again(equals)
        if again.get(above.entry) != again.get(below.entry):
            return ()
        return _entries(line for line in equals if again.get(line.entry) == again.get(above.entry))

    def _means(self, equals: Sequence[Line], above: Line, below: Line) -> Means:
        again = self._again(equals)
        if again and again[above.entry] != again[below.entry]:
            return "tie_break_table"
        return "open" if self.tables is not None and not again else "lot"


def _cuts(stage: _Stage, takes: Sequence[Take], rules: Mapping[int, Take]) -> Iterator[tuple[_Scale, dict[int, Take]]]:
    """On which scale which places are taken, by which rule; *rules* are those of the entries taken so far."""
    if places := {take.place: take for take in takes if isinstance(take, Place)}:
        yield from ((scale, dict[int, Take](places)) for scale in stage.groups)
    whole = stage.groups[0] if len(stage.groups) == 1 else stage.field
    for take in takes:
        if isinstance(take, All | Top):
            count = len(whole.order) if isinstance(take, All) else take.count
            yield whole, dict.fromkeys(range(1, count + 1), take)
    for take in takes:
        if isinstance(take, Best):
            rest = [line for line in stage.field.order if line.entry not in rules]
            yield stage.scale(rest, merit), dict.fromkeys(range(1, take.count + 1), take)


def _entries(lines: Iterable[Line]) -> tuple[int, ...]:
    return tuple(sorted(line.entry for line in lines))


def _check(lines: Sequence[Line], takes: Sequence[Take]) -> None:
    if len({line.entry for line in lines}) != len(lines):
        raise ValueError("An entry has two lines.")
    for take in takes:
        least = take.place if isinstance(take, Place) else take.count if isinstance(take, Top | Best) else 1
        if least < 1:
            raise ValueError(f"A rule takes one entry or more, not {least}.")
