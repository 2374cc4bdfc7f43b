"""The rounds of a tournament: what it waits for, its draws, its standings and its end. Pure.

A draw has been checked, or there is none.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from msgspec.structs import asdict, replace

from engine.text import gettext_noop as _
from tournaments.director.errors import Refused
from tournaments.director.policy import apart, cuts, stages
from tournaments.director.policy.decisions import Events
from tournaments.director.state import settings as limits
from tournaments.director.state.events import (
    Absent,
    FinalPlace,
    Finished,
    Match,
    PairingRefused,
    Ranked,
    RoundPaired,
    TablesOpened,
)
from tournaments.director.state.facts import Until
from tournaments.director.state.lines import bye_points, made_by
from tournaments.director.state.tournament import Tournament
from tournaments.pairing import tie_break_tables
from tournaments.pairing.acceleration import baku
from tournaments.pairing.draw import Bye, Draw, Pairs, Reason, Unpairable
from tournaments.pairing.format import Due, Moment, Record, Teaming, alone
from tournaments.pairing.record import Entrant, entrants
from tournaments.pairing.registry import FORMATS

NO_TABLES = "no-tables/1"
"""The algorithm of a round that too few are there for."""


Step: TypeAlias = Due | Literal["tie_break", "field"]


def due(tournament: Tournament, *, again: bool = False) -> Step | None:
    """What the tournament is waiting for, if not for players, nor for its organiser after a refused pairing.

    *again*: try even though nothing has changed.
    """
    if tournament.status == "running" and tournament.ended_early:
        return None if tournament.round_open else "finish"
    if tournament.status != "running" or (tournament.refused and not again):
        return None
    stage = tournament.current
    step = FORMATS[stage.settings.format].due(_record(stage), min(stage.sizes))
    return _between_stages(tournament) if step == "finish" and stages.follows(tournament) else step


def _between_stages(tournament: Tournament) -> Step | None:
    """Those who are level on the line play for it before it is known who goes on."""
    if not all(paired.played.complete for paired in tournament.current.rounds):
        return None
    return "tie_break" if cuts.to_part(tournament) else "field"


def _record(tournament: Tournament) -> Record:
    return replace(tournament.so_far, options=limits.format_options(tournament.settings))


def refuse_pairing(tournament: Tournament, code: str) -> Events:
    """The next round cannot be made for the reason *code*."""
    return (PairingRefused(len(tournament.rounds) + 1, code),)


def pair(
    tournament: Tournament,
    *,
    seed: str,
    ids: Iterator[str],
    deadline: int | None,
    grace: int | None = None,
    teams: Teaming = alone,
) -> Events:
    """The next round: a draw that has been checked, or :class:`Refused` if there is none."""
    step = due(tournament, again=True)
    if step not in ("pairing", "tie_break"):
        return ()
    stage, number = tournament.current, len(tournament.rounds) + 1
    moment = moment_of(stage, seed, teams)
    if step == "tie_break":
        draw = tie_break_tables.draw(cuts.to_part(tournament), seed, teams)
    else:
        draw = _round(stage, moment)
    paired = RoundPaired(
        round=number,
        algorithm=draw.algorithm,
        preference=moment.preference,
        seed=seed,
        inputs=tuple(_inputs(stage, moment, draw)),
        matches=tuple(
            Match(next(ids), match.entries, match.reasons, match.teams, match.key or f"R{number}.{at}")
            for at, match in enumerate(draw.matches, start=1)
        ),
        byes=draw.byes,
        absences=() if step == "tie_break" else tuple(_absent(stage, moment)),
        compromises=draw.compromises,
        deadline=deadline,
        grace=grace,
        reached=tournament.before_stage + (draw.reached or moment.number),
    )
    return (paired,)


def _round(stage: Tournament, moment: Moment) -> Draw:
    knocks_out = FORMATS[stage.settings.format].knocks_out  # where who has left forfeits
    if not knocks_out and len(stage.here) < min(stage.sizes):
        raise Refused("too_few_here", _("Too few players are available for a table: the others have paused."))
    try:
        return _draw(stage, moment)
    except Unpairable as impossible:
        if impossible.lift:
            raise Refused("forbidden_pairs", _("No round keeps all forbidden pairs apart.")) from impossible
        raise Refused("unpairable", _("No valid round can be paired.")) from impossible


def _inputs(stage: Tournament, moment: Moment, draw: Draw) -> Iterator[Ranked]:
    """Those whom the draw is about, with their points."""
    about = {entry for match in draw.matches for entry in match.entries} | {bye.entry for bye in draw.byes}
    if draw.algorithm == tie_break_tables.ALGORITHM:  # who pauses plays for their place, too
        yield from (Ranked(line.entry, str(line.points)) for line in stage.lines if line.entry in about)
    else:
        drawn = [entrant for entrant in moment.field if entrant.entry in about]
        yield from (Ranked(entrant.entry, str(entrant.score)) for entrant in _by_score(drawn))


def _draw(tournament: Tournament, moment: Moment) -> Draw:
    """If too few are left for a table in this round, they have byes."""
    kind = FORMATS[tournament.settings.format]
    if not kind.open_field or len(moment.field) >= min(moment.sizes):
        return kind.pair(moment)
    alone = (Reason("bye_alone", (entrant.entry,)) for entrant in moment.field)
    return Draw(NO_TABLES, (), tuple(Bye(reason.entries[0], (reason,)) for reason in alone))


def begin_stage(tournament: Tournament, seed: str) -> Events:
    """The field of the next stage, once the one before is over."""
    return stages.begin(tournament, seed) if due(tournament) == "field" else ()


def to_lift(tournament: Tournament) -> Pairs:
    """The smallest set of forbidden pairs without which the next round can be paired; none if they are not to blame."""
    try:
        _draw(tournament.current, moment_of(tournament.current, "", alone))
    except Unpairable as impossible:
        return impossible.lift
    return frozenset()


def _absent(tournament: Tournament, moment: Moment) -> Iterator[Absent]:
    """The entries that the round was not drawn for, where each round is drawn for those present."""
    if not FORMATS[tournament.settings.format].open_field:
        return
    there, last = {entrant.entry for entrant in moment.field}, moment.number >= moment.planned
    for entry in map(tournament.entries.__getitem__, tournament.seeds):
        if entry.number not in there:
            asked = entry.byes.get(moment.number, "Z") if entry.here and not last else "Z"
            yield Absent(entry.number, asked)


def moment_of(tournament: Tournament, seed: str, teams: Teaming) -> Moment:
    """All that the draw of the next round may know, of a stage."""
    settings, number = tournament.settings, len(tournament.rounds) + 1
    return Moment(
        **asdict(_record(tournament)),
        number=number,
        field=tuple(entrant_list(tournament)),
        seed=seed,
        opening=tournament.rounds[0].drawn.seed if tournament.rounds else "",
        sizes=tournament.sizes,
        preferred=tournament.settings.table_size,
        odd_tables=tournament.settings.odd_tables,
        teams=teams,
        neighbours=settings.neighbours,
        forbidden=apart.pairs(tournament, tournament.forbidden),
        mates=apart.pairs(tournament, tournament.mates) if number <= settings.apart_rounds else frozenset(),
        boost=_boost(tournament, number),
    )


def _boost(tournament: Tournament, number: int) -> Mapping[int, Fraction]:
    """Points that entries are paired with beyond their own."""
    if tournament.settings.acceleration == "none":
        return {}
    boost = baku(tournament.seeds[: tournament.starters], number, tournament.planned)
    return {entry: points * made_by(tournament.settings).win for entry, points in boost.items()}


def entrant_list(tournament: Tournament) -> list[Entrant]:
    """Those who can be drawn for the next round, with all that a draw may know of them."""
    sizes = tournament.sizes
    usual = limits.usual_size(tournament.settings, sizes)
    settings = tournament.settings
    everybody = entrants(
        tournament.seeds, tournament.played, bye=bye_points(settings), usual=usual, counting=made_by(settings)
    )
    for number, given in tournament.adjustments.items():
        everybody[number].score += sum((points for _round, points in given), Fraction(0))
    for number, rating in tournament.ratings.items():
        if number in everybody:
            everybody[number].rating = rating
    knocks_out = FORMATS[tournament.settings.format].knocks_out  # who has left forfeits, once the others are known
    return [everybody[number] for number in (tournament.seeds if knocks_out else tournament.drawn_next)]


def _by_score(field: Sequence[Entrant]) -> list[Entrant]:
    return sorted(field, key=lambda entrant: (-entrant.score, entrant.seed))


def open_tables(tournament: Tournament, tables: Mapping[str, str], until: Until | None = None) -> Events:
    """Name the tables of a round's matches, with times of their own if they are opened later."""
    if not tables:
        return ()
    paired = tournament.round_of(next(iter(tables)))
    number = paired.drawn.round if paired else len(tournament.rounds)
    times = (until.deadline, until.grace) if until else (None, None)
    return (TablesOpened(number, tuple(tables.items()), *times),)


def finish(tournament: Tournament) -> Events:
    """The final order, when the last round is over or nobody is left to pair."""
    if due(tournament) != "finish":
        return ()
    return (Finished(final_places(tournament)),)


def final_places(tournament: Tournament) -> tuple[FinalPlace, ...]:
    """Of everybody who has one: those who were disqualified do not."""
    return tuple(FinalPlace(line.entry, line.place) for line in tournament.lines if line.place)
