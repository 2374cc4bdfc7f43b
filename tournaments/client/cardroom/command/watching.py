"""A tournament or a table, told line by line until it is over."""

import argparse
import time
from collections.abc import Iterator

from cardroom import Cardroom, Refused
from cardroom.command.saying import beside, dump, say
from cardroom.models import Match, Round, Standings, StreamLine, Tournament

OVER = ("cancelled", "finished")
SHOWN = 10
"""Lines of the standings at the end."""


def watch(site: Cardroom, given: argparse.Namespace) -> None:
    try:
        site.get_tournament(given.id)
    except Refused as refused:
        if refused.status != 404:
            raise
        follow_table(site, given)
    else:
        follow_tournament(site, given)


def follow_table(site: Cardroom, given: argparse.Namespace) -> None:
    """Each thing that happens, in the words of the site."""
    said = -1
    for line in site.stream_table(given.id):
        if not isinstance(line, StreamLine):
            continue
        if given.json:
            dump(line)
            continue
        table = site.get_table(given.id)
        say(*(told.text for told in table.told if told.seq > said))
        said = max([said, *(told.seq for told in table.told)])
    table = site.get_table(given.id)
    if not given.json and table.outcome:
        places = sorted(zip(table.outcome.places, (seat.name for seat in table.seats), strict=True))
        say("Over: " + ", ".join(f"{place}. {name}" for place, name in places))


def follow_tournament(site: Cardroom, given: argparse.Namespace) -> None:
    """What changes, from its status down to each result; at the end the standings."""
    before: set[str] = set()
    seq = -1
    while True:
        found = site.get_tournament(given.id)
        if found.seq != seq:
            seq = found.seq
            lines = [line for line in told(found, site.list_rounds(given.id).rounds) if line not in before]
            before |= set(lines)
            dump(found) if given.json else say(*lines)
        if found.status in OVER:
            break
        time.sleep(given.every)
    if not given.json and found.status != "cancelled":
        say(*final(site.get_standings(given.id, limit=SHOWN)))


def told(found: Tournament, rounds: list[Round]) -> Iterator[str]:
    """All that is so now: what was said before is left out by the reader."""
    yield f"{found.name}: {found.status}" + (f" ({found.cancelled})" if found.cancelled else "")
    if found.status == "announced":
        yield from (f"{entry.name} has entered" for entry in found.entries)
    for played in rounds:
        yield f"Round {played.number} is paired: {len(played.matches)} matches"
        yield from (result(played, match) for match in played.matches if match.codes)


def result(played: Round, match: Match) -> str:
    names = beside(entry.name for entry in match.entries)
    return f"Round {played.number}, {names}: {':'.join(match.codes or ())}"


def final(standings: Standings) -> Iterator[str]:
    yield "Standings:"
    for line in standings.standings:
        yield f"{line.place:3}. {line.entry.name} {line.points}"
