"""``/api/tournaments/<id>/walk-ins``: who is entered by name alone, and comes to their place by a link."""

from typing import Annotated

from msgspec import Meta, Struct

from accounts.services import LONGEST_WALK_IN
from tournaments.director.commands import callers, walk_ins
from tournaments.director.display import walk_ins as display
from tournaments.director.display.walk_ins import WalkInInfo
from tournaments.director.streams import TOURNAMENTS
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.operations import Done

REFUSALS = {403, 404, 409, 422}


class EnterWalkIn(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_WALK_IN)]


class ClaimWalkIn(Struct, frozen=True, forbid_unknown_fields=True):
    secret: Annotated[str, Meta(pattern="^[0-9a-f]{32}$", description="The last part of the link.")]


class Claimed(Struct, frozen=True):
    number: Annotated[int, Meta(description="To be shown to the organiser, who confirms it.")]


class WalkIns(Struct, frozen=True):
    """Those first who wait for a confirmation; `secret` is the last part of a link, `number` what its user shows."""

    walk_ins: tuple[WalkInInfo, ...]


@operation(
    "GET tournaments/<id:tournament_id>/walk-ins",
    "listWalkIns",
    needs="tournament:direct",
    tag="tournaments",
    refusals={401, 403, 404},
)
def list_walk_ins(caller: Endpoint, *, tournament_id: str) -> WalkIns:
    """List the walk-ins with what their links need.

    The organiser does.
    """
    tournament = TOURNAMENTS.current(tournament_id).state
    callers.check_directs(tournament, caller.actor)
    return WalkIns(display.walk_ins(tournament_id))


@operation(
    "POST tournaments/<id:tournament_id>/walk-ins",
    "enterWalkIn",
    needs="tournament:direct",
    tag="tournaments",
    refusals=REFUSALS,
    scope="tournaments",
)
def enter_walk_in(caller: Endpoint, *, tournament_id: str, body: EnterWalkIn, command: str | None) -> WalkIns:
    """Enter somebody by name.

    The organiser does, who sees them. A guest's account is made for them, which is erased after thirty days unless
    somebody comes into it. After a start that fixed the schedule all is drawn again, until a card is played.
    """
    walk_ins.enter(tournament_id=tournament_id, by=caller.actor, name=body.name, command=command)
    return WalkIns(display.walk_ins(tournament_id))


@operation(
    "POST tournaments/<id:tournament_id>/walk-ins/<number:entry>/claim",
    "claimWalkIn",
    needs="tournament:write",
    tag="tournaments",
    refusals=REFUSALS,
    scope="tournaments",
)
def claim_walk_in(
    caller: Endpoint, *, tournament_id: str, entry: int, body: ClaimWalkIn, command: str | None
) -> Claimed:
    """Come to the place of a walk-in with your account, by its link.

    You play there once the organiser has seen your number and confirms it.
    """
    given, user = body.secret, caller.actor
    return Claimed(
        walk_ins.claim(tournament_id=tournament_id, number=entry, given=given, user_id=user, command=command)
    )


@operation(
    "POST tournaments/<id:tournament_id>/walk-ins/<number:entry>/confirm",
    "confirmWalkIn",
    needs="tournament:direct",
    tag="tournaments",
    refusals=REFUSALS,
    scope="tournaments",
)
def confirm_walk_in(caller: Endpoint, *, tournament_id: str, entry: int, command: str | None) -> Done:
    """Confirm who claims a place.

    The organiser does, who has seen the number.
    """
    walk_ins.confirm(tournament_id=tournament_id, by=caller.actor, number=entry, command=command)
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/walk-ins/<number:entry>/refuse",
    "refuseWalkIn",
    needs="tournament:direct",
    tag="tournaments",
    refusals=REFUSALS,
    scope="tournaments",
)
def refuse_walk_in(caller: Endpoint, *, tournament_id: str, entry: int, command: str | None) -> Done:
    """Say that somebody else has used a link.

    The place has another link then. The organiser does.
    """
    walk_ins.refuse(tournament_id=tournament_id, by=caller.actor, number=entry, command=command)
    return Done()
