"""Who would go on from a stage as it stands, and the tables that part those who are equal on the line. Pure."""

from collections.abc import Mapping, Sequence

from tournaments.director.state.order import compared
from tournaments.director.state.tournament import Tournament
from tournaments.pairing import tie_break_tables
from tournaments.pairing.qualification import Cut, TieBreakTables, qualify
from tournaments.pairing.tie_break_tables import Played


def cut(tournament: Tournament, *, seed: str = "", number: int | None = None, everybody: bool = False) -> Cut:
    """Who would go on from the stage that is played, or to stage *number* (from 1, behind the first), as it stands.

    *everybody*: also those who have left.
    """
    number = number or len(tournament.fields) + 1
    stage, rules = tournament.stages[number - 1], tournament.settings.stages[number - 1]
    lines = list(compared(stage.group_lines, stage.settings))
    gone = () if everybody else [entry.number for entry in tournament.entries.values() if entry.withdrawn]

    def parted(tables: TieBreakTables | None) -> Cut:
        return qualify(lines, rules.takes, seed=seed, withdrawn=gone, tie_break_tables=tables)

    if rules.ties == "lot":
        return parted(None)
    played, known = _played(stage), dict[tuple[int, ...], tuple[int, ...]]()
    while found := _told_by(made := parted(known), played):
        known |= found
    return made


def _told_by(made: Cut, played: Sequence[Played]) -> Mapping[tuple[int, ...], tuple[int, ...]]:
    """Of the ties that are open in *made* what their tables say."""
    told = {tie.entries: tie_break_tables.places(tie.entries, played) for tie in made.ties if tie.by == "open"}
    return {entries: places for entries, places in told.items() if places}


def to_part(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """Those who are to play for a place above the line, once the stage is over otherwise: a table each.

    There is none for more than fit at one.
    """
    number = len(tournament.fields)
    stage = tournament.stages[number]
    if tournament.settings.stages[number].ties == "lot":
        return ()
    sizes = stage.sizes
    return tie_break_tables.due(cut(tournament).level, _played(stage), sizes)


def _played(stage: Tournament) -> tuple[Played, ...]:
    """The tables that were played for places above the line, in their order."""
    return tuple(
        {entry: mark.place for entry, mark in zip(match.entries, made, strict=True)}
        for paired in stage.rounds
        if paired.parts_ties
        for match in paired.played.matches
        if (made := paired.played.results.get(match.match)) is not None
    )
