"""A stored round drawn again, from what was known before it. Pure."""

from collections.abc import Iterator
from itertools import chain, repeat
from typing import Literal, TypeAlias

from msgspec import Struct

from tournaments.director.errors import RoomError
from tournaments.director.policy import pairing
from tournaments.director.state.events import Match, RoundPaired
from tournaments.director.state.tournament import Tournament
from tournaments.pairing import draw
from tournaments.pairing.draw import Draw, Unpairable
from tournaments.pairing.format import Teaming, alone

Verdict: TypeAlias = Literal["equal", "reworded", "former", "other", "invalid"]
"""It is drawn the same; the same, but its reasons are not told like that any more; a former algorithm drew it, and it
keeps the rules of every round; it is drawn otherwise; it breaks them."""

NEW = "new"
"""The names of matches beyond those that the stored round has."""


class Redrawn(Struct, frozen=True):
    stored: RoundPaired
    again: RoundPaired | None
    """``None``: no round can be drawn."""
    verdict: Verdict

    @property
    def changed(self) -> tuple[Match, ...]:
        """Matches that are drawn otherwise now."""
        known = {(match.entries, match.teams) for match in self.stored.matches}
        return (
            tuple(match for match in self.again.matches if (match.entries, match.teams) not in known)
            if self.again
            else ()
        )


def redraw(before: Tournament, stored: RoundPaired, *, teams: Teaming = alone) -> Redrawn:
    """*stored* again, by the tournament as it was *before* it."""
    again = _again(before, stored, teams)
    if not _is_valid(before, stored):
        return Redrawn(stored, again, "invalid")
    return Redrawn(stored, again, "other" if again is None else _compared(stored, again))


def _compared(stored: RoundPaired, again: RoundPaired) -> Verdict:
    if stored.algorithm != again.algorithm:
        return "former"
    if _drawn(stored) != _drawn(again):
        return "other"
    return "equal" if _told(stored) == _told(again) else "reworded"


def _again(before: Tournament, stored: RoundPaired, teams: Teaming) -> RoundPaired | None:
    names: Iterator[str] = chain((match.match for match in stored.matches), repeat(NEW))
    try:
        events = pairing.pair(
            before, seed=stored.seed, ids=names, deadline=stored.deadline, grace=stored.grace, teams=teams
        )
    except RoomError:
        return None
    return next((event for event in events if isinstance(event, RoundPaired)), None)


def _drawn(paired: RoundPaired) -> tuple[object, ...]:
    """All that a draw decides."""
    matches = [(match.entries, match.teams) for match in paired.matches]
    return matches, [bye.entry for bye in paired.byes], paired.inputs


def _told(paired: RoundPaired) -> tuple[object, ...]:
    reasons = [match.reasons for match in paired.matches]
    return reasons, [bye.reasons for bye in paired.byes], paired.compromises


def _is_valid(before: Tournament, stored: RoundPaired) -> bool:
    """Whether everybody whom the round was drawn for sits once, at a table that there is, or rests."""
    matches = tuple(draw.Match(match.entries) for match in stored.matches)
    drawn = Draw(stored.algorithm, matches, stored.byes)
    try:
        draw.check(drawn, [each.entry for each in stored.inputs], before.current.sizes)
    except Unpairable:
        return False
    return True
