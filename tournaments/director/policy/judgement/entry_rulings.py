"""Rulings about one entry. Pure."""

from __future__ import annotations

from fractions import Fraction

from engine.text import gettext_noop as _
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.policy import conditions
from tournaments.director.policy.judgement import asked
from tournaments.director.policy.judgement.bench import Bench
from tournaments.director.state import acts
from tournaments.director.state.facts import Entry
from tournaments.director.state.rulings.ruling import Ruling
from tournaments.director.state.tournament import Tournament


def adjust_points(tournament: Tournament, wanted: asked.AdjustPoints, _bench: Bench) -> acts.AdjustPoints:
    _found(tournament, wanted.entry)
    if not 1 <= wanted.round <= len(tournament.rounds):
        raise Refused("unknown_round", _("There is no such round yet."), field="round")
    if not (points := Fraction(wanted.points)):
        raise Refused("bad_points", _("Those are not valid points."), field="points")
    return acts.AdjustPoints(wanted.entry, str(points), wanted.round)


def disqualify(tournament: Tournament, act: acts.Disqualify, _bench: Bench) -> acts.Disqualify:
    if _found(tournament, act.entry).disqualified:
        raise WrongStatus("disqualified", _("That player has already been disqualified."))
    if not 1 <= act.round <= len(tournament.rounds) + 1:
        raise Refused("unknown_round", _("There is no such round yet."), field="round")
    return act


def readmit(tournament: Tournament, act: acts.Readmit, _bench: Bench) -> acts.Readmit:
    entry = _found(tournament, act.entry)
    if not entry.withdrawn:
        raise WrongStatus("not_withdrawn", _("That player has not left."))
    stage = tournament.current
    if tournament.status != "running" or len(stage.rounds) >= stage.planned or act.entry not in stage.seeds:
        raise WrongStatus("no_round_left", _("There is no round left to be paired."))
    return act


def substitute(tournament: Tournament, wanted: asked.Substitute, bench: Bench) -> acts.Substitute:
    """Not once the stage has begun; in a team between two rounds, too."""
    entry = _found(tournament, wanted.entry)
    if entry.withdrawn or tournament.status != "running":
        raise WrongStatus("withdrew", _("Nobody is left in this entry."))
    leaves = _leaving(entry, wanted.leaves, bench)
    comes = bench.person(wanted.comes)
    if comes is None:
        raise Refused("unknown_user", _("There is no such player."), field="comes")
    if tournament.entry_of(comes.user):
        raise WrongStatus("in_another_team", _("That player already takes part."))
    conditions.check_substitute(tournament.id, tournament.settings, comes.candidate)
    _check_between(tournament, wanted.entry, bench)
    return acts.Substitute(wanted.entry, leaves, comes.user)


def _leaving(entry: Entry, name: str | None, bench: Bench) -> int:
    person = bench.person(name) if name else None
    leaves = person.user if person else entry.users[0] if not name and len(entry.users) == 1 else None
    if leaves not in entry.users:
        raise Refused("bad_entries", _("Choose the player who leaves this entry."), field="leaves")
    return leaves


def check_can_come_back(tournament: Tournament, ruling: Ruling, bench: Bench) -> None:
    """Whether the former player can come back: what the other has begun is theirs."""
    act = ruling.act
    assert isinstance(act, acts.Substitute)  # noqa: S101  it is kept under this act
    if tournament.entry_of(act.leaves):
        raise WrongStatus("in_another_team", _("That player already takes part."))
    if act.comes not in tournament.entries[act.entry].users:
        raise WrongStatus("cannot_reverse", _("Somebody else already plays there."))
    _check_between(tournament, act.entry, bench)


def _check_between(tournament: Tournament, number: int, bench: Bench) -> None:
    match = tournament.open_match(number)
    paired = tournament.round_of(match) if match else None
    if match in bench.begun or (paired and match and paired.over.get(match)):
        raise WrongStatus("playing", _("That match has begun and must be finished first."))
    stage = tournament.current
    begun = any(each.match in bench.begun for paired in stage.rounds for each in paired.played.matches)
    if tournament.settings.team_size == 1 and (begun or any(paired.played.results for paired in stage.rounds)):
        raise WrongStatus("stage_begun", _("The first round has begun: only a team can still replace a player."))


def _found(tournament: Tournament, number: int) -> Entry:
    if number not in tournament.seeds:
        raise Refused("unknown_entry", _("There is no such entry."), field="entry")
    return tournament.entries[number]
