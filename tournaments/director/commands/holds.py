"""What holds the next round: how its tournament was announced, and for three minutes a ruling that is being tried."""

from typing import Final

import msgspec
from django.core.cache import cache

from tournaments.director.policy import drafts
from tournaments.director.state.tournament import Tournament
from tournaments.log import sources
from tournaments.platform.units import MINUTE

TRIED: Final = 3 * MINUTE


class Trial(msgspec.Struct, frozen=True):
    """A ruling that somebody looks at before they sign: the round that it may change is not built on meanwhile."""

    by: int
    until: int
    """Epoch ms."""


def begin_trial(tournament: Tournament, by: int) -> None:
    """Hold the next round of *tournament* while *by* tries a ruling. Without Valkey nothing is held."""
    if tournament.status == "running":
        cache.set(_key(tournament.id), _trials(tournament.id) | {by: sources.now_ms() + TRIED}, TRIED // 1_000)


def end_trial(tournament_id: str, by: int | None = None) -> None:
    """The trial of *by* is over; without them, all are."""
    left = {user: until for user, until in _trials(tournament_id).items() if by not in (None, user)}
    if left:
        cache.set(_key(tournament_id), left, TRIED // 1_000)
    else:
        cache.delete(_key(tournament_id))


def trial(tournament_id: str) -> Trial | None:
    """The one that lasts longest."""
    return max((Trial(*each) for each in _trials(tournament_id).items()), key=lambda each: each.until, default=None)


def _trials(tournament_id: str) -> dict[int, int]:
    """Until when, by user."""
    found: dict[int, int] = cache.get(_key(tournament_id)) or {}
    return {user: until for user, until in found.items() if until > sources.now_ms()}


def holds(tournament: Tournament) -> bool:
    """Whether the next round waits now."""
    return drafts.held_until(tournament) > sources.now_ms() or trial(tournament.id) is not None


def _key(tournament_id: str) -> str:
    return f"trial:{tournament_id}"
