"""Whether a ruling may be made, or reversed, and the event that it is. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from engine.text import gettext_noop as _
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.policy import pairing
from tournaments.director.policy.judgement import asked, entry_rulings, match_rulings, round_rulings, stage_rulings
from tournaments.director.policy.judgement.asked import Asked
from tournaments.director.policy.judgement.bench import Bench
from tournaments.director.state import acts
from tournaments.director.state.acts import Act, ReasonCode
from tournaments.director.state.desk_events import Cited, Ruled, RulingReversed
from tournaments.director.state.folding import evolve
from tournaments.director.state.rulings.ruling import Ruling
from tournaments.director.state.tournament import Tournament

A = TypeVar("A")


class Grounds(msgspec.Struct, frozen=True):
    """Why: a code, the id of a text that can be erased, and the event that it is about."""

    reason: ReasonCode
    text: str | None = None
    cites: Cited | None = None


def rule(tournament: Tournament, wanted: Asked, grounds: Grounds, bench: Bench) -> tuple[Ruled]:
    """The ruling that is *wanted*, or why it cannot be."""
    if tournament.status in ("announced", "cancelled"):
        raise WrongStatus("not_running", _("There is nothing to rule on: the tournament is not being played."))
    act = _ACTS[type(wanted)](tournament, wanted, bench)
    event = Ruled(len(tournament.rulings) + 1, act, grounds.reason, grounds.text, grounds.cites)
    _check_stays_over(tournament, evolve(tournament, event, bench.now), bench)
    return (event,)


def reverse(tournament: Tournament, number: int, grounds: Grounds, bench: Bench) -> tuple[RulingReversed, ...]:
    """The end of ruling *number*; nothing if it was reversed before."""
    ruling = find(tournament, number)
    if ruling.reversed is not None:
        return ()
    if tournament.status == "cancelled":
        raise WrongStatus("not_running", _("There is nothing to rule on: the tournament is not being played."))
    check = _REVERSALS.get(type(ruling.act))
    if check is not None:
        check(tournament, ruling, bench)
    event = RulingReversed(number, grounds.reason, grounds.text)
    _check_stays_over(tournament, evolve(tournament, event, bench.now), bench)
    return (event,)


def find(tournament: Tournament, number: int) -> Ruling:
    ruling = next((each for each in tournament.rulings if each.number == number), None)
    if ruling is None:
        raise Refused("unknown_ruling", _("There is no such ruling."), field="ruling")
    return ruling


def _check_stays_over(before: Tournament, after: Tournament, bench: Bench) -> None:
    """A finished tournament is not played on: every match keeps a result, and no other is to be played."""
    if any(not paired.played.complete for stage in after.stages[:-1] for paired in stage.rounds):
        raise Refused(
            "would_reopen", _("That stage is over, so a match would be left without a result. Set a result instead.")
        )
    if before.status == "finished" and pairing.due(replace(after, status="running"), bench.seats) != "finish":
        raise Refused(
            "would_reopen",
            _("The tournament is over, so a match would be left without a result. Set a result instead."),
        )


_ACTS: dict[type, Callable[..., Act]] = {
    acts.SetResult: match_rulings.set_result,
    acts.Forfeit: match_rulings.forfeit,
    acts.DoubleLoss: match_rulings.double_loss,
    asked.VoidTable: match_rulings.void_table,
    asked.GiveTime: match_rulings.give_time,
    asked.AdjustPoints: entry_rulings.adjust_points,
    acts.Disqualify: entry_rulings.disqualify,
    acts.Readmit: entry_rulings.readmit,
    asked.Substitute: entry_rulings.substitute,
    acts.Extend: round_rulings.extend,
    asked.SetPairing: round_rulings.set_pairing,
    asked.Swap: round_rulings.swap,
    asked.SetBye: round_rulings.set_bye,
    acts.UndoRound: round_rulings.undo_round,
    acts.SetQualifiers: stage_rulings.set_qualifiers,
    asked.SetSeeds: stage_rulings.set_seeds,
    asked.ReplaceQualifier: stage_rulings.replace_qualifier,
}
_REVERSALS: dict[type[Act], Callable[[Tournament, Ruling, Bench], None]] = {
    acts.GiveTime: match_rulings.check_time_is_left,
    acts.Substitute: entry_rulings.check_can_come_back,
    acts.SetPairing: round_rulings.check_not_begun,
    acts.UndoRound: round_rulings.check_not_paired_again,
    acts.SetQualifiers: stage_rulings.check_not_begun,
}
