"""When the next round is held, and what its organisers make of it before it is published. Pure."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from engine.text import gettext_noop as _
from tournaments.director.errors import WrongStatus
from tournaments.director.policy import pairing
from tournaments.director.policy.decisions import Events, require
from tournaments.director.policy.rulings import rounds
from tournaments.director.policy.rulings.kinds import Context
from tournaments.director.state import acts
from tournaments.director.state import settings as limits
from tournaments.director.state.announced import Draws
from tournaments.director.state.desk_events import Ruled
from tournaments.director.state.drafts import Draft, DraftArranged, DraftSeen, RoundDrafted
from tournaments.director.state.events import Edited, RoundPaired
from tournaments.director.state.folding import fold
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.format import Teaming
from tournaments.platform.units import MINUTE

UNTIL_PUBLISHED: Final = 1 << 53
"""Until when a round is held that waits for its organiser: for ever, in epoch ms."""

Arrangement: TypeAlias = rounds.SetPairing | rounds.Swap | rounds.SetBye
Naming: TypeAlias = Callable[[tuple[int, ...]], str]
"""The id of a draft's match, by its entries in seat order."""


class Signed(msgspec.Struct, frozen=True):
    """Who arranges a draft, and why; ``text`` is the id of their words."""

    by: int
    reason: acts.ReasonCode
    text: str | None


def held_until(tournament: Tournament) -> int:
    """Until when (epoch ms) the next round is not drawn by itself; 0 if nothing holds it."""
    if tournament.settings.draws == "at_once":
        return 0
    if tournament.settings.draws == "by_hand":
        return UNTIL_PUBLISHED
    ended = [at for paired in tournament.facts for at in paired.ended.values()]
    ended += [each.at for each in tournament.rulings if each.reversed is None and _decides(each.act, tournament)]
    return max(ended) + tournament.settings.pause_minutes * MINUTE if ended else 0


def _decides(act: acts.Act, tournament: Tournament) -> bool:
    """Whether a ruling is about the last round: it may be what ended it."""
    return act.round_in(tournament) == len(tournament.rounds)


def is_due(tournament: Tournament) -> bool:
    """Whether a round could be drawn now."""
    return pairing.due(tournament, again=True) in ("pairing", "tie_break")


def check_due(tournament: Tournament) -> None:
    """Raise :class:`WrongStatus` unless a round could be drawn now."""
    require(tournament, "running")
    if not is_due(tournament):
        raise WrongStatus("round_open", _("The next round can be drawn when the present one is over."))


def set_draws(tournament: Tournament, draws: Draws, minutes: int) -> Events:
    """Whether the rounds to come are drawn at once, after a pause of *minutes*, or when the organiser says so."""
    require(tournament, "announced", "running")
    settings = replace(tournament.settings, draws=draws, pause_minutes=minutes)
    limits.check(settings)
    return () if settings == tournament.settings else (Edited(settings),)


def look(tournament: Tournament, by: int, seed: str, *, again: bool) -> Events:
    """The organiser *by* sees the draft: the first draws it, by the lot of *seed*, as does *again*."""
    check_due(tournament)
    draft = tournament.draft
    if draft is None or again:
        return (RoundDrafted(len(tournament.rounds) + 1, seed, by),)
    return () if by in draft.seen else (DraftSeen(draft.round, by),)


def drawn(
    tournament: Tournament,
    draft: Draft,
    name: Naming,
    *,
    deadline: int | None,
    grace: int | None,
    teams: Teaming,
) -> Iterator[RoundPaired | Ruled]:
    """The round as it would be published now, and what has been arranged by hand as far as it still fits: everybody
    must sit once or rest. Raises :class:`Refused` if there is no valid round."""
    ids = map(str, count(1))
    events = pairing.pair(tournament, seed=draft.seed, ids=ids, deadline=deadline, grace=grace, teams=teams)
    for event in events:
        if isinstance(event, RoundPaired):
            paired = replace(event, matches=tuple(replace(each, match=name(each.entries)) for each in event.matches))
            yield paired
            for number, each in enumerate(fitting(paired, draft), start=len(tournament.rulings) + 1):
                yield Ruled(number, each.act, each.reason, each.text)


def fitting(paired: RoundPaired, draft: Draft) -> Iterator[DraftArranged]:
    """What has been arranged for those whom the round is drawn for now; not what was for others."""
    there = {entry for match in paired.matches for entry in match.entries} | {bye.entry for bye in paired.byes}
    for each in draft.arranged:
        named = [entry for contest in each.act.contests for entry in contest.entries]
        if {*named, *each.act.byes} == there:
            yield each


def preview(tournament: Tournament, events: Events) -> Tournament:
    """The tournament as it will be with *events*."""
    return fold(((event, 0) for event in events), tournament)


def arrange(
    tournament: Tournament, draft: Draft, events: Events, wanted: Arrangement, signed: Signed, context: Context
) -> Events:
    """The draft, of which *events* is what :func:`drawn` gives, paired by hand. Raises what a ruling would."""
    shown = preview(tournament, events)
    if isinstance(wanted, rounds.Swap):
        act = rounds.swap(shown, wanted, context)
    elif isinstance(wanted, rounds.SetBye):
        act = rounds.set_bye(shown, wanted, context)
    else:
        act = rounds.set_pairing(shown, wanted, context)
    return (DraftArranged(draft.round, act, signed.reason, signed.text, signed.by),)
