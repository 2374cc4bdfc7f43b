"""A held round as its organisers see it before they publish it, and what holds it."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from accounts.selectors import called
from engine.text import Text
from tournaments.director.commands import drafts, holds
from tournaments.director.display import by_hand
from tournaments.director.display.at import At
from tournaments.director.display.shapes import RoundInfo
from tournaments.director.policy import drafts as policy
from tournaments.director.policy.rulings import rounds
from tournaments.director.state.acts import SetPairing
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS


class DraftInfo(msgspec.Struct, frozen=True):
    """A draft, worked out at event ``seq``."""

    seq: int
    round: RoundInfo
    broken: tuple[Text, ...]
    """The rules of pairing that it breaks, as it was arranged by hand."""
    dropped: bool
    """Whether somebody has come or left since it was arranged by hand: that counts no more."""
    fixed: bool
    """Whether results alone decide who meets: it cannot be arranged."""


class Held(msgspec.Struct, frozen=True):
    """Why the next round, which is due, is not drawn by itself."""

    round: int
    until: int
    """Epoch ms; 2^53: until it is published."""
    tried_by: str | None
    """Who tries a ruling, if that is what holds it."""

    @property
    def by_hand(self) -> bool:
        return self.until == policy.UNTIL_PUBLISHED


def held(tournament_id: str) -> Held | None:
    tournament = TOURNAMENTS.current(tournament_id).state
    if not policy.is_due(tournament) or not holds.holds(tournament):
        return None
    until, trial = policy.held_until(tournament), holds.trial(tournament_id)
    tried_by = called([trial.by])[trial.by].name if trial else None
    return Held(len(tournament.rounds) + 1, max(until, trial.until if trial else 0), tried_by)


class Seen(NamedTuple):
    """The tournament as it is, and as it would be with its draft."""

    now: Tournament
    at: At


def preview(tournament_id: str) -> Seen | None:
    """What the draft would make of the tournament, for those who may see that; nothing if there is none.

    Raises :class:`Refused` if there is no valid round.
    """
    found = drafts.preview(tournament_id)
    return Seen(found[0], At(found[1])) if found else None


def draft_info(seen: Seen) -> DraftInfo:
    """The draft that :func:`preview` has shown."""
    draft, after = seen.now.draft, seen.at.tournament
    assert draft is not None  # noqa: S101  there is a preview of it
    arranged = after.rulings[len(seen.now.rulings) :]
    names = {number: entry.name for number, entry in seen.at.entries.items()}
    act = arranged[-1].act if arranged else None
    return DraftInfo(
        seq=seen.now.seq,
        round=seen.at.rounds[-1],
        broken=tuple(by_hand.broken(act, after, seen.now, names)) if isinstance(act, SetPairing) else (),
        dropped=bool(draft.arranged) and act != draft.arranged[-1].act,
        fixed=rounds.is_fixed(after, after.rounds[-1]),
    )
