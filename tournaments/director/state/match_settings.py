"""The tables of a match as a setting: what an organiser names of it made whole, and held against the format."""

from collections.abc import Iterator, Sequence
from typing import Literal

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.pairing.format import Format
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.series.rules import Level, Series

MOST_TABLES = 9
"""Of a match."""


def series_of(
    kind: str,
    tables: int,
    *,
    form: Literal["best_of", "fixed"],
    draws: Literal["replay", "share"] = "replay",
    level: Level | None = None,
) -> Series:
    """A series in the format *kind*; a level match is what it usually is there, unless *level* says."""
    usual = FORMATS[kind].series if kind in FORMATS else None
    return Series(form, tables, draws, level or (usual.level if usual else "draw"))


def faults(series: Series, kind: Format, sizes: Sequence[int]) -> Iterator[tuple[str, Text]]:
    """What cannot be, of a match at tables of *sizes*."""
    if not 1 <= series.tables <= MOST_TABLES:
        yield "bad_series", Text(_("A match must have between 1 and {most} tables."), {"most": MOST_TABLES})
    if series.kind == "best_of" and series.tables % 2 == 0:
        yield "bad_series", Text(_("A best-of match needs an odd number of tables."))
    if series.kind == "best_of" and max(sizes, default=2) > 2:
        yield "bad_series", Text(_("Three or more players must play a fixed number of tables."))
    if kind.knocks_out and not kind.may_be_level and series.level == "draw":
        yield "bad_series", Text(_("In a knock-out a level match must be decided: at another table, or by the seeds."))


def advance_faults(advance: int, sizes: Sequence[int]) -> Iterator[tuple[str, Text]]:
    """Of a table somebody goes on, and somebody does not."""
    most = min((size for size in sizes if size > 2), default=3) - 1
    if not 1 <= advance <= most:
        yield "bad_advance", Text(_("Between 1 and {most} players of a table can advance."), {"most": most})
