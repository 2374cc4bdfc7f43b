"""``/api/account/vacation``: days on which one's clocks at slow tables stand still."""

from typing import Annotated

from msgspec import Meta, Struct

from tournaments.kit.endpoints import Endpoint, operation
from tournaments.tables import vacations


class Vacation(Struct, frozen=True):
    """What you have of vacation. Times are epoch milliseconds."""

    days_left: Annotated[int, Meta(description="Of this season: half a calendar year.")]
    season_ends: int
    until: Annotated[int | None, Meta(description="When your vacation ends, if you are on one.")]


class TakeVacation(Struct, frozen=True, forbid_unknown_fields=True):
    days: Annotated[int, Meta(ge=1, le=vacations.DAYS)]


@operation("GET account/vacation", "getVacation", needs="account:read", tag="account", refusals={401, 403})
def get_vacation(caller: Endpoint) -> Vacation:
    """Get how many days of vacation you have left, and whether you are away."""
    return Vacation(*vacations.of(caller.actor))


@operation("POST account/vacation", "takeVacation", needs="account:write", tag="account", refusals={409, 422})
def take_vacation(caller: Endpoint, *, body: TakeVacation, command: str | None) -> Vacation:
    """Go on vacation for some days, from now.

    Your clocks stand still at tables with a clock for each move; deadlines of rounds do not. What was taken is not
    given back.
    """
    return Vacation(*vacations.take(user_id=caller.actor, days=body.days, command=command))
