"""The way in: tie-breaks of a crosstable, and the places that they make."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias

import msgspec

from tournaments.director.formats.draw import lot as drawn_lot
from tournaments.director.formats.tiebreaks import crosstable as crosstables
from tournaments.director.formats.tiebreaks import settings as all_settings
from tournaments.director.formats.tiebreaks.codes import POINTS, TieBreak, find
from tournaments.director.formats.tiebreaks.crosstable import Crosstable
from tournaments.director.formats.tiebreaks.reckoning import Reckoning
from tournaments.director.formats.tiebreaks.settings import Settings
from tournaments.director.formats.tiebreaks.values import Value

Values: TypeAlias = dict[str, Value]

DEFAULT = Settings()


class Ranked(msgspec.Struct, frozen=True):
    place: int
    """Shared by those whom nothing parts."""
    entry: int
    values: Values
    """By code, in the order that they were asked for."""


def tie_breaks(codes: Sequence[str], crosstable: Crosstable, settings: Settings = DEFAULT) -> dict[int, Values]:
    """Every entry's value of each of *codes*.

    Their order matters for direct encounter only: it compares those who are equal on all that comes before it, and on
    points. ``ValueError`` for an unknown or repeated code, or a crosstable that contradicts itself.
    """
    values, _ = _reckoned(codes, crosstable, settings)
    return values


def rank(
    codes: Sequence[str],
    crosstable: Crosstable,
    settings: Settings = DEFAULT,
    *,
    lot: str | None = None,
    checked: bool = False,
) -> tuple[Ranked, ...]:
    """Everybody, best first, by *codes* in their order; points come first unless they are named.

    Those who stay equal share a place and keep the crosstable's order; with *lot*, a seed, it parts them. Errors as in
    :func:`tie_breaks`; *checked*: the crosstable is known to agree with itself.
    """
    values, groups = _reckoned(codes, crosstable, settings, checked=checked)
    if lot is not None:
        groups = [[entry] for group in groups for entry in sorted(group, key=lambda each: drawn_lot(lot, each))]
    ranked: list[Ranked] = []
    for group in groups:
        place = len(ranked) + 1
        ranked += [Ranked(place, entry, values[entry]) for entry in group]
    return tuple(ranked)


def _reckoned(
    codes: Sequence[str], crosstable: Crosstable, settings: Settings, *, checked: bool = False
) -> tuple[dict[int, Values], list[list[int]]]:
    """The values, and the entries in groups that stay equal, best first."""
    asked = {code: find(code) for code in codes}
    order = [*([] if POINTS in asked else [find(POINTS)]), *asked.values()]
    if len({tie_break.code for tie_break in asked.values()}) != len(codes):
        raise ValueError("A tie-break is named twice.")
    all_settings.check(settings)
    if not checked:
        crosstables.check(crosstable)
    reckoning = Reckoning(crosstable, settings)
    found: dict[int, Values] = {entry: {} for entry in crosstable.rows}
    groups = [list(crosstable.rows)] if crosstable.rows else []
    for tie_break in order:
        groups = [part for group in groups for part in _parted(reckoning, tie_break, group, found)]
    return {entry: {code: values[each.code] for code, each in asked.items()} for entry, values in found.items()}, groups


def _parted(
    reckoning: Reckoning, tie_break: TieBreak, group: Sequence[int], found: dict[int, Values]
) -> list[list[int]]:
    """*group* in groups that *tie_break* leaves equal, best first."""
    if tie_break.among is not None:
        values = tie_break.among(reckoning, group)
    elif tie_break.each is not None:
        values = {entry: tie_break.each(reckoning, entry) for entry in group}
    for entry, value in values.items():
        found[entry][tie_break.code] = value
    sign = 1 if tie_break.first == "lowest" else -1

    def key(entry: int) -> tuple[bool, Fraction]:
        value = values[entry].value
        return value is None, sign * (value or Fraction(0))

    return [list(equal) for _, equal in groupby(sorted(group, key=key), key=key)]
