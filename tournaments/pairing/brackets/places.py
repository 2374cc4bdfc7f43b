"""Final places: by the round in which an entry went out; those who went out in the same round share theirs."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import TypeAlias

from tournaments.pairing.brackets.progress import Results, State, progress
from tournaments.pairing.brackets.structure import FromMatch, Match, Structure

Exit: TypeAlias = tuple[int, int]
"""Where an entry went out, less for later."""

STILL_IN: Exit = (-1, 0)
CHAMPION: Exit = (0, 0)


def final_places(structure: Structure, results: Results, withdrawn: Collection[int] = ()) -> dict[int, int]:
    """Every seed's place. A place is one more than the number of entries that went further.

    Both sides of a double forfeit are placed as the losers of the match into which its loser would have dropped, or
    else as its losers. If nobody wins the bracket, those who went furthest (two or more) share the second place.
    ``ValueError`` if it is not over, or as for :func:`~.progress.progress`.
    """
    states = progress(structure, results, withdrawn)
    if still := [key for key, state in states.items() if state.status in ("waiting", "ready")]:
        raise ValueError(f"The bracket is not over: {', '.join(still)}.")
    return _places(_exits(structure, states))


def places_so_far(structure: Structure, results: Results, withdrawn: Collection[int] = ()) -> dict[int, int]:
    """As :func:`final_places` at any time: those who are still in share the first place."""
    return _places(_exits(structure, progress(structure, results, withdrawn)))


def _places(exits: Mapping[int, Exit]) -> dict[int, int]:
    count = Counter(exits.values())
    vacant = not (count[CHAMPION] or count[STILL_IN])
    place = {here: 1 + sum(count[other] for other in count if other < here) for here in count}
    return {seed: max(place[exits[seed]], 2 if vacant else 1) for seed in sorted(exits)}


def _exits(structure: Structure, states: Mapping[str, State]) -> dict[int, Exit]:
    """By seed: an entry goes out in the last match that it comes to."""
    last = {
        occupant: match for match in structure for occupant in states[match.key].occupants if isinstance(occupant, int)
    }
    return {seed: _exit(structure, states[match.key], match, seed) for seed, match in last.items()}


def _exit(structure: Structure, state: State, match: Match, seed: int) -> Exit:
    if state.status in ("waiting", "ready"):
        return STILL_IN
    if state.winner == seed:
        return _depth(structure, match, won=True)
    drop = next((other for other in structure if FromMatch(match.key, 2) in other.slots), match)
    return _depth(structure, drop if state.loser != seed else match, won=False)


def _depth(structure: Structure, match: Match, *, won: bool) -> Exit:
    """Finals first, then the match for third place, then the rounds from the last to the first."""
    if match.side == "F" or match.key == _final(structure):
        return CHAMPION if won else (0, 1)
    if match.side == "T":
        return (1, 0 if won else 1)
    return (2, -match.round)


def _final(structure: Structure) -> str:
    """The last match of a single elimination or of the grand final."""
    return next(match.key for match in reversed(structure) if match.side != "T")
