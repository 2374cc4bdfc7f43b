"""Why somebody cannot be challenged: the first of the reasons, in a fixed order."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tournaments.platform.units import DAY

DEFENDED: Final = 3 * DAY
MET: Final = 7 * DAY
REACH: Final = 3

Code: TypeAlias = Literal[
    "yourself",
    "not_on_ladder",
    "you_are_away",
    "away",
    "below_you",
    "too_far",
    "you_have_one_open",
    "busy",
    "just_defended",
    "met_recently",
    "not_open_to_you",
]
"""In the order in which they are found. The last is not a rule of the ladder, but a player's choice."""


class Obstacle(Struct, frozen=True):
    code: Code
    until: int | None = None
    """The epoch ms at which this reason ends, if time ends it."""


def why_not(
    order: Sequence[int],
    challenger: int,
    defender: int,
    *,
    now: int = 0,
    away: Collection[int] = (),
    reach: int = REACH,
    open: Collection[tuple[int, int]] = (),  # noqa: A002
    defended: Mapping[int, int] | None = None,
    met: Mapping[tuple[int, int], int] | None = None,
) -> Obstacle | None:
    """The first reason why *challenger* may not challenge *defender* at *now*; ``None``: they may.

    *open* are the challenges not yet over, as (challenger, defender). *defended* says when (epoch ms) each last held
    their place, *met* when two last ended a challenge, the lower id first.
    """
    if challenger == defender:
        return Obstacle("yourself")
    if challenger not in order or defender not in order:
        return Obstacle("not_on_ladder")
    if standing := _by_position(order, challenger, defender, away, reach):
        return Obstacle(standing)
    if engaged := _by_challenges(challenger, defender, open):
        return Obstacle(engaged)
    held = (defended or {}).get(defender)
    if held is not None and now < held + DEFENDED:
        return Obstacle("just_defended", held + DEFENDED)
    last = (met or {}).get(pair(challenger, defender))
    return Obstacle("met_recently", last + MET) if last is not None and now < last + MET else None


def _by_position(
    order: Sequence[int], challenger: int, defender: int, away: Collection[int], reach: int
) -> Code | None:
    if challenger in away:
        return "you_are_away"
    if defender in away:
        return "away"
    top, own = order.index(defender), order.index(challenger)
    if top > own:
        return "below_you"
    return "too_far" if sum(player not in away for player in order[top:own]) > reach else None


def _by_challenges(challenger: int, defender: int, open_: Collection[tuple[int, int]]) -> Code | None:
    if any(challenger == asking for asking, _asked in open_):
        return "you_have_one_open"
    return "busy" if any(defender in both for both in open_) else None


def pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
