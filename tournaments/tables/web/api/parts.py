"""What requests and answers about tables are made of. These shapes are the API's own: no room can change them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tournaments.tables import events, seen, state


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


class ClockView(Struct, frozen=True):
    """A seat's clock: ms left when it last stood still, and the epoch ms at which it falls if it runs."""

    left: int
    due: int | None


class SeatInfo(Struct, frozen=True):
    """Who sits where, by the name that everybody sees."""

    seat: int
    user: int | None
    name: str
    is_bot: bool
    level: str
    presence: Literal["playing", "resigned", "flagged", "open", "awaited"]


class Result(Struct, frozen=True):
    """How a table ended, by seat."""

    places: tuple[int, ...]
    points: tuple[int, ...]
    stake: int
    reason: Literal["played", "resigned", "flagged"]


class RematchView(Struct, frozen=True):
    """The last offer to play again at a finished table. ``answers`` are by seat; nobody can accept after ``until``."""

    by: int
    until: int
    status: Literal["open", "declined", "withdrawn", "lapsed", "begun"]
    answers: tuple[Literal["offered", "accepted", "declined", "waiting"], ...]
    table: str | None
    final: bool
    """Whether no further offer can follow: too many were declined or withdrawn."""


def clock(limit: events.Clock | None) -> Clock | None:
    return Clock(limit.base, limit.increment, limit.per_move) if limit else None


def clocks(views: tuple[seen.ClockView, ...]) -> tuple[ClockView, ...]:
    return tuple([ClockView(view.left, view.due) for view in views])


def seats(infos: tuple[seen.SeatInfo, ...]) -> tuple[SeatInfo, ...]:
    return tuple([SeatInfo(each.seat, each.user, each.name, each.is_bot, each.level, each.presence) for each in infos])


def outcome(result: state.Result | None) -> Result | None:
    return Result(result.places, result.points, result.stake, result.reason) if result else None


def rematch(offer: seen.RematchView | None) -> RematchView | None:
    if offer is None:
        return None
    return RematchView(offer.by, offer.until, offer.status, offer.answers, offer.table, offer.final)
