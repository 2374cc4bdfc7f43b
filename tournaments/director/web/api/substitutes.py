"""Substitutes before the start; afterwards it is the ruling `substitute`."""

from __future__ import annotations

from typing import Annotated

from django.utils.translation import gettext as _
from msgspec import Meta, Struct

from accounts import selectors as accounts
from tournaments.director.commands import substitutes
from tournaments.director.web.api.tournament_requests import EntryCode
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.operations import Done, Nothing
from tournaments.kit.problems import Unprocessable


class NameSubstitute(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to play instead; of whom, if not of you: an organiser, or a partner, names somebody else."""

    substitute: Annotated[str, Meta(description="The name of an account.")]
    player: Annotated[str | None, Meta(description="Who leaves; nobody named: you.")] = None


class ConfirmSubstitute(Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[EntryCode | None, Meta(description="The entry code, if it needs one.")] = None


class SubstituteList(Endpoint):
    @operation(
        "nameSubstitute",
        tag="tournaments",
        answers=Done,
        takes=NameSubstitute,
        refusals={403, 404, 409, 422},
        scope="tournaments",
        idempotent=True,
    )
    def post(self, *, tournament_id: str, body: NameSubstitute, command: str | None) -> Done:
        """Name a substitute before the start.

        They confirm; a bot does so by itself. The entry keeps its number. Where one enters by invitation, they have to
        be invited, unless the organiser names them.
        """
        leaves = self.actor if body.player is None else _user(body.player, "player")
        comes = _user(body.substitute, "substitute")
        substitutes.name(tournament_id=tournament_id, leaves=leaves, comes=comes, by=self.actor, command=command)
        return Done()


class SubstituteConfirmation(Endpoint):
    @operation(
        "confirmSubstitute",
        tag="tournaments",
        answers=Done,
        takes=ConfirmSubstitute,
        refusals={403, 404, 409, 422},
        scope="tournaments",
        idempotent=True,
    )
    def post(self, *, tournament_id: str, number: int, body: ConfirmSubstitute, command: str | None) -> Done:
        """Play in the entry `number` instead of somebody else."""
        substitutes.confirm(
            tournament_id=tournament_id, number=number, user_id=self.actor, code=body.code, command=command
        )
        return Done()


class SubstituteRefusal(Endpoint):
    @operation(
        "declineSubstitute",
        tag="tournaments",
        answers=Done,
        takes=Nothing,
        refusals={403, 404, 409, 422},
        scope="tournaments",
        idempotent=True,
    )
    def post(self, *, tournament_id: str, number: int, command: str | None) -> Done:
        """Decline to be a substitute, or take it back that somebody is asked."""
        substitutes.drop(tournament_id=tournament_id, number=number, user_id=self.actor, command=command)
        return Done()


def _user(name: str, field: str) -> int:
    user = accounts.by_name(name)
    if user is None:
        raise Unprocessable(_("There is no such player."), "unknown_user", field=field)
    return user.pk
