"""Rounds looked at again: what they were drawn from, and whether they would be drawn so once more."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director import rounds
from tournaments.director.errors import Refused
from tournaments.director.facts import Round
from tournaments.director.redraw import Redrawn, redraw
from tournaments.director.streams import TOURNAMENTS
from tournaments.director.tournament import Tournament
from tournaments.director.views import entries


class Review(Struct, frozen=True):
    """A round, drawn again, with the names of the entries."""

    redrawn: Redrawn
    names: dict[int, str]
    ruled: bool
    """Whether rulings have paired it otherwise since."""


def review(tournament_id: str, number: int) -> Review:
    """Round *number* as it was last paired; raises :class:`Refused` if there is none."""
    now = TOURNAMENTS.current(tournament_id).state
    paired = round_of(now, number)
    before = before_round(tournament_id, paired)
    drawn = redraw(before, paired.drawn, seats=rounds.seats(now), teams=partial(rounds.teams, now))
    seated = [match.entries for match in paired.drawn.matches]
    ruled = seated != [match.entries for match in paired.played.matches]
    return Review(drawn, {number: entry.name for number, entry in entries(now).items()}, ruled)


def round_of(tournament: Tournament, number: int) -> Round:
    found = (paired for paired in reversed(tournament.rounds) if paired.drawn.round == number)
    paired = next(found, None)
    if paired is None:
        raise Refused("unknown_round", Text(_("There is no round {round}."), {"round": number}), field="round")
    return paired


def before_round(tournament_id: str, paired: Round) -> Tournament:
    """The tournament as the round was drawn for it."""
    return TOURNAMENTS.as_of(tournament_id, paired.seq - 1)
