"""Fixed teams: name a partner, confirm, decline."""

from typing import Annotated

from msgspec import Meta, Struct

from tournaments.director.commands import teams
from tournaments.director.web.api.tournament_requests import EntryCode
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.naming import named
from tournaments.kit.operations import Done


class NameTeam(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """You, and with whom you would like to play. The organiser names a bot as `player` and enters teams of bots."""

    partners: Annotated[
        tuple[str, ...], Meta(min_length=1, max_length=4, description="The other members, by the names of accounts.")
    ]
    name: Annotated[str, Meta(max_length=200, description="Of the team; empty: it is called by its members.")] = ""
    player: Annotated[str | None, Meta(description="The first member, if that is not you.")] = None
    code: Annotated[EntryCode | None, Meta(description="The entry code, if it needs one.")] = None


class ConfirmTeam(Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[EntryCode | None, Meta(description="The entry code, if it needs one.")] = None


@operation(
    "POST tournaments/<id:tournament_id>/teams",
    "nameTeam",
    needs="tournament:write",
    tag="tournaments",
    scope="tournaments",
)
def name_team(caller: Endpoint, *, tournament_id: str, body: NameTeam, command: str | None) -> Done:
    """Enter a tournament as a team.

    The others confirm; a bot does so by itself. Until then it is not an entry. It waits among the tournament's
    `teams`.
    """
    first = caller.actor if body.player is None else named(body.player).pk
    users = [first, *(named(partner, field="partners").pk for partner in body.partners)]
    teams.name(
        tournament_id=tournament_id, users=users, by=caller.actor, name=body.name, code=body.code, command=command
    )
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/teams/<number:number>/confirm",
    "confirmTeam",
    needs="tournament:write",
    tag="tournaments",
    scope="tournaments",
)
def confirm_team(caller: Endpoint, *, tournament_id: str, number: int, body: ConfirmTeam, command: str | None) -> Done:
    """Play in a team that you were named for.

    With the last confirmation it has entered. Other teams that you were named for do not come about.
    """
    teams.confirm(tournament_id=tournament_id, number=number, user_id=caller.actor, code=body.code, command=command)
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/teams/<number:number>/decline",
    "declineTeam",
    needs="tournament:write",
    tag="tournaments",
    refusals={404, 409, 422},
    scope="tournaments",
)
def decline_team(caller: Endpoint, *, tournament_id: str, number: int, command: str | None) -> Done:
    """Decline to play in a team, or take back the one that you named.

    Once all have confirmed one withdraws instead.
    """
    teams.drop(tournament_id=tournament_id, number=number, user_id=caller.actor, command=command)
    return Done()
