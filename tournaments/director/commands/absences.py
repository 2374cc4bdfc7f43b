"""Requests to stay away for a while: one's own, or the organiser's for somebody."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from engine.events import Event
from tournaments.director.commands import callers
from tournaments.director.policy import entries, roll_call
from tournaments.director.state.attendance import Away
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import sources
from tournaments.log.commands import Command, command_for


def pause(*, tournament_id: str, user_id: int, by: int | None = None, command: str | None = None) -> None:
    """Draw *user_id* for no round until they come back."""
    _carry_out(tournament_id, user_id, by, command_for(command, "pause", user_id), partial(entries.pause, user=user_id))


def come_back(*, tournament_id: str, user_id: int, by: int | None = None, command: str | None = None) -> None:
    asked = command_for(command, "come back", user_id)
    _carry_out(tournament_id, user_id, by, asked, partial(entries.come_back, user=user_id))


def ask_byes(
    *,
    tournament_id: str,
    user_id: int,
    wanted: Mapping[int, Away | None],
    by: int | None = None,
    command: str | None = None,
) -> None:
    """Have *user_id* miss rounds that are still to be drawn; ``None``: play them after all."""
    asked = command_for(command, "ask byes", user_id, wanted)
    _carry_out(tournament_id, user_id, by, asked, partial(entries.ask_byes, user=user_id, wanted=wanted))


def check_in(*, tournament_id: str, user_id: int, by: int | None = None, command: str | None = None) -> None:
    """Say that *user_id* is there, shortly before the start; the organiser says it of others, and earlier too."""
    early = by not in (None, user_id)
    decision = partial(roll_call.check_in, user=user_id, now=sources.now_ms(), early=early)
    _carry_out(tournament_id, user_id, by, command_for(command, "check in", user_id), decision)


def _carry_out(
    tournament_id: str,
    user_id: int,
    by: int | None,
    command: Command,
    decision: Callable[[Tournament], Sequence[Event]],
) -> None:
    actor = user_id if by is None else by
    callers.count(actor)

    def decide(tournament: Tournament) -> Sequence[Event]:
        if actor != user_id:
            callers.check_directs(tournament, actor)
        return decision(tournament)

    TOURNAMENTS.carry_out(tournament_id, decide, actor=actor, command=command)
