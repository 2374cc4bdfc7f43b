"""Moments of a tournament that one can look back at: events, and the ends of rounds."""

from __future__ import annotations

from tournaments.director.streams import TOURNAMENTS
from tournaments.director.tournament import Tournament


def at_event(tournament_id: str, as_of: int | None) -> tuple[int, Tournament]:
    """The number of the event (``None``: the last) and the tournament as it stood; or ``UnknownTournament``."""
    folded = TOURNAMENTS.current(tournament_id)
    if as_of is not None and as_of < folded.head.seq:
        return as_of, TOURNAMENTS.as_of(tournament_id, as_of)
    return folded.head.seq, folded.state
