"""A table as a fold of its stream: pure, with the time handed in.

:func:`advance` folds one commit; nothing else makes a :class:`TableState`. What follows from a request is decided in
:mod:`tournaments.tables.decisions`.
"""

from collections.abc import Container, Sequence
from functools import cached_property
from typing import Any, Literal, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from engine.chance import SeedChance
from engine.deals import Laid
from engine.events import Event, Seat, is_of_game
from engine.game import AnyGame, Teams, parse_options
from engine.registry import rules_for
from engine.tally import after as counted
from tournaments.tables import clock as clocks
from tournaments.tables import rematch, swing
from tournaments.tables.clock import SeatClock
from tournaments.tables.events import (
    BotSeated,
    Chair,
    PlayedInRoom,
    PlayedOn,
    PositionLaid,
    ProgramNoted,
    Reason,
    RematchAccepted,
    RematchDeclined,
    RematchOffered,
    RematchOpened,
    RematchWithdrawn,
    ReportConfirmed,
    ReportDisputed,
    ResultReported,
    SeatFlagged,
    SeatResigned,
    SeatTaken,
    SeedDrawn,
    SeedRevealed,
    TableAborted,
    TableFinished,
    TableJoined,
    TableOpened,
    TableSettled,
    TableStarted,
    TimeCredited,
    VacationTaken,
)
from tournaments.tables.rematch import Rematch

Status: TypeAlias = Literal["open", "playing", "finished", "aborted"]


class HasStatus(Protocol):
    """A table, its row, or a view of it."""

    @property
    def status(self) -> Status: ...


def deal_is_over(table: HasStatus) -> bool:
    """Whether everybody may see all cards of *table*. Whatever opens hands asks this."""
    return table.status in ("finished", "aborted")


class Result(msgspec.Struct, frozen=True):
    """How a table ended, by seat."""

    places: tuple[int, ...]
    points: tuple[int, ...]
    stake: int
    reason: Reason


class Left(msgspec.Struct, frozen=True):
    """A seat whose player went before the end."""

    seat: Seat
    how: Literal["resigned", "flagged"]


class Report(msgspec.Struct, frozen=True):
    """How a table in the room has ended, as a player says."""

    seat: Seat
    places: tuple[int, ...]
    points: tuple[int, ...]
    at: int
    """Epoch ms."""
    disputed: Seat | None = None
    """Who says that it was otherwise."""


class TableState(msgspec.Struct, frozen=True, dict=True):
    """A table at a moment: its facts, who sits and who left, the clocks, and the game's own state."""

    id: str
    seq: int = 0
    opened: TableOpened | None = None
    seed: str = ""
    origin: PlayedOn | None = None
    """Where it goes on from, if it does not begin with a deal of its own. It counts nowhere then."""
    laid: Laid | None = None
    """What it begins with then. The moves there are none of this table's: nothing counts them."""
    went_on: int = 0
    """The event after which play went on here then."""
    status: Status = "open"
    chairs: tuple[Chair, ...] = ()
    joined: frozenset[Seat] = frozenset()
    """At a match: the seats whose players have come."""
    left: tuple[Left, ...] = ()
    programs: frozenset[Seat] = frozenset()
    """The seats of people for whom a program has moved."""
    given: tuple[tuple[Seat, int], ...] = ()
    """Time given to seats by rulings, in ms: where the table has not begun, its clocks begin with it."""
    clocks: tuple[SeatClock, ...] = ()
    to_act: tuple[Seat, ...] = ()
    state: Any = None
    moved: bool = False
    """Whether a person or a bot has made a decision here."""
    tally: tuple[int, ...] = ()
    """What the game counts, by seat (``engine/tally.py``); none before it starts."""
    moves: int = 0
    behind: swing.Behind = ()
    played: bool = False
    """Whether a person has made a decision here."""
    result: Result | None = None
    in_room: bool = False
    """Whether it is played with real cards."""
    needs_points: bool = False
    """Whether a report has to tell the game's points."""
    report: Report | None = None
    settled: bool = False
    opened_at: int = 0
    started_at: int | None = None
    finished_at: int | None = None
    rematch: Rematch | None = None

    @cached_property
    def facts(self) -> TableOpened:
        if self.opened is None:
            raise LookupError(f"table {self.id} has not been opened")
        return self.opened

    @cached_property
    def game(self) -> AnyGame:
        return rules_for(self.facts.game, self.facts.rules)

    @cached_property
    def teams(self) -> Teams:
        """The seats that play together; their places are shared."""
        return self.game.teams(len(self.chairs), parse_options(self.game, self.facts.options))

    @property
    def swing(self) -> swing.Swing:
        """How it went, once it is finished."""
        result = self.result
        if result is None or self.origin is not None:
            return swing.UNKNOWN
        told = result.reason == "played" or (result.reason == "reported" and any(result.points))
        winners = [seat for seat, place in enumerate(result.places) if place == 1]
        return swing.Swing(
            moves=None if self.in_room else self.moves,
            margin=swing.margin(result.places, result.points) if told else None,
            comeback=result.reason == "played" and swing.is_comeback(self.behind, self.moves, winners),
        )

    @property
    def is_over(self) -> bool:
        return self.status in ("finished", "aborted")

    @property
    def gathering(self) -> bool:
        """Whether this is a match's table that waits for its players."""
        return self.status == "open" and self.facts.match is not None and not self.in_room

    @property
    def begun(self) -> bool:
        """Whether it counts already what happens here: somebody has decided, left, or reported a result."""
        return self.moved or bool(self.left) or self.report is not None or self.status == "finished"

    @property
    def gone(self) -> frozenset[Seat]:
        return frozenset(left.seat for left in self.left)

    def seats_of(self, user: int | None) -> list[Seat]:
        return _seats_of(user, [chair.user for chair in self.chairs])

    def seat_of(self, user: int | None) -> Seat | None:
        """The seat that *user* plays, ``None`` for a spectator."""
        return own_seat(user, [chair.user for chair in self.chairs], self.to_act)

    def by_bot(self, seat: Seat) -> bool:
        """Whether a bot plays *seat*: its own, or one that stands in for a player who left."""
        return bool(self.chairs[seat].bot) or seat in self.gone

    @property
    def bots_to_act(self) -> list[Seat]:
        return [seat for seat in self.to_act if self.by_bot(seat)]

    def due(self, seat: Seat) -> int | None:
        """When the time of *seat* runs out, in epoch ms; never for a bot, nor without a time limit."""
        if self.facts.clock is None or self.by_bot(seat):
            return None
        return self.clocks[seat].due

    def chance(self) -> SeedChance:
        return SeedChance(bytes.fromhex(self.seed))


def own_seat(user: int | None, users: Sequence[int | None], to_act: Container[int]) -> Seat | None:
    """The seat of *user* among *users*: one that is to act if several are theirs, ``None`` if none is."""
    own = _seats_of(user, users)
    return next((seat for seat in own if seat in to_act), own[0] if own else None)


def _seats_of(user: int | None, users: Sequence[int | None]) -> list[Seat]:
    return [Seat(i) for i, seated in enumerate(users) if user is not None and seated == user]


# -- the fold


def advance(table: TableState, commit: Sequence[Event], *, at: int, seq: int) -> TableState:
    """*table* after one commit: its events, recorded at *at* (epoch ms), the last of them number *seq*."""
    after = table
    for event in commit:
        after = _evolve(after, event, at)
    playing = after.status == "playing"
    to_act = tuple(after.game.to_act(after.state)) if playing else ()
    mover = _mover(table, commit)
    turned = clocks.turned(after.clocks, clock=after.facts.clock, mover=mover, to_act=to_act, at=at, seq=seq)
    played = table.played or (mover is not None and not table.by_bot(mover))
    if mover is not None:
        after = _moved(after)
    if after.laid is not None and table.state is None and after.state is not None:
        after = replace(after, went_on=seq)
    return replace(after, seq=seq, to_act=to_act, played=played, clocks=turned)


def _moved(table: TableState) -> TableState:
    """One more decision has been made."""
    moves = table.moves + 1
    points = table.game.points(table.state)
    return replace(table, moved=True, moves=moves, behind=swing.after(table.behind, moves, points))


def _mover(table: TableState, commit: Sequence[Event]) -> Seat | None:
    """The seat whose decision *commit* is: the first event of a move names it."""
    if table.status != "playing" or not is_of_game(commit[0].kind):
        return None
    seat: Seat | None = getattr(commit[0], "seat", None)
    return seat


def _evolve(table: TableState, event: Event, at: int) -> TableState:
    match event:
        case TableOpened():
            return replace(table, opened=event, chairs=event.chairs, opened_at=at)
        case SeedDrawn() | PlayedOn() | PositionLaid():
            return _settled_on(table, event)
        case SeatTaken() | BotSeated() | TableJoined() | ProgramNoted():
            return _seated(table, event)
        case TableStarted():
            tally = (0,) * len(table.chairs)
            begun = replace(table, status="playing", clocks=_wound(table), started_at=at)
            return replace(begun, state=table.game.initial, tally=tally)
        case SeatResigned(seat=seat) | SeatFlagged(seat=seat):
            left = Left(seat, "resigned" if isinstance(event, SeatResigned) else "flagged")
            return replace(table, left=(*table.left, left))
        case TimeCredited() | VacationTaken():
            return _credited(table, event, at)
        case TableAborted():
            return replace(table, status="aborted", finished_at=at)
        case TableFinished(places=places, points=points, stake=stake, reason=reason):
            result = Result(places, points, stake, reason)
            return replace(table, status="finished", finished_at=at, result=result)
        case SeedRevealed() | ReportConfirmed():
            return table
        case PlayedInRoom() | ResultReported() | ReportDisputed():
            return _reported(table, event, at)
        case TableSettled():
            return replace(table, settled=True)
        case RematchOffered() | RematchAccepted() | RematchDeclined() | RematchWithdrawn() | RematchOpened():
            return replace(table, rematch=rematch.evolve(table.rematch, event, at))
        case _:
            game, state = table.game, table.state
            return replace(table, state=game.evolve(state, event), tally=counted(game, table.tally, state, event))


def _settled_on(table: TableState, event: SeedDrawn | PlayedOn | PositionLaid) -> TableState:
    """What the cards of the table follow from."""
    match event:
        case PlayedOn():
            return replace(table, origin=event)
        case PositionLaid():
            return replace(table, laid=event.laid)
    return replace(table, seed=event.seed)


def _reported(table: TableState, event: PlayedInRoom | ResultReported | ReportDisputed, at: int) -> TableState:
    """A table in the room: what its players say of it."""
    match event:
        case ResultReported(seat=seat, places=places, points=points):
            disputed = table.report.disputed if table.report and table.report.seat == seat else None
            report = Report(seat, places, points, at, disputed)
            return replace(table, report=report, started_at=table.opened_at)  # it has been played
        case ReportDisputed(seat=seat) if table.report is not None:
            return replace(table, report=replace(table.report, disputed=seat))
    return replace(table, in_room=True, needs_points=isinstance(event, PlayedInRoom) and event.points)


def _wound(table: TableState) -> tuple[SeatClock, ...]:
    """The clocks at the start, with what was given before it; at a match everybody is there when they start."""
    wound = clocks.wound(table.facts.clock, len(table.chairs), first_move=not table.joined)
    for seat, ms in table.given:
        wound = clocks.given(wound, seat, ms)
    return wound


def _credited(table: TableState, event: TimeCredited | VacationTaken, at: int) -> TableState:
    if isinstance(event, VacationTaken):
        return replace(table, clocks=clocks.given(table.clocks, event.seat, event.ms))
    if event.seat is None:
        return replace(table, clocks=clocks.credited(table.clocks, event.ms, at))
    given = (*table.given, (event.seat, event.ms))
    return replace(table, clocks=clocks.given(table.clocks, event.seat, event.ms), given=given)


def _seated(table: TableState, event: SeatTaken | BotSeated | TableJoined | ProgramNoted) -> TableState:
    match event:
        case TableJoined(seat=seat):
            return replace(table, joined=table.joined | {seat})
        case ProgramNoted(seat=seat):
            return replace(table, programs=table.programs | {seat})
    chair = Chair(event.user, event.bot if isinstance(event, BotSeated) else "")
    return replace(table, chairs=(*table.chairs[: event.seat], chair, *table.chairs[event.seat + 1 :]))
