"""``/api/tournaments/<id>/draft`` and its neighbours: rounds that are held until they are published."""

from typing import Annotated

from msgspec import Meta, Struct

from engine.text import gettext_noop as _
from tournaments.director.commands import drafts
from tournaments.director.commands.drafts import Grounds
from tournaments.director.display import drafts as display
from tournaments.director.errors import WrongStatus
from tournaments.director.policy.drafts import Arrangement
from tournaments.director.services import pair_again
from tournaments.director.state.acts import ReasonCode
from tournaments.director.state.announced import MOST_PAUSE, USUAL_PAUSE, Draws
from tournaments.director.web.api.ruling_shapes import Written
from tournaments.director.web.api.tournament_shapes import Round, paired
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.operations import Done
from tournaments.kit.words import plain

REFUSALS = {403, 404, 409, 422}


class SetDraws(Struct, frozen=True, forbid_unknown_fields=True):
    draws: Draws
    pause_minutes: Annotated[int, Meta(ge=1, le=MOST_PAUSE)] = USUAL_PAUSE


class LookAtDraft(Struct, frozen=True, forbid_unknown_fields=True):
    again: Annotated[bool, Meta(description="Draw it again; the round will say how often it was drawn.")] = False


class ArrangeDraft(Struct, frozen=True, forbid_unknown_fields=True):
    arrangement: Arrangement
    reason: ReasonCode = "other"
    text: Written = ""
    seq: Annotated[int | None, Meta(description="The draft's own: refused if it is another now.")] = None


class Draft(Struct, frozen=True):
    """The next round as it would be published now. Only organisers who have asked for it see it."""

    seq: Annotated[int, Meta(description="The tournament's event at which it was worked out.")]
    round: Round
    broken: Annotated[tuple[str, ...], Meta(description="The rules of pairing that it breaks, as arranged by hand.")]
    dropped: Annotated[
        bool, Meta(description="Whether somebody has come or left since it was arranged by hand: that counts no more.")
    ]


@operation(
    "POST tournaments/<id:tournament_id>/draws",
    "setDraws",
    needs="tournament:direct",
    tag="tournaments",
    refusals=REFUSALS,
    scope="tournaments",
)
def set_draws(caller: Endpoint, *, tournament_id: str, body: SetDraws, command: str | None) -> Done:
    """Say when the rounds to come are drawn.

    At once, after a pause, or when an organiser publishes them. The organiser does.
    """
    minutes = body.pause_minutes
    drafts.set_draws(tournament_id=tournament_id, by=caller.actor, draws=body.draws, minutes=minutes, command=command)
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/draft",
    "lookAtDraft",
    needs="tournament:direct",
    tag="tournaments",
    refusals=REFUSALS,
    scope="tournaments",
)
def look_at_draft(caller: Endpoint, *, tournament_id: str, body: LookAtDraft, command: str | None) -> Draft:
    """Look at the pairings of a round that is held.

    The organiser does. The first look draws its lot; an organiser who plays is named in the round.
    """
    drafts.look(tournament_id=tournament_id, by=caller.actor, again=body.again, command=command)
    return _draft(tournament_id)


@operation(
    "POST tournaments/<id:tournament_id>/draft/arrange",
    "arrangeDraft",
    needs="tournament:direct",
    tag="tournaments",
    refusals=REFUSALS,
    scope="tournaments",
)
def arrange_draft(caller: Endpoint, *, tournament_id: str, body: ArrangeDraft, command: str | None) -> Draft:
    """Pair a draft by hand.

    The organiser does, who has looked at it. Its round will have a ruling that says so, with the reason.
    """
    grounds = Grounds(body.reason, body.text)
    drafts.arrange(
        tournament_id=tournament_id,
        by=caller.actor,
        wanted=body.arrangement,
        grounds=grounds,
        seen=body.seq,
        command=command,
    )
    return _draft(tournament_id)


@operation(
    "POST tournaments/<id:tournament_id>/publish",
    "publishRound",
    needs="tournament:direct",
    tag="tournaments",
    refusals=REFUSALS,
    scope="tournaments",
)
def publish_round(caller: Endpoint, *, tournament_id: str, command: str | None) -> Done:
    """Publish a round that is held, or try again to pair one that was refused.

    Its tables open. The organiser does.
    """
    pair_again(tournament_id=tournament_id, by=caller.actor, command=command)
    return Done()


def _draft(tournament_id: str) -> Draft:
    seen = display.preview(tournament_id)
    if seen is None:  # it was published just now
        raise WrongStatus("round_open", _("The next round can be drawn when the present one is over."))
    draft = display.draft_info(seen)
    return Draft(draft.seq, paired(draft.round), tuple(map(plain, draft.broken)), draft.dropped)
