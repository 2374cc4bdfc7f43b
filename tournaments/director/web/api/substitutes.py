"""Substitutes before the start; afterwards it is the ruling `substitute`."""

from typing import Annotated

from msgspec import Meta, Struct

from tournaments.director.commands import substitutes
from tournaments.director.web.api.tournament_requests import EntryCode
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.naming import named
from tournaments.kit.operations import Done


class NameSubstitute(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to play instead; of whom, if not of you: an organiser, or a partner, names somebody else."""

    substitute: Annotated[str, Meta(description="The name of an account.")]
    player: Annotated[str | None, Meta(description="Who leaves; nobody named: you.")] = None


class ConfirmSubstitute(Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[EntryCode | None, Meta(description="The entry code, if it needs one.")] = None


@operation(
    "POST tournaments/<id:tournament_id>/substitutes",
    "nameSubstitute",
    needs="tournament:write",
    tag="tournaments",
    scope="tournaments",
)
def name_substitute(caller: Endpoint, *, tournament_id: str, body: NameSubstitute, command: str | None) -> Done:
    """Name a substitute before the start.

    They confirm; a bot does so by itself. The entry keeps its number. Where one enters by invitation, they have to
    be invited, unless the organiser names them.
    """
    leaves = caller.actor if body.player is None else named(body.player).pk
    comes = named(body.substitute, field="substitute").pk
    substitutes.name(tournament_id=tournament_id, leaves=leaves, comes=comes, by=caller.actor, command=command)
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/substitutes/<number:number>/confirm",
    "confirmSubstitute",
    needs="tournament:write",
    tag="tournaments",
    scope="tournaments",
)
def confirm_substitute(
    caller: Endpoint, *, tournament_id: str, number: int, body: ConfirmSubstitute, command: str | None
) -> Done:
    """Play in the entry `number` instead of somebody else."""
    substitutes.confirm(
        tournament_id=tournament_id, number=number, user_id=caller.actor, code=body.code, command=command
    )
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/substitutes/<number:number>/decline",
    "declineSubstitute",
    needs="tournament:write",
    tag="tournaments",
    scope="tournaments",
)
def decline_substitute(caller: Endpoint, *, tournament_id: str, number: int, command: str | None) -> Done:
    """Decline to be a substitute, or take it back that somebody is asked."""
    substitutes.drop(tournament_id=tournament_id, number=number, user_id=caller.actor, command=command)
    return Done()
