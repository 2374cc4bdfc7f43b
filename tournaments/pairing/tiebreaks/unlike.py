"""What differs between two crosstables of one tournament, and how far off along opponents that can be felt."""

from collections.abc import Mapping
from functools import cached_property

from tournaments.pairing.changes import differing
from tournaments.pairing.tiebreaks.crosstable import Crosstable


class Unlike:
    """The entries whose *own* rounds differ, and those around them by whom each *met*."""

    def __init__(self, own: frozenset[int]) -> None:
        self._own = own
        self.met: Mapping[int, frozenset[int]] = {}

    def within(self, reach: int) -> frozenset[int]:
        """Also those who have one of them as an opponent (*reach* 1), or as an opponent's opponent (2)."""
        return self._own if reach == 0 else self._beside if reach == 1 else self._behind

    @cached_property
    def _beside(self) -> frozenset[int]:
        return self._meeting(self._own)

    @cached_property
    def _behind(self) -> frozenset[int]:
        return self._meeting(self._beside)

    def _meeting(self, entries: frozenset[int]) -> frozenset[int]:
        return entries.union(entry for entry, met in self.met.items() if not entries.isdisjoint(met))


def unlike(former: Crosstable, crosstable: Crosstable) -> Unlike | None:
    """``None`` if more than some entries' rounds and points by ruling may differ."""
    if former.rounds != crosstable.rounds or former.ratings != crosstable.ratings:
        return None
    if former.rows.keys() != crosstable.rows.keys():
        return None
    own = differing(former.rows, crosstable.rows) | differing(former.adjustments, crosstable.adjustments)
    return Unlike(own)
