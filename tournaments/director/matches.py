"""What becomes of matches: their results, and those that not everybody comes to. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.text import gettext_noop as _
from tournaments.director import settings as limits
from tournaments.director.decisions import Events
from tournaments.director.errors import Refused
from tournaments.director.events import EntriesMissed, ResultRecorded
from tournaments.director.formats.record import Mark, marks
from tournaments.director.tournament import Tournament


def record(tournament: Tournament, *, match: str, table: str, places: Sequence[int]) -> Events:
    """The result of *match* at *table*, once, whatever has been ruled meanwhile; none after a cancellation."""
    paired = tournament.fact_of(match)
    if paired is None:
        raise Refused("unknown_match", _("That match is not part of this tournament."))
    if tournament.status in ("announced", "cancelled") or any(one.table == table for one in paired.results_of(match)):
        return ()
    if paired.tables.get(match) != table and (match, table) not in paired.former:
        raise Refused("unknown_table", _("That match is not played at this table."))
    made = dict(zip(paired.seated(match), marks(places), strict=True))
    entries = paired.entries_of(match)
    return (ResultRecorded(match, table, tuple(made.get(entry, Mark("-", len(entries))) for entry in entries)),)


def muster(tournament: Tournament, match: str, came: Collection[int], seats: Sequence[int], *, overdue: bool) -> Events:
    """What becomes of *match*, whose table has not begun, when of its users only *came* are there.

    Those who have withdrawn will not come; once it is *overdue*, neither will anybody else. The others play without
    them if they are enough for a table, else they win by forfeit. Nothing follows while somebody can be awaited.
    """
    paired = tournament.round_of(match)
    if tournament.status != "running" or paired is None or match in paired.played.results:
        return ()
    entries = (tournament.entries[number] for number in paired.seated(match))
    missing = {entry.number for entry in entries if entry.withdrawn or (overdue and not set(entry.users) <= set(came))}
    if not missing:
        return ()
    there = [number for number in paired.seated(match) if number not in missing]
    if len(there) in limits.table_sizes(tournament.settings, seats):
        return (EntriesMissed(match, tuple(sorted(missing))),)
    everybody = paired.entries_of(match)
    made = (Mark("+", 1) if number in there else Mark("-", len(everybody)) for number in everybody)
    return (ResultRecorded(match, None, tuple(made)),)
