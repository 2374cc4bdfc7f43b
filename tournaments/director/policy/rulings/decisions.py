"""Whether a ruling may be made, or reversed, and the event that it is. Pure."""

from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.policy import pairing
from tournaments.director.policy.rulings import notice
from tournaments.director.policy.rulings.entries import ENTRIES, EntryRequest
from tournaments.director.policy.rulings.kinds import Context, Kind, Names
from tournaments.director.policy.rulings.matches import MATCHES, MatchRequest
from tournaments.director.policy.rulings.rounds import ROUNDS, RoundRequest
from tournaments.director.policy.rulings.stages import STAGES, StageRequest
from tournaments.director.state.acts import Act, ReasonCode
from tournaments.director.state.desk_events import Cited, Ruled, RulingReversed
from tournaments.director.state.folding import evolve
from tournaments.director.state.rulings import Ruling
from tournaments.director.state.tournament import Tournament

Request: TypeAlias = MatchRequest | EntryRequest | RoundRequest | StageRequest
KINDS: dict[type[Act], Kind] = {kind.act: kind for kind in (*MATCHES, *ENTRIES, *ROUNDS, *STAGES)}
_DECIDE = {request: decide for kind in KINDS.values() for request, decide in kind.requests.items()}


class Grounds(msgspec.Struct, frozen=True):
    """Why: a code, the id of a text that can be erased, and the event that it is about."""

    reason: ReasonCode
    text: str | None = None
    cites: Cited | None = None


def rule(tournament: Tournament, request: Request, grounds: Grounds, context: Context) -> tuple[Ruled]:
    """The ruling that *request* asks for; raises why it cannot be."""
    if tournament.status in ("announced", "cancelled"):
        raise WrongStatus("not_running", _("There is nothing to rule on: the tournament is not being played."))
    act = _DECIDE[type(request)](tournament, request, context)
    event = Ruled(len(tournament.rulings) + 1, act, grounds.reason, grounds.text, grounds.cites)
    _check(tournament, event, context)
    return (event,)


def reverse(tournament: Tournament, number: int, grounds: Grounds, context: Context) -> tuple[RulingReversed, ...]:
    """The end of ruling *number*; nothing if it was reversed before."""
    ruling = find(tournament, number)
    if ruling.reversed is not None:
        return ()
    if tournament.status == "cancelled":
        raise WrongStatus("not_running", _("There is nothing to rule on: the tournament is not being played."))
    KINDS[type(ruling.act)].check_reversal(tournament, ruling, context)
    event = RulingReversed(number, grounds.reason, grounds.text)
    _check(tournament, event, context)
    return (event,)


def describe(act: Act, tournament: Tournament, names: Names) -> Text:
    """*act* as a sentence."""
    return KINDS[type(act)].describe(act, tournament, names)


def find(tournament: Tournament, number: int) -> Ruling:
    ruling = next((each for each in tournament.rulings if each.number == number), None)
    if ruling is None:
        raise Refused("unknown_ruling", _("There is no such ruling."), field="ruling")
    return ruling


def _check(before: Tournament, event: Ruled | RulingReversed, context: Context) -> None:
    after = evolve(before, event, context.now)
    _check_stays_over(before, after)
    notice.check(before, after, context)


def _check_stays_over(before: Tournament, after: Tournament) -> None:
    """A finished tournament is not played on: every match keeps a result, and no new one is played."""
    if any(not paired.played.complete for stage in after.stages[:-1] for paired in stage.rounds):
        raise Refused(
            "would_reopen", _("That stage is over, so a match would be left without a result. Set a result instead.")
        )
    if before.status == "finished" and pairing.due(replace(after, status="running")) != "finish":
        raise Refused(
            "would_reopen",
            _("The tournament is over, so a match would be left without a result. Set a result instead."),
        )
