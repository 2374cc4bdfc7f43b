"""What a changed result clears."""

from collections.abc import Collection

import msgspec

from tournaments.pairing.brackets.progress import Codes, Results, State, progress, resolve
from tournaments.pairing.brackets.structure import Structure


class Correction(msgspec.Struct, frozen=True):
    """``results`` are those that stand, the changed one included; the keys come in the bracket's order."""

    results: dict[str, Codes]
    cleared: tuple[str, ...]
    """Matches whose result is void, because other sides meet there now."""
    emptied: tuple[str, ...]
    """Matches that were ready and have no result, but now have other sides: a table that is open there is aborted."""


def correct(
    structure: Structure, results: Results, key: str, codes: Codes | None, withdrawn: Collection[int] = ()
) -> Correction:
    """Give match *key* the result *codes* instead of its own; ``None`` takes it away, so that it is played again.

    A result survives if both sides of its match are the same as before, each in the same slot. ``ValueError`` if *key*
    has not been decided by play, forfeit or ruling, or as for :func:`~.progress.progress`.
    """
    before = progress(structure, results, withdrawn)
    if key not in before or before[key].status != "decided":
        raise ValueError(f"{key} has no result to correct.")
    changed = {each: result for each, result in results.items() if each != key}
    if codes is not None:
        changed[key] = codes
    after: dict[str, State] = {}
    for match in structure:
        state = resolve(match, after, None, withdrawn)
        stays = state.occupants == before[match.key].occupants
        after[match.key] = resolve(match, after, changed.get(match.key), withdrawn) if stays else state
    moved = [each for each in before if after[each].occupants != before[each].occupants]
    return Correction(
        results={each: result for each, result in changed.items() if each not in moved},
        cleared=tuple(each for each in moved if each in changed),
        emptied=tuple(each for each in moved if before[each].status == "ready"),
    )
