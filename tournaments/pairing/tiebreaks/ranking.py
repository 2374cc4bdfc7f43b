"""The way in: tie-breaks of a crosstable, and the places that they make."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

import msgspec

from tournaments.pairing.draw import lot as drawn_lot
from tournaments.pairing.tiebreaks import crosstable as crosstables
from tournaments.pairing.tiebreaks import settings as all_settings
from tournaments.pairing.tiebreaks.codes import POINTS, TieBreak, find
from tournaments.pairing.tiebreaks.crosstable import Crosstable
from tournaments.pairing.tiebreaks.reckoning import Reckoning
from tournaments.pairing.tiebreaks.settings import Settings
from tournaments.pairing.tiebreaks.values import ZERO, Value, highest_first

Values: TypeAlias = dict[str, Value]

DEFAULT = Settings()


class Ranked(msgspec.Struct, frozen=True):
    place: int
    """Shared by those whom nothing parts."""
    entry: int
    values: Values
    """By code, in the order that they were asked for."""


class Grouped(NamedTuple):
    """The entries in groups that stay equal, best first, and by code everybody's value."""

    groups: list[list[int]]
    columns: dict[str, Mapping[int, Value]]


def tie_breaks(codes: Sequence[str], crosstable: Crosstable, settings: Settings = DEFAULT) -> dict[int, Values]:
    """Every entry's value of each of *codes*.

    Their order matters for direct encounter only: it compares those who are equal on all that comes before it, and on
    points. ``ValueError`` for an unknown or repeated code, or a crosstable that contradicts itself.
    """
    columns = grouped(codes, _reckoning(crosstable, settings)).columns
    return {entry: _values_of(entry, columns) for entry in crosstable.rows}


def rank(
    codes: Sequence[str], crosstable: Crosstable, settings: Settings = DEFAULT, *, lot: str | None = None
) -> tuple[Ranked, ...]:
    """Everybody, best first, by *codes* in their order; points come first unless they are named.

    Those who stay equal share a place and keep the crosstable's order; with *lot*, a seed, it parts them. Errors as in
    :func:`tie_breaks`.
    """
    groups, columns = grouped(codes, _reckoning(crosstable, settings))
    if lot is not None:
        groups = [[entry] for group in groups for entry in sorted(group, key=lambda each: drawn_lot(lot, each))]
    found: list[Ranked] = []
    for group in groups:
        place = len(found) + 1
        found += [Ranked(place, entry, _values_of(entry, columns)) for entry in group]
    return tuple(found)


def _values_of(entry: int, columns: Mapping[str, Mapping[int, Value]]) -> Values:
    return {code: values[entry] for code, values in columns.items()}


def _reckoning(crosstable: Crosstable, settings: Settings) -> Reckoning:
    all_settings.check(settings)
    crosstables.check(crosstable)
    return Reckoning(crosstable, settings)


def grouped(codes: Sequence[str], reckoning: Reckoning) -> Grouped:
    """By *codes* in their order, as in :func:`rank`, of a crosstable that agrees with itself; *reckoning* may know
    values of a former one."""
    asked = _asked(codes)
    order = [*([] if POINTS in asked else [find(POINTS)]), *asked.values()]
    rows = reckoning.crosstable.rows
    groups = [list(rows)] if rows else []
    for among, some in groupby(order, key=lambda tie_break: tie_break.among is not None):
        for part in ([each] for each in some) if among else [list(some)]:  # those of one entry's own part all at once
            groups = _parted(reckoning, part, groups)
    return Grouped(groups, {code: reckoning.known(each.code, each.reach) for code, each in asked.items()})


def _asked(codes: Sequence[str]) -> dict[str, TieBreak]:
    asked = {code: find(code) for code in codes}
    if len(asked) != len(codes):
        raise ValueError("A tie-break is named twice.")
    return asked


def _parted(reckoning: Reckoning, order: Sequence[TieBreak], groups: Sequence[list[int]]) -> list[list[int]]:
    """*groups* in smaller ones that the tie-breaks in their *order* leave equal, best first."""
    if not groups:
        return []
    entries = [entry for group in groups for entry in group]
    columns = [_keys(tie_break, _values(reckoning, tie_break, groups), entries) for tie_break in order]
    keys = dict(zip(entries, zip(*columns, strict=True), strict=True))
    return [part for group in groups for part in (_split(group, keys) if len(group) > 1 else [group])]


def _split(group: Sequence[int], keys: Mapping[int, tuple[tuple[bool, int], ...]]) -> list[list[int]]:
    return [list(equal) for _, equal in groupby(sorted(group, key=keys.__getitem__), key=keys.__getitem__)]


def _values(reckoning: Reckoning, tie_break: TieBreak, groups: Sequence[Sequence[int]]) -> Mapping[int, Value]:
    known = reckoning.known(tie_break.code, tie_break.reach)
    for group in groups:
        if tie_break.among is not None:
            known |= tie_break.among(reckoning, group)
        elif tie_break.each is not None:
            known |= {entry: tie_break.each(reckoning, entry) for entry in group if entry not in known}
    return known


def _keys(tie_break: TieBreak, values: Mapping[int, Value], entries: Sequence[int]) -> list[tuple[bool, int]]:
    """By which they are sorted; last, those who have no value."""
    found = [values[entry].value for entry in entries]
    numbers = highest_first([value or ZERO for value in found])
    sign = -1 if tie_break.first == "lowest" else 1
    return [(value is None, sign * number) for value, number in zip(found, numbers, strict=True)]
