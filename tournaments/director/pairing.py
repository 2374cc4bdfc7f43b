"""The rounds of a tournament: what it waits for, its draws, its standings and its end. Pure.

A draw has been checked, or there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import asdict, replace

from engine.text import gettext_noop as _
from tournaments.director import settings as limits
from tournaments.director.decisions import Events, fewest
from tournaments.director.errors import Refused
from tournaments.director.events import (
    FinalPlace,
    Finished,
    Match,
    PairingRefused,
    Ranked,
    RoundPaired,
    Settings,
    TablesOpened,
)
from tournaments.director.formats.draw import Draw, Unpairable
from tournaments.director.formats.format import Due, Moment, Record, Teaming, alone
from tournaments.director.formats.record import Entrant, entrants
from tournaments.director.formats.registry import FORMATS
from tournaments.director.tournament import Tournament


def due(tournament: Tournament, seats: Sequence[int], *, again: bool = False) -> Due | None:
    """What the tournament is waiting for, if not for players, nor for its organiser after a refused pairing.

    *again*: it is to be tried once more though nothing has changed.
    """
    if tournament.status != "running" or (tournament.refused and not again):
        return None
    return FORMATS[tournament.settings.format].due(_record(tournament, seats), fewest(tournament, seats))


def _record(tournament: Tournament, seats: Sequence[int]) -> Record:
    return replace(tournament.record, options=limits.format_options(tournament.settings, seats))


def refuse_pairing(tournament: Tournament, code: str) -> Events:
    """The next round cannot be made for the reason *code*."""
    return (PairingRefused(len(tournament.rounds) + 1, code),)


def pair(
    tournament: Tournament,
    *,
    seats: Sequence[int],
    seed: str,
    ids: Iterator[str],
    deadline: int | None,
    grace: int | None = None,
    teams: Teaming = alone,
) -> Events:
    """The next round: a draw that has been checked, or :class:`Refused` if there is none."""
    if due(tournament, seats, again=True) != "pairing":
        return ()
    moment = _moment(tournament, seats, seed, teams)
    try:
        draw = FORMATS[tournament.settings.format].pair(moment)
    except Unpairable as impossible:
        raise Refused("unpairable", _("No valid round can be paired.")) from impossible
    paired = RoundPaired(
        round=moment.number,
        reached=draw.reached or moment.number,
        algorithm=draw.algorithm,
        preference=moment.preference,
        seed=seed,
        inputs=tuple(Ranked(each.entry, str(each.score)) for each in _by_score(_drawn(moment, draw))),
        matches=tuple(
            Match(next(ids), match.key or f"R{moment.number}.{at}", match.entries, match.reasons, match.teams)
            for at, match in enumerate(draw.matches, start=1)
        ),
        byes=draw.byes,
        compromises=draw.compromises,
        deadline=deadline,
        grace=grace,
    )
    return (paired,)


def _drawn(moment: Moment, draw: Draw) -> list[Entrant]:
    """Those of the field that the draw is about."""
    about = {entry for match in draw.matches for entry in match.entries} | {bye.entry for bye in draw.byes}
    return [entrant for entrant in moment.field if entrant.entry in about]


def _moment(tournament: Tournament, seats: Sequence[int], seed: str, teams: Teaming) -> Moment:
    return Moment(
        **asdict(_record(tournament, seats)),
        number=len(tournament.rounds) + 1,
        field=tuple(entrant_list(tournament, seats)),
        seed=seed,
        opening=tournament.rounds[0].drawn.seed if tournament.rounds else "",
        sizes=limits.table_sizes(tournament.settings, seats),
        preferred=tournament.settings.table_size,
        odd_tables=tournament.settings.odd_tables,
        teams=teams,
    )


def entrant_list(tournament: Tournament, seats: Sequence[int]) -> list[Entrant]:
    """Those who can be drawn for the next round, with all that a draw may know of them."""
    sizes = limits.table_sizes(tournament.settings, seats)
    usual = limits.usual_size(tournament.settings, sizes)
    everybody = entrants(tournament.seeds, tournament.played, bye=bye_points(tournament.settings), usual=usual)
    return [everybody[number] for number in tournament.present]


def _by_score(field: Sequence[Entrant]) -> list[Entrant]:
    return sorted(field, key=lambda entrant: (-entrant.score, entrant.seed))


def open_tables(tournament: Tournament, tables: Mapping[str, str]) -> Events:
    """Name the tables of matches, all of one round."""
    paired = tournament.round_of(next(iter(tables))) if tables else None
    return (TablesOpened(paired.drawn.round, tuple(tables.items())),) if paired else ()


def finish(tournament: Tournament, seats: Sequence[int]) -> Events:
    """The final order, when the last round is over or nobody is left to pair."""
    if due(tournament, seats) != "finish":
        return ()
    return (Finished(tuple(FinalPlace(line.entry, line.place) for line in tournament.lines)),)


def bye_points(settings: Settings) -> Fraction:
    return Fraction(settings.bye)
