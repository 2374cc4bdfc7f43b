"""The way of every request: how often, the club's gate, what follows."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import ParamSpec, TypeAlias, TypeVar, cast

from engine.events import Event
from tournaments.clubs import access, gate
from tournaments.clubs.state import Club
from tournaments.clubs.streams import CLUBS
from tournaments.log import sources
from tournaments.log.commands import Command
from tournaments.log.rowed import Rowed
from tournaments.platform import limits

S = TypeVar("S")
T = TypeVar("T")
P = ParamSpec("P")
Decision: TypeAlias = Callable[[S], Sequence[Event]]


def counted(service: Callable[P, T]) -> Callable[P, T]:
    """A service whose every request counts for the user ``by`` who asks."""

    @wraps(service)
    def counting(*args: P.args, **given: P.kwargs) -> T:
        limits.count("leagues", user=cast("int", given["by"]))
        return service(*args, **given)

    return counting


def allowed(club_id: str, by: int | None, action: gate.Action) -> Club:
    """The club, if *by* may do *action* there; ``None`` is the service itself. Raises the gate's refusal."""
    club = CLUBS.current(club_id).state
    if by is not None:
        gate.check(access.person_of(by), action, club, now=sources.now_ms())
    return club


def ask(
    streams: Rowed[S],
    stream_id: str,
    decide: Decision[S],
    *,
    club: Callable[[S], str],
    by: int,
    action: gate.Action,
    command: Command = None,
) -> S:
    """Carry out what *by* asks for, if the gate of the *club* lets them."""

    def decided(state: S) -> Sequence[Event]:
        allowed(club(state), by, action)
        return decide(state)

    return streams.carry_out(stream_id, decided, actor=by, command=command)
