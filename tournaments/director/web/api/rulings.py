"""``/api/tournaments/<id>/rulings``: what the organiser decides, tried and signed."""

from tournaments.director.commands import desk
from tournaments.director.commands.desk import Signature
from tournaments.director.display import ruling_selectors
from tournaments.director.web.api.ruling_shapes import (
    DryRun,
    ReverseRuling,
    Rulings,
    Signed,
    SignRuling,
    TryRuling,
    dry_run,
    ruling,
)
from tournaments.director.web.api.tournament_requests import AsOf
from tournaments.kit.endpoints import Endpoint, operation

REFUSALS = {403, 404, 409, 422}


@operation(
    "GET tournaments/<id:tournament_id>/rulings",
    "listRulings",
    needs="tournament:read",
    tag="tournaments",
    refusals={404, 422},
)
def list_rulings(caller: Endpoint, *, tournament_id: str, query: AsOf) -> Rulings:
    """List the rulings of a tournament.

    What was decided is public. Why is told to those whom it concerns, the organiser and staff.
    """
    at = query.at(tournament_id)
    return Rulings(at.seq, tuple(map(ruling, at.rulings(caller.request.user))))


@operation(
    "POST tournaments/<id:tournament_id>/rulings",
    "signRuling",
    needs="tournament:direct",
    tag="tournaments",
    status=201,
    refusals=REFUSALS,
    scope="tournaments",
)
def sign_ruling(caller: Endpoint, *, tournament_id: str, body: SignRuling, command: str | None) -> Signed:
    """Sign a ruling.

    Try it first: `seq` is the event that it was worked out at. If anything has happened since, it is refused with
    409 and nothing is changed.
    """
    signature = Signature(
        by=caller.actor,
        seq=body.seq,
        reason=body.reason,
        text=body.text,
        cites=body.cites.cited() if body.cites else None,
        command=command,
        qualifiers=body.qualifiers,
    )
    return Signed(desk.rule(tournament_id=tournament_id, wanted=body.ruling, signature=signature))


@operation(
    "POST tournaments/<id:tournament_id>/rulings/try",
    "tryRuling",
    needs="tournament:direct",
    tag="tournaments",
    refusals=REFUSALS,
    scope="tournaments",
)
def try_ruling(caller: Endpoint, *, tournament_id: str, body: TryRuling) -> DryRun:
    """Try a ruling.

    It says what would change, or why it is refused, and writes nothing.
    """
    return dry_run(ruling_selectors.dry_run(tournament_id, by=caller.actor, wanted=body.ruling))


@operation(
    "POST tournaments/<id:tournament_id>/rulings/<number:ruling>/reverse",
    "reverseRuling",
    needs="tournament:direct",
    tag="tournaments",
    refusals=REFUSALS,
    scope="tournaments",
)
def reverse_ruling(
    caller: Endpoint, *, tournament_id: str, ruling: int, body: ReverseRuling, command: str | None
) -> Signed:
    """Reverse a ruling.

    Everything counts as it would without it; rounds that were paired meanwhile stay.
    """
    signature = Signature(
        by=caller.actor,
        seq=body.seq,
        reason=body.reason,
        text=body.text,
        command=command,
        qualifiers=body.qualifiers,
    )
    return Signed(desk.reverse(tournament_id=tournament_id, ruling=ruling, signature=signature))


@operation(
    "POST tournaments/<id:tournament_id>/rulings/<number:ruling>/reverse/try",
    "tryReversal",
    needs="tournament:direct",
    tag="tournaments",
    refusals=REFUSALS,
    scope="tournaments",
)
def try_reversal(caller: Endpoint, *, tournament_id: str, ruling: int) -> DryRun:
    """Try the reversal of a ruling."""
    return dry_run(ruling_selectors.dry_run(tournament_id, by=caller.actor, wanted=ruling))
