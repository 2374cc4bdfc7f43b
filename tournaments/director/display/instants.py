"""Moments of a tournament that one can look back at: events, and the ends of rounds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.errors import Refused
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS


def at_event(tournament_id: str, as_of: int | None) -> tuple[int, Tournament]:
    """The number of the event (``None``: the last) and the tournament as it stood; or ``UnknownTournament``."""
    folded = TOURNAMENTS.current(tournament_id)
    if as_of is not None and as_of < folded.head.seq:
        return as_of, _as_it_was(tournament_id, as_of, folded.head.digest)
    return folded.head.seq, folded.state


@lru_cache(maxsize=64)
def _as_it_was(tournament_id: str, seq: int, _head: bytes) -> Tournament:
    """A page asks for the same moment several times; what has been never changes, in this stream that ends so."""
    return TOURNAMENTS.as_of(tournament_id, seq)


def ends(tournament_id: str) -> Mapping[int, int]:
    """By round the event with which it was over for the first time: what later rulings change does not move it."""
    return TOURNAMENTS.current(tournament_id).state.ends


def last_seen_ends(tournament_id: str) -> Mapping[int, int]:
    """The same as this process last saw it: right after it has been read."""
    return TOURNAMENTS.recent(tournament_id).state.ends


def seq_of(tournament_id: str, *, as_of: int | None, after_round: int | None) -> int | None:
    """The event that one asks for by its number, or by a round that is over; ``None``: the last."""
    if after_round is None:
        return as_of
    if as_of is not None:
        raise Refused("two_moments", _("Ask for an event or for a round, not for both."), field="after_round")
    found = ends(tournament_id).get(after_round)
    if found is None:
        reason = Text(_("Round {round} is not over."), {"round": after_round})
        raise Refused("round_not_over", reason, field="after_round")
    return found
