"""What has changed between two moments of a tournament: entries that are not named have the standings that they had."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from tournaments.pairing.record import Match, Round

T = TypeVar("T")


def changed(before: Sequence[Round], after: Sequence[Round]) -> frozenset[int] | None:
    """The entries that have another result, or one more or less; ``None`` if more than results may differ."""
    if len(before) != len(after):
        return None
    found: set[int] = set()
    for old, new in zip(before, after, strict=True):
        if old is not new:
            if not _drawn_alike(old, new):
                return None
            found.update(entry for match in _differing(old, new) for entry in match.entries)
    return frozenset(found)


def _drawn_alike(old: Round, new: Round) -> bool:
    return (
        (old.matches is new.matches or old.matches == new.matches)
        and old.byes == new.byes
        and old.absences == new.absences
        and old.annulled == new.annulled
        and old.idle == new.idle
    )


def _differing(old: Round, new: Round) -> Iterable[Match]:
    for match in new.matches:
        name = match.match
        if old.results.get(name) != new.results.get(name) or old.tables.get(name) != new.tables.get(name):
            yield match


def differing(before: Mapping[int, T], after: Mapping[int, T]) -> frozenset[int]:
    """The entries of which not the same is said."""
    return frozenset(entry for entry in before.keys() | after.keys() if before.get(entry) != after.get(entry))
