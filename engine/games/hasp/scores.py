"""What a round brings, and how the game ends: pure functions over sides. Rules sheet, 5.1 to 5.3."""

from collections.abc import Sequence

from engine.game import Outcome
from engine.games.hasp.model import SIDES, Claim, HaspOptions
from engine.games.hasp.moves import Find
from engine.places import ranked

BONUS: dict[Find, int] = {"minor": 1, "great": 1, "all": 2, "none": 2}
"""What each prediction adds to the pot."""


def claim_in(finds: Sequence[Find]) -> Claim | None:
    """The Find All or No Find among the *finds* of one prediction: it is always the last."""
    last = finds[-1] if finds else None
    return last if last == "all" or last == "none" else None


def broken(claim: Claim, claimant: int, winner: int) -> bool:
    """Whether side *claimant* fails its *claim* when side *winner* takes a trick."""
    return (claim == "all") != (winner == claimant)


def by_claim(sides: int, claimant: int, pot: int, *, held: bool) -> tuple[int, ...]:
    """The pot is the claimant's, or all its opponents' in full (H11)."""
    return tuple(pot if (side == claimant) == held else 0 for side in range(sides))


def by_points(points: Sequence[int], leader: int, said: Sequence[Sequence[Find]], pot: int) -> tuple[int, ...]:
    """The side with the most points scores the *pot*; *said* are the predictions from the *leader* on.

    Two sides level: the leader's, who announced the trump, loses (5.2, H10). Of three, two level both score; when all
    three are, those who predicted nothing do, if anything was predicted at all (5.3, H12).
    """
    sides, most = len(points), max(points)
    winners = [side for side in range(sides) if points[side] == most]
    if len(winners) == sides:
        predictors = {(leader + place) % sides for place, finds in enumerate(said) if finds}
        winners = [1 - leader % sides] if sides == 2 else [s for s in winners if predictors and s not in predictors]
    return tuple(pot if side in winners else 0 for side in range(sides))


def over(totals: Sequence[int], options: HaspOptions, rounds: int) -> bool:
    """After *rounds* rounds: one side alone has the most and enough (5.3), or these were all."""
    most = max(totals)
    return (most >= options.target and totals.count(most) == 1) or rounds >= options.max_rounds


def outcome(totals: Sequence[int], seats: int) -> Outcome:
    return Outcome(by_seat(ranked(totals), seats), by_seat(totals, seats))


def by_seat(sides: Sequence[int], seats: int) -> tuple[int, ...]:
    """A number of each side, handed to its seats."""
    return tuple(sides) if len(sides) == seats else tuple(sides) * (seats // len(sides))


def by_side(numbers: Sequence[int]) -> tuple[int, ...]:
    """The inverse of :func:`by_seat`."""
    return tuple(numbers[: SIDES[len(numbers)]])
