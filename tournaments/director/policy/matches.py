"""What becomes of matches: their results, and those that not everybody comes to. Pure."""

from collections.abc import Collection, Sequence

from engine.text import gettext_noop as _
from tournaments.director.errors import Refused
from tournaments.director.policy.decisions import Events
from tournaments.director.policy.scores import score, seating
from tournaments.director.state import sides
from tournaments.director.state.events import EntriesMissed, ResultRecorded, Settings, TableRecorded
from tournaments.director.state.folding import evolve
from tournaments.director.state.tournament import Round, Tournament
from tournaments.pairing.record import Mark, marks


def record(
    tournament: Tournament,
    *,
    match: str,
    table: str,
    places: Sequence[int],
    points: Sequence[int] = (),
) -> Events:
    """The result of a table, and that of *match* if it follows, once, whatever has been ruled meanwhile; none after a
    cancellation. *places* and the game's *points* are in seat order."""
    paired = tournament.fact_of(match)
    if paired is None:
        raise Refused("unknown_match", _("That match is not part of this tournament."))
    over = [*(each.table for each in paired.over.get(match, ())), *(one.table for one in paired.results_of(match))]
    if tournament.status in ("announced", "cancelled") or table in over:
        return ()
    if paired.tables.get(match) != table and (match, table) not in paired.former:
        raise Refused("unknown_table", _("That match is not played at this table."))
    entries = paired.entries_of(match)
    seated = seating(tournament, tournament.round_of(match) or paired, match)
    counted = marks(sides.places(tournament.settings, places), _counting(tournament.settings, points))
    made = dict(zip(seated, counted, strict=True))
    result = tuple(made.get(entry, Mark("-", len(entries))) for entry in entries)
    if tournament.stage_of(paired).settings.series is None:
        return (ResultRecorded(match, table, result),)
    return _and_what_follows(tournament, TableRecorded(match, table, result))


def _counting(settings: Settings, points: Sequence[int]) -> Sequence[int]:
    """The game's *points* for a table's entries, where they count."""
    if settings.table_points == "game":
        return points
    return sides.points(settings, points) if counts_points(settings) else ()


def counts_points(settings: Settings) -> bool:
    """Whether the game's own points count: for a table, or as a tie-break."""
    codes = {*settings.tie_breaks, *(code for stage in settings.stages for code in stage.tie_breaks)}
    return settings.table_points == "game" or "GP" in codes


def _and_what_follows(tournament: Tournament, event: TableRecorded | EntriesMissed | None, *, of: str = "") -> Events:
    """*event* and the result of its match (or of *of*), if that is decided now."""
    match = event.match if event else of
    after = evolve(tournament, event, 0) if event else tournament
    paired = after.round_of(match)
    made = score(after, paired, match, min(after.stage_of(paired).sizes, default=2)) if paired else None
    events: Events = (event,) if event else ()
    if paired is None or made is None or made.marks is None:
        return events
    return (*events, ResultRecorded(match, paired.tables.get(match), made.marks))


def left_before(tournament: Tournament, match: str) -> Events:
    """What becomes of *match*, just drawn, for those who have withdrawn already: they will not come."""
    return muster(tournament, match, (), overdue=False)


def muster(tournament: Tournament, match: str, came: Collection[int], *, overdue: bool) -> Events:
    """What becomes of *match*, whose table has not begun, when of its users only *came* are there.

    Those who have withdrawn will not come; once it is *overdue*, neither will anybody else. The others play without
    them if they are enough for a table, else they win by forfeit: the match if this is its first table, later the
    table. Nothing follows while somebody can be awaited.
    """
    paired = tournament.round_of(match)
    if tournament.status != "running" or paired is None or match in paired.played.results:
        return ()
    entries = (tournament.entries[number] for number in paired.seated(match))
    missing = {entry.number for entry in entries if entry.withdrawn or (overdue and not set(entry.users) <= set(came))}
    if not missing:
        return ()
    if paired.over.get(match):
        return _missed_later(tournament, paired, match, missing)
    there = [number for number in paired.seated(match) if number not in missing]
    if len(there) in tournament.stage_of(paired).sizes:
        return (EntriesMissed(match, tuple(sorted(missing))),)
    return (ResultRecorded(match, None, _forfeited(paired, match, missing)),)


def _missed_later(tournament: Tournament, paired: Round, match: str, missing: Collection[int]) -> Events:
    """What follows when *missing* do not come to a table after the first: a withdrawn player loses all to come; of
    two sides the other wins this one; three or more go on among themselves."""
    if len(paired.entries_of(match)) > 2:
        return _and_what_follows(tournament, EntriesMissed(match, tuple(sorted(missing))))
    if any(tournament.entries[entry].withdrawn for entry in missing):
        return _and_what_follows(tournament, None, of=match)
    lost = TableRecorded(match, paired.tables[match], _forfeited(paired, match, missing))
    return _and_what_follows(tournament, lost)


def _forfeited(paired: Round, match: str, missing: Collection[int]) -> tuple[Mark, ...]:
    everybody, there = paired.entries_of(match), paired.seated(match)
    return tuple(
        Mark("+", 1) if number in there and number not in missing else Mark("-", len(everybody)) for number in everybody
    )
