"""What is announced of the stages after the first, which is told of by the flat settings."""

from typing import Literal, TypeAlias

import msgspec

from tournaments.pairing.qualification import Take
from tournaments.pairing.series.rules import Series

Format: TypeAlias = Literal["round-robin", "swiss", "pods", "knock-out", "double-elimination", "pod-knock-out"]

Carries: TypeAlias = Literal["none", "co-qualifiers", "all"]
"""The points that are taken along: none, those made against others who go on, or all."""


Ties: TypeAlias = Literal["lot", "table"]
"""What parts those who are equal on the line after all tie-breaks: the lot, or a table that they play for it."""


class Stage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stage after the first: whom it takes of the one before, and how it is played. ``None``: what is usual."""

    format: Format
    takes: tuple[Take, ...]
    carries: Carries = "none"
    ties: Ties = "lot"
    rounds: int | None = None
    cycles: int = 1
    tie_breaks: tuple[str, ...] = ()
    series: Series | None = None
    third_place: bool = True
    advance: int = 2
