"""Which tables count otherwise for ratings than they were played: by a result that was set, a double loss, a table that
was made void. Nothing else changes a rating. Pure."""

from collections.abc import Mapping
from typing import TypeAlias

from tournaments.director.state import acts, sides
from tournaments.director.state.tournament import Tournament

Places: TypeAlias = tuple[int, ...] | None
"""By seat; ``None``: the table does not count. Nobody wins a double loss, and a forfeit is not played."""

AS_RATED: Places = ()
"""As the table was played."""


def rated_otherwise(before: Tournament, after: Tournament) -> Mapping[str, Places]:
    """The tables that count otherwise *after* than *before*."""
    was, now = ruled(before), ruled(after)
    due = {table: now.get(table, AS_RATED) for table in {*was, *now}}
    return {table: places for table, places in due.items() if places != was.get(table, AS_RATED)}


def last_ruling(tournament: Tournament, table: str) -> int:
    """The last ruling about a *table* that rulings are about."""
    name = next((each.match for paired in tournament.facts for each in paired.recorded if each.table == table), "")
    about = (ruling for ruling in reversed(tournament.rulings) if ruling.reversed is None)
    return next(ruling.number for ruling in about if getattr(ruling.act, "match", None) == name)


def ruled(tournament: Tournament) -> dict[str, Places]:
    """The tables that rulings are about, as they count by them."""
    tables: dict[str, Places] = {}
    for ruling in tournament.rulings:
        if ruling.reversed is not None:
            continue
        match ruling.act:
            case acts.SetResult(match=name) | acts.DoubleLoss(match=name) if _is_one_table(tournament, name):
                for table, seated in _tables_of(tournament, name):
                    places = _counted(ruling.act, seated)
                    tables[table] = None if places is None else sides.by_seat(tournament.settings, places)
            case acts.VoidTable(table=table) if table is not None:
                tables[table] = None
    return tables


def _is_one_table(tournament: Tournament, match: str) -> bool:
    paired = tournament.fact_of(match)
    return paired is not None and tournament.stage_of(paired).settings.series is None


def _tables_of(tournament: Tournament, match: str) -> list[tuple[str, tuple[bool, ...]]]:
    """The tables that results of *match* were recorded at, each with which of its entries sat there."""
    paired = tournament.fact_of(match)
    results = paired.results_of(match) if paired else ()
    return [
        (result.table, tuple(mark.code != "-" for mark in result.marks))
        for result in results
        if result.table is not None
    ]


def _counted(act: acts.SetResult | acts.DoubleLoss, seated: tuple[bool, ...]) -> Places:
    """The places of those who sat at the table; not if one of them did not play by *act*."""
    made = act.marks(range(len(seated)))
    there = [mark for mark, sat in zip(made, seated, strict=True) if sat]
    if not all(mark.played and mark.code != "LL" for mark in there):
        return None
    ranks = sorted(mark.place for mark in there)
    return tuple(1 + ranks.index(mark.place) for mark in there)
