"""``/api/tournaments/.../pause`` and its neighbours: who stays away for a while."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tournaments.api.endpoints import operation
from tournaments.api.tournament_shapes import Done, EnterTournament
from tournaments.api.tournaments import TournamentEntry
from tournaments.director import services
from tournaments.director.attendance import Away


class AskForBye(EnterTournament, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A round to come. Nobody named: you. The organiser may ask for anybody."""

    round: Annotated[int, Meta(ge=1, le=1_000)]
    bye: Annotated[Away | None, Meta(description="`H` for half a point, `Z` for nothing, null: played after all.")] = (
        "Z"
    )


class TournamentPause(TournamentEntry):
    @operation(
        "pauseInTournament",
        tag="tournaments",
        answers=Done,
        takes=EnterTournament,
        refusals={403, 404, 409, 422},
        scope="tournaments",
        idempotent=True,
    )
    def post(self, *, tournament_id: str, body: EnterTournament, command: str | None) -> Done:
        """Stay out of the rounds to come, until you return.

        They count nothing. A match that is being played goes on.
        """
        services.pause(tournament_id=tournament_id, user_id=self.named(body), by=self.actor, command=command)
        return Done()


class TournamentReturn(TournamentEntry):
    @operation(
        "returnToTournament",
        tag="tournaments",
        answers=Done,
        takes=EnterTournament,
        refusals={403, 404, 409, 422},
        scope="tournaments",
        idempotent=True,
    )
    def post(self, *, tournament_id: str, body: EnterTournament, command: str | None) -> Done:
        """Be drawn again, from the next round on."""
        services.come_back(tournament_id=tournament_id, user_id=self.named(body), by=self.actor, command=command)
        return Done()


class TournamentBye(TournamentEntry):
    @operation(
        "askForBye",
        tag="tournaments",
        answers=Done,
        takes=AskForBye,
        refusals={403, 404, 409, 422},
        scope="tournaments",
        idempotent=True,
    )
    def post(self, *, tournament_id: str, body: AskForBye, command: str | None) -> Done:
        """Miss a round that is still to be drawn.

        For half a point as often as the tournament allows, never in its last round.
        """
        services.ask_byes(
            tournament_id=tournament_id,
            user_id=self.named(body),
            wanted={body.round: body.bye},
            by=self.actor,
            command=command,
        )
        return Done()
