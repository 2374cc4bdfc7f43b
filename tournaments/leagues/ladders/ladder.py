"""A challenge ladder as of an event. Pure; times are epoch ms."""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal, TypeAlias

from msgspec import Struct

from tournaments.leagues.ladders.events import AwayCause, Opened, Standing
from tournaments.leagues.rules.deadlines import Outcome
from tournaments.leagues.rules.positions import Order
from tournaments.leagues.rules.reasons import Obstacle, why_not

Status: TypeAlias = Literal["asked", "accepted", "agreed", "playing", "ended"]
"""Of a challenge: it waits for an answer, for a time, for that time, for the result."""


class Proposal(Struct, frozen=True):
    """*user* said at *at* that they could play at *time*."""

    user: int
    time: int
    at: int
    in_room: bool = False


class Challenge(Struct, frozen=True):
    id: str
    challenger: int
    defender: int
    others: tuple[int, ...]
    """Who was named beside the two, and has not declined."""
    asked_at: int
    respond_by: int
    in_room: bool = False
    """Played with real cards: as the challenger wants it, then as the agreed proposal says."""
    status: Status = "asked"
    play_by: int | None = None
    proposals: tuple[Proposal, ...] = ()
    declined: tuple[tuple[int, int], ...] = ()
    """Who said no to the other's time, and when."""
    time: int | None = None
    table: str | None = None
    outcome: Outcome | None = None
    ended_at: int | None = None
    places: tuple[Standing, ...] = ()
    passed: bool = False
    told_at: int = 0
    changes: int = 0
    """Later events that changed the time or the status of the appointment."""

    @property
    def players(self) -> tuple[int, ...]:
        return (self.challenger, self.defender, *self.others)

    @property
    def is_open(self) -> bool:
        return self.status != "ended"

    @property
    def offer(self) -> Proposal | None:
        """The time that waits for the other's answer."""
        if self.status != "accepted" or not self.proposals:
            return None
        last = self.proposals[-1]
        return None if any(at >= last.at for _user, at in self.declined) else last


class Away(Struct, frozen=True):
    since: int
    until: int | None
    cause: AwayCause


class Reign(Struct, frozen=True):
    """Somebody stood first; ``until`` is ``None`` while they do. ``seq`` ends the commit that began it."""

    user: int
    since: int
    seq: int
    until: int | None = None


class Ladder(Struct, frozen=True, dict=True):
    id: str
    seq: int = 0
    facts: Opened | None = None
    opened_at: int = 0
    closed_at: int | None = None
    order: Order = ()
    moved: Mapping[int, int] = {}
    """Since when each has stood where they stand."""
    away: Mapping[int, Away] = {}
    spans: Mapping[int, tuple[tuple[int, int], ...]] = {}
    """When each was away before, as (from, to)."""
    challenges: Mapping[str, Challenge] = {}
    passed: Mapping[int, int] = {}
    """When each last passed."""
    walkovers: Mapping[int, int] = {}
    """How many each has lost running without playing."""
    held: Mapping[int, int] = {}
    """When each last defended their place."""
    met: Mapping[tuple[int, int], int] = {}
    """When two last ended a challenge, the lower id first."""
    reigns: tuple[Reign, ...] = ()

    @property
    def rules(self) -> Opened:
        if self.facts is None:
            raise LookupError("a ladder begins by being opened")
        return self.facts

    @cached_property
    def open_challenges(self) -> list[Challenge]:
        return [each for each in self.challenges.values() if each.is_open]

    def obstacle(self, challenger: int, defender: int, now: int) -> Obstacle | None:
        """The first reason why *challenger* may not challenge *defender*."""
        return why_not(
            self.order,
            challenger,
            defender,
            now=now,
            away=self.away,
            reach=self.rules.reach,
            open=[(each.challenger, each.defender) for each in self.open_challenges],
            defended=self.held,
            met=self.met,
        )
