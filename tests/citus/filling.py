"""A log of some size, as after years of play: ``python -m tests.citus.filling EVENTS``.

Some tables are played; the rest are copies of their streams, chained again by the log itself, under names that no
projection reads: else each ``rebuild`` would take as long as years of play.
"""

import sys
from itertools import cycle

import django
import msgspec

PLAYED = 21


def main(wanted: int) -> None:
    django.setup()
    from tests.drill import players
    from tournaments.log import selectors, sources
    from tournaments.log.events import Head, NewEvent, Stored, commits
    from tournaments.log.services import append_commits

    def copied(table: list[Stored]) -> None:
        made = [
            [NewEvent(one.kind, one.version, msgspec.json.decode(one.payload)) for one in c] for c in commits(table)
        ]
        append_commits(f"drill:{sources.new_id()}", head=Head(), commits=[(None, events) for events in made])

    players.main(PLAYED)
    tables = [selectors.load(stream) for stream in selectors.streams("table:")]
    streams = [*selectors.streams()]
    there, number = sum(len(selectors.load(stream)) for stream in streams), len(streams)
    for table in cycle(tables):
        if there >= wanted:
            break
        copied(table)
        there, number = there + len(table), number + 1
    print(f"{there} events in {number} streams")


if __name__ == "__main__":
    main(int(sys.argv[1]))
