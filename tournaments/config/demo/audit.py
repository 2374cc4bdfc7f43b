"""Whether a tournament has lost or doubled anything: its streams, tables and ratings held against each other."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from tournaments.director import selectors
from tournaments.director.display.shapes import Detail, RoundInfo
from tournaments.log import selectors as log
from tournaments.log.verification import verify
from tournaments.tables import selectors as tables
from tournaments.tables.selectors import Summary

ONCE = ("table.opened", "table.seed_drawn", "table.started", "table.finished", "table.seed_revealed", "table.settled")


def faults(tournament_id: str) -> Iterator[str]:
    """Everything that is wrong with a finished tournament, in words."""
    seen = selectors.detail(tournament_id)
    matches = [match for paired in seen.rounds for match in paired.matches]
    found = tables.of_matches([match.match for match in matches])
    if seen.status != "finished":
        yield f"the tournament is {seen.status}"
    if len(seen.rounds) != seen.planned:
        yield f"{len(seen.rounds)} rounds of {seen.planned}"
    for paired in seen.rounds:
        yield from _faults_of_round(paired, seen)
    opened = Counter(table.match for table in found)
    for match in matches:
        if opened[match.match] != 1:
            yield f"match {match.match} has {opened[match.match]} tables"
    places = {match.match: match.places for match in matches}
    for table in found:
        yield from _faults_of_table(table, places.get(table.match or ""))
    yield from _faults_of_ratings(found, seen.settings.game)
    for stream in (
        f"tournament:{tournament_id}",
        f"pool:{seen.settings.game}",
        *(f"table:{each.id}" for each in found),
    ):
        if fault := verify(stream):
            yield str(fault)


def _faults_of_round(paired: RoundInfo, seen: Detail) -> Iterator[str]:
    seated = Counter(entry.number for match in paired.matches for entry in match.entries)
    seated.update(bye.entry.number for bye in paired.byes)
    for entry in seen.entries:
        if seated[entry.number] != 1 and not entry.withdrawn:
            yield f"{entry.name} is seated {seated[entry.number]} times in round {paired.number}"


def _faults_of_table(table: Summary, places: tuple[int, ...] | None) -> Iterator[str]:
    if table.status != "finished" or not table.settled:
        yield f"table {table.id} is {table.status}, {'' if table.settled else 'not '}settled"
    if table.outcome is None or table.outcome.places != places:
        yield f"table {table.id} ended otherwise than its match"
    kinds = Counter(event.kind for event in log.load(f"table:{table.id}"))
    for kind in ONCE:
        if kinds[kind] != 1:
            yield f"table {table.id} has {kinds[kind]} times {kind}"


def _faults_of_ratings(found: Sequence[Summary], game: str) -> Iterator[str]:
    rated = Counter(msgspec.json.decode(event.payload)["table"] for event in log.load(f"pool:{game}"))
    for table in found:
        if rated[table.id] != (1 if table.rated else 0):
            yield f"table {table.id} is rated {rated[table.id]} times"
