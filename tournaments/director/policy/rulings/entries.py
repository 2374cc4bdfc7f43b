"""Rulings about one entry: as they are asked for, decided on and described. Pure."""

from fractions import Fraction
from typing import Annotated, TypeAlias

from msgspec import Meta

from engine.text import gettext_noop as _
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.policy import conditions
from tournaments.director.policy.rulings.kinds import Context, Holes, Kind, Names, RulingRequest
from tournaments.director.state import acts
from tournaments.director.state.facts import Entry
from tournaments.director.state.rulings import Ruling
from tournaments.director.state.tournament import Tournament

Points = Annotated[str, Meta(pattern=r"^-?[0-9]{1,3}(/[1-9][0-9]?)?$", examples=["-1/2"])]
"""An exact fraction."""


class AdjustPoints(RulingRequest, frozen=True, tag="adjust_points"):
    """Points given, or taken if they are below zero, at a round."""

    entry: int
    points: Points
    round: int


class Substitute(RulingRequest, frozen=True, tag="substitute"):
    """Another player in an entry, both by their names; nobody named who leaves: the only one."""

    entry: int
    comes: Annotated[str, Meta(max_length=150)]
    leaves: Annotated[str, Meta(max_length=150)] | None = None


EntryRequest: TypeAlias = AdjustPoints | acts.Disqualify | acts.Readmit | Substitute


def adjust_points(tournament: Tournament, request: AdjustPoints, _context: Context) -> acts.AdjustPoints:
    _found(tournament, request.entry)
    if not 1 <= request.round <= len(tournament.rounds):
        raise Refused("unknown_round", _("There is no such round yet."), field="round")
    if not (points := Fraction(request.points)):
        raise Refused("bad_points", _("Those are not valid points."), field="points")
    return acts.AdjustPoints(request.entry, str(points), request.round)


def disqualify(tournament: Tournament, act: acts.Disqualify, _context: Context) -> acts.Disqualify:
    if _found(tournament, act.entry).disqualified:
        raise WrongStatus("disqualified", _("That player has already been disqualified."))
    if not 1 <= act.round <= len(tournament.rounds) + 1:
        raise Refused("unknown_round", _("There is no such round yet."), field="round")
    return act


def readmit(tournament: Tournament, act: acts.Readmit, _context: Context) -> acts.Readmit:
    entry = _found(tournament, act.entry)
    if not entry.withdrawn:
        raise WrongStatus("not_withdrawn", _("That player has not left."))
    stage = tournament.current
    if tournament.status != "running" or not stage.has_more_rounds or act.entry not in stage.seeds:
        raise WrongStatus("no_round_left", _("There is no round left to be paired."))
    return act


def substitute(tournament: Tournament, request: Substitute, context: Context) -> acts.Substitute:
    """Not once the stage has begun; in a team between two rounds, too."""
    entry = _found(tournament, request.entry)
    if entry.withdrawn or tournament.status != "running":
        raise WrongStatus("withdrew", _("Nobody is left in this entry."))
    leaves = _leaving(entry, request.leaves, context)
    comes = context.person(request.comes)
    if comes is None:
        raise Refused("unknown_user", _("There is no such player."), field="comes")
    if tournament.entry_of(comes.user):
        raise WrongStatus("in_another_team", _("That player already takes part."))
    conditions.check_substitute(tournament.id, tournament.settings, comes.candidate)
    _check_between(tournament, request.entry, context)
    return acts.Substitute(request.entry, leaves, comes.user)


def _leaving(entry: Entry, name: str | None, context: Context) -> int:
    person = context.person(name) if name else None
    leaves = person.user if person else entry.users[0] if not name and len(entry.users) == 1 else None
    if leaves not in entry.users:
        raise Refused("bad_entries", _("Choose the player who leaves this entry."), field="leaves")
    return leaves


def check_can_come_back(tournament: Tournament, ruling: Ruling, context: Context) -> None:
    """Whether the former player can come back: what the other has begun is theirs."""
    act = ruling.act
    assert isinstance(act, acts.Substitute)  # noqa: S101  it is kept under this act
    if tournament.entry_of(act.leaves):
        raise WrongStatus("in_another_team", _("That player already takes part."))
    if act.comes not in tournament.entries[act.entry].users:
        raise WrongStatus("cannot_reverse", _("Somebody else already plays there."))
    _check_between(tournament, act.entry, context)


def _check_between(tournament: Tournament, number: int, context: Context) -> None:
    match = tournament.open_match(number)
    paired = tournament.round_of(match) if match else None
    if match in context.begun or (paired and match and paired.over.get(match)):
        raise WrongStatus("playing", _("That match has begun and must be finished first."))
    stage = tournament.current
    begun = any(each.match in context.begun for paired in stage.rounds for each in paired.played.matches)
    if tournament.settings.team_size == 1 and (begun or any(paired.played.results for paired in stage.rounds)):
        raise WrongStatus("stage_begun", _("The first round has begun: only a team can still replace a player."))


def _found(tournament: Tournament, number: int) -> Entry:
    if number not in tournament.seeds:
        raise Refused("unknown_entry", _("There is no such entry."), field="entry")
    return tournament.entries[number]


# -- in words


def _users(act: acts.Substitute, _tournament: Tournament, names: Names) -> Holes:
    return {"leaves": names.users.get(act.leaves, "?"), "comes": names.users.get(act.comes, "?")}


_DISQUALIFIED: dict[acts.Rest, str] = {
    "keep": _("{name} is disqualified; the results stand."),
    "forfeit": _("{name} is disqualified, and has lost every match from round {round} on by forfeit."),
    "annul": _("{name} is disqualified, and what was played against them from round {round} on counts for nobody."),
}
ENTRIES: tuple[Kind, ...] = (
    Kind(
        acts.AdjustPoints,
        {AdjustPoints: adjust_points},
        _("{name}: {points} points at round {round}."),
        lambda act, _tournament, names: {"points": names.points(Fraction(act.points))},
    ),
    Kind(acts.Disqualify, {acts.Disqualify: disqualify}, lambda act: _DISQUALIFIED[act.results]),
    Kind(acts.Readmit, {acts.Readmit: readmit}, _("{name} is back from the next round on.")),
    Kind(
        acts.Substitute,
        {Substitute: substitute},
        _("{name}: {comes} plays instead of {leaves}."),
        _users,
        check_can_come_back,
    ),
)
