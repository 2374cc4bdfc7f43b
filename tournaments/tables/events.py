"""What happens to a table around the game itself: who sits, who left, how much time, how it ended.

The engine's own events stand between ``table.started`` and ``table.finished`` in the same stream.
"""

from typing import Any, ClassVar, Literal, Self, TypeAlias

import msgspec

from engine.codec import Codec
from engine.deals import Laid
from engine.events import Event, Public, Seat, Secret

Reason: TypeAlias = Literal["played", "resigned", "flagged", "reported"]
AbortReason: TypeAlias = Literal["opener", "unfilled", "cancelled", "no_show", "ruling", "unplayed", "redrawn"]
"""``cancelled``: its tournament was called off, also in the middle of play; ``ruling``: a ruling decided its match,
also in the middle of play; ``no_show``: not everybody came to its match; ``redrawn``: its tournament is drawn again,
before a card was played."""


_PER_MOVE = " a move"


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fischer: ``base`` seconds, and ``increment`` more after each decision of the player.

    With ``per_move`` each decision has ``base`` seconds of its own, and what is left of them is not kept.
    """

    base: int
    increment: int = 0
    per_move: bool = False

    LEAST_BASE: ClassVar[int] = 5
    MOST_BASE: ClassVar[int] = 86_400
    MOST_PER_MOVE: ClassVar[int] = 14 * 86_400
    MOST_INCREMENT: ClassVar[int] = 3_600

    @property
    def most_base(self) -> int:
        return self.MOST_PER_MOVE if self.per_move else self.MOST_BASE

    @property
    def most_increment(self) -> int:
        return 0 if self.per_move else self.MOST_INCREMENT

    @property
    def text(self) -> str:
        """As forms send it: "300+5", "86400 a move"."""
        return f"{self.base}{_PER_MOVE}" if self.per_move else f"{self.base}+{self.increment}"

    @classmethod
    def of(cls, text: str) -> Self:
        if text.endswith(_PER_MOVE):
            return cls(int(text.removesuffix(_PER_MOVE)), per_move=True)
        base, _plus, increment = text.partition("+")
        return cls(int(base), int(increment))


class Chair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits in a seat: a user (``None`` while it is open), and the level if that user is a bot."""

    user: int | None = None
    bot: str = ""


class TableOpened(Public, frozen=True):
    """The seats in order, the rules in force, and the commitment (SHA-256 of the seed) to every shuffle to come."""

    kind = "table.opened"
    game: str
    rules: int
    options: dict[str, Any]
    chairs: tuple[Chair, ...]
    clock: Clock | None
    rated: bool
    match: str | None
    opener: int | None
    commit: str
    club: str | None
    """The club that it belongs to."""
    guests: tuple[Seat, ...] = ()
    """Of a rated table, the seats of walk-ins who had no account then: their duels count nowhere."""
    people_only: bool = False
    """Whether no program may play there."""


class SeedDrawn(Secret, frozen=True):
    kind = "table.seed_drawn"
    seed: str


class PlayedOn(Public, frozen=True):
    """It goes on from a position of *table*: after its event *seq*, and after *tried* moves that were tried from there.

    With *dealt_again* the cards that *seat* had not been told of were dealt again, else all lie as they were. Nobody is
    told whether any of them lies where it was.
    """

    kind = "table.played_on"
    table: str
    seq: int
    tried: int
    seat: Seat
    dealt_again: bool


class PositionLaid(Secret, frozen=True):
    """What the position follows from by the rules (``engine/deals.py``): the shuffles before it, and the moves."""

    kind = "table.position_laid"
    orders: tuple[tuple[str, tuple[str, ...]], ...]
    moves: tuple[tuple[Seat, str], ...]

    @property
    def laid(self) -> Laid:
        return Laid(self.orders, self.moves)


class PlayedInRoom(Public, frozen=True):
    """It is played with real cards: nobody has to come to it here, and its players report the result."""

    kind = "table.played_in_room"
    points: bool = False
    """Whether the game's own points decide, so that a report has to tell them."""


class ResultReported(Public, frozen=True):
    """A player says how a table in the room has ended, by seat. A later report takes the place of this one."""

    kind = "table.result_reported"
    seat: Seat
    places: tuple[int, ...]
    points: tuple[int, ...]


class ReportDisputed(Public, frozen=True):
    """Another player says that it was otherwise."""

    kind = "table.report_disputed"
    seat: Seat


class ReportConfirmed(Public, frozen=True):
    """Another player says that it was so; no seat: an organiser does."""

    kind = "table.report_confirmed"
    seat: Seat | None


class SeatTaken(Public, frozen=True):
    kind = "table.seat_taken"
    seat: Seat
    user: int


class TableJoined(Public, frozen=True):
    """The player of the seat has come to the table of a match. When all have, it starts."""

    kind = "table.joined"
    seat: Seat


class BotSeated(Public, frozen=True):
    """Who opened the table had a free seat filled with a bot of level ``bot``."""

    kind = "table.bot_seated"
    seat: Seat
    user: int
    bot: str


class ProgramNoted(Public, frozen=True):
    """A program moves for the person in the seat."""

    kind = "table.program_noted"
    seat: Seat


class TableStarted(Public, frozen=True):
    """Every seat is filled, and at a match everybody has come; the deal follows."""

    kind = "table.started"


class SeatResigned(Public, frozen=True):
    kind = "table.resigned"
    seat: Seat


class SeatFlagged(Public, frozen=True):
    """The seat's time ran out."""

    kind = "table.flagged"
    seat: Seat


class TimeCredited(Public, frozen=True):
    """More time on the clock of ``seat``, by ruling. No seat: the service itself stood still, and the players who were
    to act get that time back."""

    kind = "table.time_credited"
    ms: int
    seat: Seat | None


class VacationTaken(Public, frozen=True):
    """The player at ``seat`` is, or was, on vacation while their decision was awaited: so long their clock stood."""

    kind = "table.vacation_taken"
    seat: Seat
    ms: int


class TableAborted(Public, frozen=True):
    kind = "table.aborted"
    reason: AbortReason


class TableFinished(Public, frozen=True):
    """The result, by seat. Points are the game's own; a seat that left is placed last whatever its bot made of it."""

    kind = "table.finished"
    places: tuple[int, ...]
    points: tuple[int, ...]
    stake: int
    reason: Reason


class SeedRevealed(Public, frozen=True):
    kind = "table.seed_revealed"
    seed: str


class TableSettled(Public, frozen=True):
    """Tournament and ratings have taken the result in."""

    kind = "table.settled"


class RematchOffered(Public, frozen=True):
    """The player of *seat* would play again with the same people; nobody can accept it after *seconds*."""

    kind = "table.rematch_offered"
    seat: Seat
    seconds: int


class RematchAccepted(Public, frozen=True):
    kind = "table.rematch_accepted"
    seat: Seat


class RematchDeclined(Public, frozen=True):
    """One who declines ends the offer."""

    kind = "table.rematch_declined"
    seat: Seat


class RematchWithdrawn(Public, frozen=True):
    """The offer is taken back by the player who made it."""

    kind = "table.rematch_withdrawn"
    seat: Seat


class RematchOpened(Public, frozen=True):
    """Everybody has accepted: they play on at *table*."""

    kind = "table.rematch_opened"
    table: str


TABLE_EVENTS: tuple[type[Event], ...] = (
    TableOpened,
    SeedDrawn,
    PlayedOn,
    PositionLaid,
    PlayedInRoom,
    ResultReported,
    ReportDisputed,
    ReportConfirmed,
    SeatTaken,
    TableJoined,
    BotSeated,
    ProgramNoted,
    TableStarted,
    SeatResigned,
    SeatFlagged,
    TimeCredited,
    VacationTaken,
    TableAborted,
    TableFinished,
    SeedRevealed,
    TableSettled,
    RematchOffered,
    RematchAccepted,
    RematchDeclined,
    RematchWithdrawn,
    RematchOpened,
)


CODEC: Codec[Event] = Codec(TABLE_EVENTS)
