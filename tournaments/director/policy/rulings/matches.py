"""Rulings about one match: as they are asked for, decided on and described. Pure."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta

from engine.text import gettext_noop as _
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.policy import scores
from tournaments.director.policy.matches import counts_points
from tournaments.director.policy.rulings.kinds import Context, Holes, Kind, Names, RulingRequest
from tournaments.director.state import acts, sides
from tournaments.director.state.facts import Round
from tournaments.director.state.rulings import Ruling
from tournaments.director.state.standing import standing
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.record import FORFEITS, PLAYED, Match, marks
from tournaments.pairing.registry import FORMATS
from tournaments.tables.reports import MOST_POINTS

RESULTS = {"1": "1", "=": "½", "0": "0", "+": "+", "-": "−", "LL": "0"}


class VoidTable(RulingRequest, frozen=True, tag="void_table"):
    """What was played of the match counts no more; it is played again at another table."""

    match: str


class GiveTime(RulingRequest, frozen=True, tag="give_time"):
    """More time for an entry at the table of its match."""

    match: str
    entry: int
    seconds: Annotated[int, Meta(ge=1, le=86_400)]


MatchRequest: TypeAlias = acts.SetResult | acts.Forfeit | acts.DoubleLoss | VoidTable | GiveTime


def set_result(tournament: Tournament, act: acts.SetResult, _context: Context) -> acts.SetResult:
    paired, match = _found(tournament, act.match)
    if not len(act.codes) == len(act.places) == len(match.entries):
        raise Refused("bad_result", _("A result needs a code and a place for each entry."), field="codes")
    if any(len({act.places[seat] for seat in team}) > 1 for team in match.teams):
        raise Refused("bad_result", _("Partners share a place."), field="places")
    if not _agree(act.codes, act.places):
        raise Refused("bad_result", _("These codes and places do not go together."), field="codes")
    kind = FORMATS[tournament.stage_of(paired).settings.format]
    if kind.knocks_out and not kind.may_be_level and "=" in act.codes:
        raise Refused("bad_result", _("In a knock-out somebody wins, or both lose."), field="codes")
    _check_points(tournament, paired, act)
    return act


def needs_points(tournament: Tournament, paired: Round, codes: Sequence[str]) -> bool:
    """Whether a match of *paired* with that result has to tell the game's points: they decide."""
    return tournament.stage_of(paired).settings.table_points == "game" and not PLAYED.isdisjoint(codes)


def takes_points(tournament: Tournament, paired: Round) -> bool:
    """Whether the game's points count at the matches of *paired*."""
    return counts_points(tournament.settings) and tournament.stage_of(paired).settings.series is None


def _check_points(tournament: Tournament, paired: Round, act: acts.SetResult) -> None:
    if act.points and not takes_points(tournament, paired):
        raise Refused("bad_points", _("The game’s own points count nothing here: leave them out."), field="points")
    if not act.points and needs_points(tournament, paired, act.codes):
        raise Refused("bad_points", _("The points decide here: write them, too."), field="points")
    told = len(act.points) in (0, len(act.codes))
    if not told or any(abs(each) > MOST_POINTS for each in act.points):
        raise Refused("bad_points", _("Those are not valid points."), field="points")


def _agree(codes: Sequence[str], places: Sequence[int]) -> bool:
    """Whether the places are what the codes say: missing entries last, a double loss all last, winners first."""
    last = len(codes)
    if set(codes) == {"LL"} or set(codes) == {"-"}:
        return set(places) == {last}
    if "+" in codes:
        return set(codes) == set(FORFEITS) and all(
            place == (1 if code == "+" else last) for code, place in zip(codes, places, strict=True)
        )
    came = [seat for seat, code in enumerate(codes) if code != "-"]
    if len(came) < 2 or any(places[seat] != last for seat in range(last) if seat not in came):
        return False
    ranks = [1 + sum(places[other] < places[seat] for other in came) for seat in came]
    made = zip(came, marks(ranks), strict=True)
    return all((codes[seat], places[seat]) == (mark.code, mark.place) for seat, mark in made)


def forfeit(tournament: Tournament, act: acts.Forfeit, _context: Context) -> acts.Forfeit:
    _paired, match = _found(tournament, act.match)
    if not act.entries or len(set(act.entries)) != len(act.entries) or not set(act.entries) <= set(match.entries):
        raise Refused("bad_entries", _("Choose who was absent from this match."), field="entries")
    return act


def double_loss(tournament: Tournament, act: acts.DoubleLoss, _context: Context) -> acts.DoubleLoss:
    _found(tournament, act.match)
    return act


def void_table(tournament: Tournament, request: VoidTable, _context: Context) -> acts.VoidTable:
    paired, match = _found(tournament, request.match)
    _check_running(tournament)
    table, results = paired.table_of(match.match), len(list(paired.results_of(match.match)))
    if table is None and not results:
        raise Refused("not_played", _("Nothing has been played of that match."), field="match")
    return acts.VoidTable(match.match, table, results)


def give_time(tournament: Tournament, request: GiveTime, _context: Context) -> acts.GiveTime:
    paired, match = _found(tournament, request.match)
    table = paired.tables.get(match.match)
    if tournament.status != "running" or match.match in paired.played.results or table is None:
        raise WrongStatus("not_playing", _("That match is not being played."))
    if tournament.settings.clock is None:
        raise Refused("no_clock", _("There are no clocks in this tournament. Extend the deadline."), field="act")
    sitting = scores.sitting(tournament, match.match, table)
    if request.entry not in sitting:
        raise Refused("bad_entries", _("That player is not at this table."), field="entry")
    own = sides.seats(tournament.settings, len(sitting))[sitting.index(request.entry)]
    return acts.GiveTime(match.match, table, own[0], request.seconds * 1_000)


def check_time_is_left(_tournament: Tournament, _ruling: Ruling, _context: Context) -> None:
    raise Refused("cannot_reverse", _("Time that was given cannot be taken back."))


def _found(tournament: Tournament, name: str) -> tuple[Round, Match]:
    paired = tournament.round_of(name)
    if paired is None:
        raise Refused("unknown_match", _("That match is not part of this tournament."), field="match")
    if name not in standing(tournament):
        raise WrongStatus("match_gone", _("Other players now play that match: it no longer counts."))
    return paired, next(each for each in paired.played.matches if each.match == name)


def _check_running(tournament: Tournament) -> None:
    if tournament.status != "running":
        raise WrongStatus("finished", _("The tournament is over."))


# -- in words


def _result(act: acts.SetResult, tournament: Tournament, names: Names) -> Holes:
    """Of three and more each place stands with its name."""
    marked = act.marks(())
    two = len(marked) == 2
    entries = () if two else act.contest(tournament)[1]
    whose = [f"{names.listed([entry])} " for entry in entries] or [""] * len(marked)
    said = (RESULTS[mark.code] if two or mark.code == "-" else str(mark.place) for mark in marked)
    told = ("" if mark.points is None else f" ({mark.points})" for mark in marked)
    return {"result": (" – " if two else ", ").join(map("".join, zip(whose, said, told, strict=False)))}


def _time(act: acts.GiveTime, tournament: Tournament, names: Names) -> Holes:
    sitting = scores.sitting(tournament, act.match, act.table) or act.contest(tournament)[1]
    entry = sides.by_seat(tournament.settings, sitting)[act.seat]
    return {"time": f"{act.ms // 60_000}:{act.ms // 1_000 % 60:02}", "name": names.listed([entry])}


MATCHES: tuple[Kind, ...] = (
    Kind(acts.SetResult, {acts.SetResult: set_result}, _("Round {round}, {players}: the result is {result}."), _result),
    Kind(
        acts.Forfeit,
        {acts.Forfeit: forfeit},
        _("Round {round}, {players}: forfeit of {names}."),
        lambda act, _tournament, names: {"names": names.listed(act.entries)},
    ),
    Kind(acts.DoubleLoss, {acts.DoubleLoss: double_loss}, _("Round {round}, {players}: all of them have lost.")),
    Kind(
        acts.VoidTable,
        {VoidTable: void_table},
        _("Round {round}, {players}: the table is void, and the match is played again."),
    ),
    Kind(
        acts.GiveTime,
        {GiveTime: give_time},
        _("Round {round}, {players}: {time} more for {name}."),
        _time,
        check_time_is_left,
    ),
)
