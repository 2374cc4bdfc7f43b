"""What has become of every match: a pure function of the slots and the results."""

from collections.abc import Collection, Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from tournaments.pairing.brackets.structure import FromSeed, Match, Nobody, Slot, Structure

Absence: TypeAlias = Literal["bye", "tbd", "not_needed"]
"""Why nobody is in a slot: nobody will ever come, it is not known yet who, or there will be no match."""

Occupant: TypeAlias = int | Absence
"""A seed, from 1, or why there is none."""

BYE: Final = "bye"
TBD: Final = "tbd"
NOT_NEEDED: Final = "not_needed"

Code: TypeAlias = Literal["1", "0", "+", "-", "LL"]
Codes: TypeAlias = tuple[Code, Code]
"""A match's result in the order of its slots: played, forfeited, forfeited by both, or lost by both by a ruling."""

Results: TypeAlias = Mapping[str, Codes]
"""By the match's key. Only what was played or ruled: byes and the forfeits of those who have left follow from it."""

Status: TypeAlias = Literal["waiting", "ready", "decided", "bye", "not_needed"]

WINNER: Final[Mapping[tuple[str, str], int | None]] = {
    ("1", "0"): 0,
    ("0", "1"): 1,
    ("+", "-"): 0,
    ("-", "+"): 1,
    ("-", "-"): None,
    ("LL", "LL"): None,
}


class State(msgspec.Struct, frozen=True):
    """A match now.

    ``waiting``: somebody in it is not known yet. ``ready``: to be played. ``decided``: it has ``codes``. ``bye``: it
    needs no play because a side is a bye, even if the other is not known yet.
    """

    key: str
    occupants: tuple[Occupant, Occupant]
    status: Status
    codes: Codes | None = None
    winner: Occupant = TBD
    loser: Occupant = TBD


def progress(structure: Structure, results: Results, withdrawn: Collection[int] = ()) -> dict[str, State]:
    """Every match of *structure*, in its order, as *results* (in any order) leave it.

    A match of a *withdrawn* seed that has no result is forfeited as soon as the other side is known. ``ValueError``
    for a result that is none of a bracket, or of a match that is unknown or could not be played.
    """
    _check_keys(structure, results)
    states: dict[str, State] = {}
    for match in structure:
        states[match.key] = resolve(match, states, results.get(match.key), withdrawn)
    return states


def resolve(match: Match, before: Mapping[str, State], codes: Codes | None, withdrawn: Collection[int]) -> State:
    """*match* after those that fill it. ``ValueError`` as for :func:`progress`."""
    occupants = _occupants(match, before)
    status = _status(occupants)
    if status != "ready":
        if codes is not None:
            raise ValueError(f"{match.key} has a result, but could not be played: it is {status}.")
        return _unplayed(match.key, occupants, status)
    if codes is None:
        codes = _forfeits(occupants, withdrawn)
    return State(match.key, occupants, "ready") if codes is None else _decided(match.key, occupants, codes)


def _check_keys(structure: Structure, results: Results) -> None:
    if unknown := sorted(results.keys() - {match.key for match in structure}):
        raise ValueError(f"No match of this bracket: {', '.join(unknown)}.")


def _occupants(match: Match, before: Mapping[str, State]) -> tuple[Occupant, Occupant]:
    if match.reset_of and not _is_reset(before[match.reset_of]):
        return NOT_NEEDED, NOT_NEEDED
    first, second = match.slots
    return _occupant(first, before), _occupant(second, before)


def _is_reset(final: State) -> bool:
    """Whether the second side has won *final* against somebody, or can still."""
    return final.status != "bye" and final.winner in (TBD, final.occupants[1])


def _occupant(slot: Slot, before: Mapping[str, State]) -> Occupant:
    if isinstance(slot, FromSeed):
        return slot.seed
    if isinstance(slot, Nobody):
        return BYE
    if slot.match not in before:
        raise ValueError(f"{slot.match} fills a match that stands before it, or is missing.")
    return before[slot.match].winner if slot.place == 1 else before[slot.match].loser


def _status(occupants: tuple[Occupant, Occupant]) -> Status:
    if NOT_NEEDED in occupants:
        return "not_needed"
    if BYE in occupants:
        return "bye"
    return "waiting" if TBD in occupants else "ready"


def _unplayed(key: str, occupants: tuple[Occupant, Occupant], status: Status) -> State:
    """A bye is passed on as the loser, and as the winner too if both sides are byes."""
    if status == "not_needed":
        return State(key, occupants, status, winner=NOT_NEEDED, loser=NOT_NEEDED)
    if status == "bye":
        return State(key, occupants, status, winner=occupants[1 if occupants[0] == BYE else 0], loser=BYE)
    return State(key, occupants, status)


def _decided(key: str, occupants: tuple[Occupant, Occupant], codes: Codes) -> State:
    if codes not in WINNER:
        raise ValueError(f"{key} cannot end {codes!r}: a match of a bracket has one winner, or both sides lose.")
    won = WINNER[codes]
    if won is None:
        return State(key, occupants, "decided", codes, BYE, BYE)
    return State(key, occupants, "decided", codes, occupants[won], occupants[1 - won])


def _forfeits(occupants: tuple[Occupant, Occupant], withdrawn: Collection[int]) -> Codes | None:
    first, second = (occupant in withdrawn for occupant in occupants)
    if first and second:
        return "-", "-"
    if first or second:
        return ("-", "+") if first else ("+", "-")
    return None
