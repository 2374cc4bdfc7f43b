"""A table as a fold of its stream, and the decisions about it: pure, with the time and the seed handed in.

Each ``*_events`` function says what follows from a request, or raises a :class:`~tournaments.tables.errors.TableError`;
:func:`advance` folds one commit. Nothing else makes a :class:`Playing`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from engine.chance import SeedChance
from engine.events import Event, Seat
from engine.game import AnyGame, Rejected, Teams, final_places, parse_options, play, staying
from engine.registry import GAMES, rules_for
from engine.text import gettext_noop as _
from tournaments.tables import clock as clocks
from tournaments.tables.clock import SeatClock
from tournaments.tables.errors import NotAllowed, NotSeated, Refused, WrongStatus
from tournaments.tables.events import (
    AbortReason,
    Chair,
    Clock,
    Reason,
    SeatFlagged,
    SeatResigned,
    SeatTaken,
    SeedDrawn,
    SeedRevealed,
    TableAborted,
    TableFinished,
    TableOpened,
    TableSettled,
    TableStarted,
    TimeCredited,
)

Status: TypeAlias = Literal["open", "playing", "finished", "aborted"]


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


class Playing(msgspec.Struct, frozen=True, dict=True):
    """A table at a moment: its facts, who sits and who left, the clocks, and the game's own state."""

    id: str
    seq: int = 0
    opened: TableOpened | None = None
    seed: str = ""
    status: Status = "open"
    chairs: tuple[Chair, ...] = ()
    left: tuple[Left, ...] = ()
    clocks: tuple[SeatClock, ...] = ()
    to_act: tuple[Seat, ...] = ()
    state: Any = None
    result: Result | None = None
    settled: bool = False
    opened_at: int = 0
    started_at: int | None = None
    finished_at: int | None = None

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
    def gone(self) -> frozenset[Seat]:
        return frozenset(left.seat for left in self.left)

    def seats_of(self, user: int | None) -> list[Seat]:
        return [Seat(i) for i, chair in enumerate(self.chairs) if user is not None and chair.user == user]

    def seat_of(self, user: int | None) -> Seat | None:
        """The seat that *user* plays: one that is to act if several are his, ``None`` for a spectator."""
        mine = self.seats_of(user)
        return next((seat for seat in mine if seat in self.to_act), mine[0] if mine else None)

    def bot_at(self, seat: Seat) -> str | None:
        """The level of the bot that plays *seat*: its own, or "" for one that stands in; ``None`` for a person."""
        if seat in self.gone:
            return self.chairs[seat].bot
        return self.chairs[seat].bot or None

    @property
    def bots_to_act(self) -> list[Seat]:
        return [seat for seat in self.to_act if self.bot_at(seat) is not None]

    def due(self, seat: Seat) -> int | None:
        """When the time of *seat* runs out, in epoch ms; never for a bot, nor without a time limit."""
        if self.facts.clock is None or self.bot_at(seat) is not None:
            return None
        return self.clocks[seat].due

    def chance(self) -> SeedChance:
        return SeedChance(bytes.fromhex(self.seed))


# -- the fold


def advance(table: Playing, commit: Sequence[Event], *, at: int, seq: int) -> Playing:
    """*table* after one commit: its events, recorded at *at* (epoch ms), the last of them number *seq*."""
    after = table
    for event in commit:
        after = _evolve(after, event, at)
    playing = after.status == "playing"
    to_act = tuple(after.game.to_act(after.state)) if playing else ()
    turned = clocks.turned(
        after.clocks, clock=after.facts.clock, mover=_mover(table, commit), to_act=to_act, at=at, seq=seq
    )
    return replace(after, seq=seq, to_act=to_act, clocks=turned)


def _mover(table: Playing, commit: Sequence[Event]) -> Seat | None:
    """The seat whose decision *commit* is: the first event of a move names it."""
    if table.status != "playing" or commit[0].kind.startswith("table."):
        return None
    seat: Seat | None = getattr(commit[0], "seat", None)
    return seat


def _evolve(table: Playing, event: Event, at: int) -> Playing:
    match event:
        case TableOpened():
            return replace(table, opened=event, chairs=event.chairs, opened_at=at)
        case SeedDrawn(seed=seed):
            return replace(table, seed=seed)
        case SeatTaken(seat=seat, user=user):
            chairs = (*table.chairs[:seat], Chair(user), *table.chairs[seat + 1 :])
            return replace(table, chairs=chairs)
        case TableStarted():
            wound = clocks.wound(table.facts.clock, len(table.chairs))
            return replace(table, status="playing", clocks=wound, started_at=at, state=table.game.initial)
        case SeatResigned(seat=seat):
            return replace(table, left=(*table.left, Left(seat, "resigned")))
        case SeatFlagged(seat=seat):
            return replace(table, left=(*table.left, Left(seat, "flagged")))
        case TimeCredited(ms=ms):
            return replace(table, clocks=clocks.credited(table.clocks, ms, at))
        case TableAborted():
            return replace(table, status="aborted", finished_at=at)
        case TableFinished(places=places, points=points, stake=stake, reason=reason):
            result = Result(places, points, stake, reason)
            return replace(table, status="finished", finished_at=at, result=result)
        case SeedRevealed():
            return table
        case TableSettled():
            return replace(table, settled=True)
        case _:
            return replace(table, state=table.game.evolve(table.state, event))


# -- what follows from a request


def opening_events(
    *,
    game: str,
    options: Mapping[str, Any],
    chairs: Sequence[Chair],
    clock: Clock | None,
    rated: bool,
    match: str | None,
    opener: int | None,
    seed: bytes,
) -> list[Event]:
    """A table is opened; it starts at once if nobody is missing."""
    rules = GAMES.get(game)
    if rules is None:
        raise Refused("unknown_game", _("There is no such game."))
    if len(chairs) not in rules.seats:
        raise Refused("bad_seats", _("This game is not for that number of players."))
    try:
        chosen = msgspec.to_builtins(parse_options(rules, options))
    except Rejected as rejected:
        raise Refused.by_rules(rejected) from rejected
    opened = TableOpened(
        game=game,
        rules=rules.version,
        options=chosen,
        chairs=tuple(chairs),
        clock=clock,
        rated=rated,
        match=match,
        opener=opener,
        commit=sha256(seed).hexdigest(),
    )
    events: list[Event] = [opened, SeedDrawn(seed.hex())]
    if all(chair.user is not None for chair in chairs):
        events += start_events(opened, seed)
    return events


def start_events(opened: TableOpened, seed: bytes) -> list[Event]:
    """Every seat is filled: the table starts, and the game deals."""
    game = rules_for(opened.game, opened.rules)
    options = parse_options(game, opened.options)
    return [TableStarted(), *game.opening(len(opened.chairs), options, SeedChance(seed))]


def joining_events(table: Playing, user: int, seat: Seat | None) -> list[Event]:
    if table.status != "open":
        raise WrongStatus("not_open", _("This table is no longer open."))
    if table.seats_of(user):
        raise WrongStatus("already_seated", _("You already sit at this table."))
    if seat is not None and not 0 <= seat < len(table.chairs):
        raise Refused("unknown_seat", _("This table has no such seat."))
    free = [Seat(i) for i, chair in enumerate(table.chairs) if chair.user is None]
    if seat is not None and seat not in free:
        raise WrongStatus("seat_taken", _("That seat is taken."))
    taken = SeatTaken(free[0] if seat is None else seat, user)
    events: list[Event] = [taken]
    if len(free) == 1:
        events += start_events(table.facts, bytes.fromhex(table.seed))
    return events


def move_events(table: Playing, seat: Seat, text: str) -> list[Event]:
    """What follows when *seat* makes the move that *text* names, the end of the table included."""
    if table.status != "playing":
        raise WrongStatus("not_playing", _("This table is not being played."))
    game = table.game
    try:
        move = game.parse_move(text)
        state, decided = play(game, table.state, seat, move, table.chance())
    except Rejected as rejected:
        raise Refused.by_rules(rejected) from rejected
    events = list(decided)
    outcome = game.outcome(state)
    if outcome is not None:
        places = final_places(outcome.places, [out.seat for out in table.left], table.teams)
        events += _ending(table, Result(places, outcome.points, outcome.stake, "played"))
    return events


def leaving_events(table: Playing, seat: Seat, how: Literal["resigned", "flagged"]) -> list[Event]:
    """*seat* goes before the end. A bot plays it on, unless only one player, or team, would be left."""
    if table.status != "playing":
        raise WrongStatus("not_playing", _("This table is not being played."))
    if seat in table.gone:
        raise WrongStatus("already_left", _("That seat has already been given up."))
    event: Event = SeatResigned(seat) if how == "resigned" else SeatFlagged(seat)
    left = (*table.left, Left(seat, how))
    gone = [out.seat for out in left]
    if len(staying(table.teams, gone)) > 1:
        return [event]
    places = final_places((1,) * len(table.chairs), gone, table.teams)
    return [event, *_ending(table, Result(places, table.game.points(table.state), 1, how))]


def abort_events(table: Playing, *, user: int | None, reason: AbortReason) -> list[Event]:
    """The table is called off before it starts; once it is being played nobody can."""
    if reason == "opener" and user != table.facts.opener:
        raise NotSeated() if not table.seats_of(user) else NotAllowed("not_opener", _("Only who opened it may abort."))
    if table.status != "open":
        raise WrongStatus("not_open", _("This table is no longer open."))
    return [TableAborted(reason), SeedRevealed(table.seed)]


def _ending(table: Playing, result: Result) -> list[Event]:
    finished = TableFinished(result.places, result.points, result.stake, result.reason)
    return [finished, SeedRevealed(table.seed)]
