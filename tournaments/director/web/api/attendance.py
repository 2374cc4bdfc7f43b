"""``/api/tournaments/.../pause`` and its neighbours: who may enter, is there, stays away for a while."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from accounts.models import User
from tournaments.director import services
from tournaments.director.commands import candidates
from tournaments.director.state.attendance import Away
from tournaments.director.web.api.tournament_requests import EnterTournament, EntryCode
from tournaments.director.web.api.tournaments import entrant
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.operations import Done
from tournaments.kit.words import plain


class AskForBye(EnterTournament, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A round to come. Nobody named: you. The organiser may ask for anybody."""

    round: Annotated[int, Meta(ge=1, le=1_000)]
    bye: Annotated[Away | None, Meta(description="`H` for half a point, `Z` for nothing, null: played after all.")] = (
        "Z"
    )


@operation(
    "POST tournaments/<id:tournament_id>/pause",
    "pauseInTournament",
    needs="tournament:write",
    tag="tournaments",
    scope="tournaments",
)
def pause_in_tournament(caller: Endpoint, *, tournament_id: str, body: EnterTournament, command: str | None) -> Done:
    """Stay out of the rounds to come, until you return.

    They count nothing. A match that is being played goes on.
    """
    services.pause(tournament_id=tournament_id, user_id=entrant(caller, body), by=caller.actor, command=command)
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/return",
    "returnToTournament",
    needs="tournament:write",
    tag="tournaments",
    scope="tournaments",
)
def return_to_tournament(caller: Endpoint, *, tournament_id: str, body: EnterTournament, command: str | None) -> Done:
    """Be drawn again, from the next round on."""
    services.come_back(tournament_id=tournament_id, user_id=entrant(caller, body), by=caller.actor, command=command)
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/byes",
    "askForBye",
    needs="tournament:write",
    tag="tournaments",
    scope="tournaments",
)
def ask_for_bye(caller: Endpoint, *, tournament_id: str, body: AskForBye, command: str | None) -> Done:
    """Miss a round that is still to be drawn.

    For half a point as often as the tournament allows, never in its last round.
    """
    services.ask_byes(
        tournament_id=tournament_id,
        user_id=entrant(caller, body),
        wanted={body.round: body.bye},
        by=caller.actor,
        command=command,
    )
    return Done()


class Condition(Struct, frozen=True):
    """What is asked of those who enter, and how you stand to it."""

    code: str
    condition: str
    you: str
    met: bool


class Conditions(Struct, frozen=True):
    """Every condition with a verdict: `met` if you may enter now, as far as they go."""

    met: bool
    conditions: tuple[Condition, ...]


class Code(Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[EntryCode | UnsetType, Meta(description="To see whether it fits.")] = UNSET


@operation(
    "GET tournaments/<id:tournament_id>/conditions",
    "getEntryConditions",
    needs="tournament:read",
    tag="tournaments",
    refusals={401, 404},
)
def get_entry_conditions(caller: Endpoint, *, tournament_id: str, query: Code) -> Conditions:
    """Ask whether you may enter, condition by condition."""
    user = User.objects.get(pk=caller.actor)
    code = query.code if isinstance(query.code, str) else None
    told = candidates.told(tournament_id, user, code=code)
    conditions = tuple(Condition(each.code, plain(each.condition), plain(each.has), each.met) for each in told)
    return Conditions(all(each.met for each in told), conditions)


@operation(
    "POST tournaments/<id:tournament_id>/check-in",
    "checkInToTournament",
    needs="tournament:write",
    tag="tournaments",
    scope="tournaments",
)
def check_in_to_tournament(caller: Endpoint, *, tournament_id: str, body: EnterTournament, command: str | None) -> Done:
    """Say that you are there, shortly before the start.

    Where it is asked for, who has not is left out at the start. The organiser may say it of anybody.
    """
    services.check_in(tournament_id=tournament_id, user_id=entrant(caller, body), by=caller.actor, command=command)
    return Done()
