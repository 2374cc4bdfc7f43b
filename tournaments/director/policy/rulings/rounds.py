"""Rulings about a round: as they are asked for, decided on and described. Pure."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta

from engine.text import gettext_noop as _
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.policy.rulings.kinds import Context, Kind, RulingRequest
from tournaments.director.state import acts
from tournaments.director.state.announced import MOST_ROUND_MINUTES
from tournaments.director.state.facts import Round
from tournaments.director.state.pairings import Contest, contests_of
from tournaments.director.state.rulings import Ruling
from tournaments.director.state.settings import JUST_NOW
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.draw import Bye, Draw, Match, Unpairable, check
from tournaments.pairing.registry import FORMATS


class SetPairing(RulingRequest, frozen=True, tag="set_pairing"):
    """The whole round: tables as lists of entries in seat order, and who rests."""

    round: int
    tables: Annotated[tuple[tuple[int, ...], ...], Meta(max_length=1_000)]
    byes: Annotated[tuple[int, ...], Meta(max_length=1_000)] = ()


class Swap(RulingRequest, frozen=True, tag="swap"):
    """Two entries change places in a round: seats, or a seat and a bye."""

    round: int
    one: int
    other: int


class SetBye(RulingRequest, frozen=True, tag="set_bye"):
    """Another entry has the bye of the round; the entry that had it takes its seat."""

    round: int
    entry: int


RoundRequest: TypeAlias = acts.Extend | SetPairing | Swap | SetBye | acts.UndoRound | acts.EndAfter


def extend(tournament: Tournament, act: acts.Extend, context: Context) -> acts.Extend:
    paired = _found(tournament, act.round)
    times = [each for each in (act.deadline, act.grace) if each is not None]
    if not times:
        raise Refused("bad_deadline", _("Name a new time."), field="deadline")
    if any(not context.now - JUST_NOW <= each <= context.now + MOST_ROUND_MINUTES * 60_000 for each in times):
        raise Refused("bad_deadline", _("That time has passed, or is too far away."), field="deadline")
    if paired.played.complete or act.match in paired.played.results:
        raise WrongStatus("not_playing", _("None of that is still to be played."))
    if act.match is not None and not paired.has(act.match):
        raise Refused("unknown_match", _("That match is not part of this tournament."), field="match")
    return act


def set_pairing(tournament: Tournament, request: SetPairing, context: Context) -> acts.SetPairing:
    paired = _last(tournament, request.round)
    draw = Draw("by hand", tuple(Match(entries) for entries in request.tables), tuple(map(Bye, request.byes)))
    try:
        check(draw, _drawn(paired), tournament.current.sizes)
    except Unpairable as impossible:
        raise Refused(
            "bad_pairing", _("Everybody must sit once or rest, at tables of an allowed size."), field="tables"
        ) from impossible
    if any(not _one_group(tournament, entries) for entries in request.tables):
        raise Refused("bad_pairing", _("Players of different groups cannot meet."), field="tables")
    known = {contest.entries: contest for contest in contests_of(paired)}
    made = tuple(known.get(entries) or Contest(context.new_match(entries), entries) for entries in request.tables)
    _check_untouched(paired, made, context)
    return acts.SetPairing(request.round, made, request.byes)


def _one_group(tournament: Tournament, entries: Sequence[int]) -> bool:
    groups = tournament.current.groups
    return not groups or any(set(entries) <= set(group) for group in groups)


def swap(tournament: Tournament, request: Swap, context: Context) -> acts.SetPairing:
    paired = _last(tournament, request.round)
    if request.one == request.other or not {request.one, request.other} <= set(_drawn(paired)):
        raise Refused("bad_entries", _("Name two different players of this round."), field="other")
    places = {request.one: request.other, request.other: request.one}
    tables = tuple(tuple(places.get(entry, entry) for entry in each.entries) for each in contests_of(paired))
    byes = tuple(places.get(bye.entry, bye.entry) for bye in paired.drawn.byes)
    return set_pairing(tournament, SetPairing(request.round, tables, byes), context)


def set_bye(tournament: Tournament, request: SetBye, context: Context) -> acts.SetPairing:
    paired = _last(tournament, request.round)
    if len(paired.drawn.byes) != 1:
        raise Refused("no_bye", _("That round does not have one bye. Set the whole pairing."), field="round")
    return swap(tournament, Swap(request.round, request.entry, paired.drawn.byes[0].entry), context)


def undo_round(tournament: Tournament, act: acts.UndoRound, _context: Context) -> acts.UndoRound:
    _last(tournament, act.round)
    return act


def end_after(tournament: Tournament, act: acts.EndAfter, _context: Context) -> acts.EndAfter:
    paired = _found(tournament, act.round)
    if FORMATS[tournament.current.settings.format].knocks_out:
        raise Refused("knocks_out", _("A knock-out ends with its final. Set results instead."), field="round")
    if paired.stage != len(tournament.fields):
        raise WrongStatus("later_round", _("A later stage has begun."))
    if tournament.ended_early:
        raise WrongStatus("ends_already", _("It already ends with a round. Reverse that ruling first."))
    return act


def check_not_over(tournament: Tournament, _ruling: Ruling, _context: Context) -> None:
    if tournament.status != "running":
        raise WrongStatus("finished", _("The tournament is over."))


def check_not_begun(tournament: Tournament, ruling: Ruling, context: Context) -> None:
    """A pairing by hand is not reversed once its matches are played."""
    act = ruling.act
    paired = tournament.rounds[-1] if tournament.rounds else None
    if not isinstance(act, acts.SetPairing) or tournament.status != "running":
        raise WrongStatus("round_begun", _BEGUN)
    if paired is None or not paired.is_round(act.round, ruling.seq):
        raise WrongStatus("round_begun", _BEGUN)
    before = {match.match for fact in tournament.facts if fact.seq == paired.seq for match in fact.played.matches}
    touched = {contest.match for contest in act.contests} - before
    if any(match in context.begun or match in paired.played.results for match in touched):
        raise WrongStatus("round_begun", _BEGUN)


def check_not_paired_again(tournament: Tournament, ruling: Ruling, _context: Context) -> None:
    act = ruling.act
    if tournament.status != "running" or (isinstance(act, acts.UndoRound) and len(tournament.rounds) >= act.round):
        raise WrongStatus("paired_again", _("That round has been paired again."))


def _found(tournament: Tournament, number: int) -> Round:
    if tournament.status != "running":
        raise WrongStatus("finished", _("The tournament is over."))
    if not 1 <= number <= len(tournament.rounds):
        raise Refused("unknown_round", _("There is no such round yet."), field="round")
    return tournament.rounds[number - 1]


def _last(tournament: Tournament, number: int) -> Round:
    """A round that no other has been built on."""
    paired = _found(tournament, number)
    if is_fixed(tournament, paired):
        raise Refused(
            "fixed_pairings",
            _("In this format only the results decide who meets. Set a result instead."),
            field="round",
        )
    if number != len(tournament.rounds) or paired.stage != len(tournament.fields):
        raise WrongStatus("later_round", _("A later round has already been paired."))
    return paired


def is_fixed(tournament: Tournament, paired: Round) -> bool:
    """Whether results alone decide who meets in a round."""
    return paired.parts_ties or FORMATS[tournament.stage_of(paired).settings.format].knocks_out


def _drawn(paired: Round) -> list[int]:
    """Everybody whom the round was drawn for."""
    seated = [entry for match in paired.drawn.matches for entry in match.entries]
    return [*seated, *(bye.entry for bye in paired.drawn.byes)]


def _check_untouched(paired: Round, made: tuple[Contest, ...], context: Context) -> None:
    kept = {contest.match for contest in made}
    for match in paired.played.matches:
        if match.match not in kept and (match.match in paired.played.results or match.match in context.begun):
            raise WrongStatus("round_begun", _BEGUN)


_BEGUN = _("A match that would change has already begun.")


# -- in words


def _extension(act: acts.Extend) -> str:
    if act.match is None and act.deadline:
        return _("Round {round}: to be played by {time}.")
    if act.match is None:
        return _("Round {round}: players are awaited until {time}.")
    if act.deadline:
        return _("Round {round}, {players}: to be played by {time}.")
    return _("Round {round}, {players}: players are awaited until {time}.")


ROUNDS: tuple[Kind, ...] = (
    Kind(
        acts.Extend,
        {acts.Extend: extend},
        _extension,
        lambda act, _tournament, names: {"time": names.moment(act.deadline or act.grace or 0)},
    ),
    Kind(
        acts.SetPairing,
        {SetPairing: set_pairing, Swap: swap, SetBye: set_bye},
        _("Round {round} is paired by hand."),
        check_reversal=check_not_begun,
    ),
    Kind(
        acts.UndoRound,
        {acts.UndoRound: undo_round},
        _("Round {round} is taken back and paired again."),
        check_reversal=check_not_paired_again,
    ),
    Kind(
        acts.EndAfter,
        {acts.EndAfter: end_after},
        _("The tournament ends with round {round}. Later rounds do not count."),
        check_reversal=check_not_over,
    ),
)
