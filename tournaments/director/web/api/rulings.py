"""``/api/tournaments/<id>/rulings``: what the organiser decides, tried and signed."""

from __future__ import annotations

from tournaments.director import selectors
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
from tournaments.kit.operations import Nothing

REFUSALS = {403, 404, 409, 422}


class RulingList(Endpoint):
    @operation("listRulings", tag="tournaments", answers=Rulings, query=AsOf, refusals={404})
    def get(self, *, tournament_id: str, query: AsOf) -> Rulings:
        """List the rulings of a tournament.

        What was decided is public. Why is told to those whom it concerns, the organiser and staff.
        """
        as_of = query.as_of if isinstance(query.as_of, int) else None
        found = ruling_selectors.rulings(tournament_id, self.request.user, as_of=as_of)
        return Rulings(selectors.detail(tournament_id, as_of=as_of).seq, tuple(map(ruling, found)))

    @operation(
        "signRuling",
        tag="tournaments",
        answers=Signed,
        takes=SignRuling,
        status=201,
        refusals=REFUSALS,
        scope="tournaments",
        idempotent=True,
    )
    def post(self, *, tournament_id: str, body: SignRuling, command: str | None) -> Signed:
        """Sign a ruling.

        Try it first: `seq` is the event that it was worked out at. If anything has happened since, it is refused with
        409 and nothing is changed.
        """
        signature = Signature(
            by=self.actor,
            seq=body.seq,
            reason=body.reason,
            text=body.text,
            cites=body.cites.cited() if body.cites else None,
            command=command,
            qualifiers=body.qualifiers,
        )
        return Signed(desk.rule(tournament_id=tournament_id, wanted=body.ruling, signature=signature))


class RulingTrial(Endpoint):
    @operation(
        "tryRuling",
        tag="tournaments",
        answers=DryRun,
        takes=TryRuling,
        refusals=REFUSALS,
        scope="tournaments",
    )
    def post(self, *, tournament_id: str, body: TryRuling) -> DryRun:
        """Try a ruling.

        It says what would change, or why it is refused, and writes nothing.
        """
        return dry_run(ruling_selectors.dry_run(tournament_id, by=self.actor, wanted=body.ruling))


class RulingReversal(Endpoint):
    @operation(
        "reverseRuling",
        tag="tournaments",
        answers=Signed,
        takes=ReverseRuling,
        refusals=REFUSALS,
        scope="tournaments",
        idempotent=True,
    )
    def post(self, *, tournament_id: str, ruling: int, body: ReverseRuling, command: str | None) -> Signed:
        """Reverse a ruling.

        Everything counts as it would without it; rounds that were paired meanwhile stay.
        """
        signature = Signature(
            by=self.actor,
            seq=body.seq,
            reason=body.reason,
            text=body.text,
            command=command,
            qualifiers=body.qualifiers,
        )
        return Signed(desk.reverse(tournament_id=tournament_id, ruling=ruling, signature=signature))


class RulingReversalTrial(Endpoint):
    @operation(
        "tryReversal",
        tag="tournaments",
        answers=DryRun,
        takes=Nothing,
        refusals=REFUSALS,
        scope="tournaments",
    )
    def post(self, *, tournament_id: str, ruling: int) -> DryRun:
        """Try the reversal of a ruling."""
        return dry_run(ruling_selectors.dry_run(tournament_id, by=self.actor, wanted=ruling))
