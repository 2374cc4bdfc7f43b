"""Events played to the end by the real workers, and what is wrong with them then."""

import time
from collections.abc import Callable, Iterator
from io import StringIO

from django.core.management import CommandError, call_command

from tests.events.programme import Cast, Event, announce
from tournaments.director import selectors
from tournaments.director.display.shapes import Detail
from tournaments.director.streams import TOURNAMENTS
from tournaments.tables import selectors as tables

GLANCE = 0.5


class Stuck(Exception):
    """An event did not end in time."""


def play(events: list[Event], cast: Cast, *, seconds: float, check: Callable[[], None] = lambda: None) -> list[str]:
    """Play all of *events* at once; the ids of their tournaments."""
    open_incidents = {announce(event, cast): list(event.incidents) for event in events}
    tournaments = list(open_incidents)
    deadline = time.monotonic() + seconds
    while True:
        going = [seen for seen in map(selectors.detail, open_incidents) if not _over(seen)]
        if not going:
            return tournaments
        if time.monotonic() > deadline:
            raise Stuck("; ".join(f"{each.settings.name}: {_state(each)}" for each in going))
        open_incidents = {each.id: open_incidents[each.id] for each in going}
        for tournament, waiting in open_incidents.items():
            _cause(tournament, waiting)
        check()
        time.sleep(GLANCE)


def _cause(tournament: str, waiting: list[Callable[[Detail], bool]]) -> None:
    """The incidents whose moment has come."""
    for incident in list(waiting):
        if (seen := selectors.detail(tournament)).status == "running" and incident(seen):
            waiting.remove(incident)


def _over(seen: Detail) -> bool:
    if seen.status not in ("finished", "cancelled"):
        return False
    matches = [match.match for paired in seen.rounds for match in paired.matches]
    return all(table.settled for table in tables.of_matches(matches) if table.status == "finished")


def _state(seen: Detail) -> str:
    waiting = [match for paired in seen.rounds for match in paired.matches if match.codes is None]
    names = {match.match: [entry.name for entry in match.entries] for match in waiting}
    there = [(names[str(table.match)], table) for table in tables.of_matches(names)]
    return f"{seen.status}, round {len(seen.rounds)} of {seen.planned}, waiting for {there}"


def faults(tournaments: list[str], happened: int) -> Iterator[str]:
    """What is wrong with events that are over, in words; *happened*: how many rulings each has had at least."""
    for tournament in tournaments:
        seen = selectors.detail(tournament)
        if seen.status != "finished":
            yield f"{seen.settings.name} is {seen.status}"
        for paired in seen.rounds:
            yield from (f"{match.match} has no result" for match in paired.matches if match.codes is None)
        yield from (f"{entry.name} has no place" for entry in seen.entries if not entry.withdrawn and not entry.place)
        if (ruled := len(TOURNAMENTS.current(tournament).state.rulings)) < happened:
            yield f"{seen.settings.name} has had {ruled} rulings"
    for command in (["verify"], ["rebuild", "--check"]):
        try:
            call_command(*command, stdout=StringIO(), stderr=StringIO())
        except CommandError as wrong:
            yield f"{command[0]}: {wrong}"
