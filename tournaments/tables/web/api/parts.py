"""What requests and answers about tables are made of. These shapes are the API's own: no room can change them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tournaments.tables import events, state


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """Fischer: ``base`` seconds, and ``increment`` more after each decision of the player; or ``base`` for each."""

    base: int
    increment: int = 0
    per_move: bool = False


class ClockSetting(Struct, frozen=True, forbid_unknown_fields=True):
    """Fischer: `base` seconds (a day at most), and `increment` more after each decision of the player.

    With `per_move` each decision has `base` seconds of its own (14 days at most), and there is no `increment`.
    """

    base: Annotated[int, Meta(ge=events.Clock.LEAST_BASE, le=events.Clock.MOST_PER_MOVE)]
    increment: Annotated[int, Meta(ge=0, le=events.Clock.MOST_INCREMENT)] = 0
    per_move: bool = False

    def __post_init__(self) -> None:
        clock = self.clock()
        if self.base > clock.most_base:
            raise ValueError(f"`base` is {clock.most_base} at most")
        if self.increment > clock.most_increment:
            raise ValueError("`increment` goes with a Fischer clock only")

    def clock(self) -> events.Clock:
        return events.Clock(self.base, self.increment, self.per_move)


class Result(Struct, frozen=True):
    """How a table ended, by seat."""

    places: tuple[int, ...]
    points: tuple[int, ...]
    stake: int
    reason: Literal["played", "resigned", "flagged", "reported"]


def clock(limit: events.Clock | None) -> Clock | None:
    return Clock(limit.base, limit.increment, limit.per_move) if limit else None


def outcome(result: state.Result | None) -> Result | None:
    return Result(result.places, result.points, result.stake, result.reason) if result else None
