"""Rulings about one entry. Pure."""

from __future__ import annotations

from fractions import Fraction

from engine.text import gettext_noop as _
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.policy.judgement import asked
from tournaments.director.policy.judgement.bench import Bench
from tournaments.director.state import acts
from tournaments.director.state.facts import Entry
from tournaments.director.state.tournament import Tournament


def adjust_points(tournament: Tournament, wanted: asked.AdjustPoints, _bench: Bench) -> acts.AdjustPoints:
    _found(tournament, wanted.entry)
    if not 1 <= wanted.round <= len(tournament.rounds):
        raise Refused("unknown_round", _("There is no such round yet."), field="round")
    if not (points := Fraction(wanted.points)):
        raise Refused("bad_points", _("Those are no points."), field="points")
    return acts.AdjustPoints(wanted.entry, str(points), wanted.round)


def disqualify(tournament: Tournament, act: acts.Disqualify, _bench: Bench) -> acts.Disqualify:
    if _found(tournament, act.entry).disqualified:
        raise WrongStatus("disqualified", _("That player has been disqualified already."))
    if not 1 <= act.round <= len(tournament.rounds) + 1:
        raise Refused("unknown_round", _("There is no such round yet."), field="round")
    return act


def readmit(tournament: Tournament, act: acts.Readmit, _bench: Bench) -> acts.Readmit:
    entry = _found(tournament, act.entry)
    if not entry.withdrawn:
        raise WrongStatus("not_withdrawn", _("That player is still in."))
    stage = tournament.current
    if tournament.status != "running" or len(stage.rounds) >= stage.planned or act.entry not in stage.seeds:
        raise WrongStatus("no_round_left", _("There is no round left to be paired."))
    return act


def _found(tournament: Tournament, number: int) -> Entry:
    if number not in tournament.seeds:
        raise Refused("unknown_entry", _("There is no such entry."), field="entry")
    return tournament.entries[number]
