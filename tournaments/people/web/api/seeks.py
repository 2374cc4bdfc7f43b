"""``/api/seek``: looking for opponents."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from tournaments.kit.endpoints import Own, operation
from tournaments.people import seeks
from tournaments.people.seeks import Wait
from tournaments.tables.catalogue import USUAL_CLOCK


class Seek(Struct, frozen=True, forbid_unknown_fields=True):
    """What to look for."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=0, le=10, description="0: as many as are usual.")] = 0
    clock: Annotated[str, Meta(max_length=20, description="One of the usual paces.")] = USUAL_CLOCK
    rated: Annotated[bool, Meta(description="Whether it may be. Guests' tables are not.")] = False
    programs: Annotated[
        bool | UnsetType, Meta(description="Whether to sit with programs. Left out: a program does, a person does not.")
    ] = UNSET


class Sought(Struct, frozen=True):
    """What you look for. Null: nothing, or not any more."""

    seek: Wait | None


@operation("POST seek", "seekOpponents", needs="challenge:write", tag="people", scope="tables")
def seek_opponents(caller: Own, *, body: Seek, command: str | None) -> Sought:
    """Look for opponents.

    You are seated with people who wait for the same, of about your rating; the longer you wait, the further away. You
    look for one thing at a time: asked again for the same, the wait goes on. A repeat under the same key gets the first
    answer, also when that wait is over.
    """
    wait = seeks.ask(
        user=caller.user,
        game=body.game,
        seats=body.seats or None,
        clock=body.clock,
        rated=body.rated,
        programs=None if body.programs is UNSET else body.programs,
        command=command,
    )
    return Sought(wait)


@operation("GET seek", "getSeek", needs="challenge:read", tag="people", refusals={401})
def get_seek(caller: Own) -> Sought:
    """Get what you look for.

    This says that you still wait: read it every three seconds. Who has not for eight is passed over, and after thirty
    the wait is over.
    """
    return Sought(seeks.renew(user=caller.user))


@operation("POST seek/end", "endSeek", needs="challenge:write", tag="people", refusals={403, 404, 422})
def end_seek(caller: Own, *, command: str | None) -> Sought:
    """Look for nobody any more."""
    seeks.end(user=caller.user)
    return Sought(None)
