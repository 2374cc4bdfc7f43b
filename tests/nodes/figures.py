"""What the drills have shown: a table for people, faults for the exit code."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import psycopg

from tests.nodes.drills import Drills
from tests.soak.record import Fault
from tournaments.config.supervisor.problem import WouldNotStart

TWICE: Final = """
SELECT stream, kind, key, count(*) FROM (
    SELECT stream, kind, CASE kind
        WHEN 'tournament.round_paired' THEN payload->>'round'
        WHEN 'tournament.result_recorded' THEN payload->>'match'
        WHEN 'rating.table_rated' THEN payload->>'table' ELSE '' END AS key
    FROM log_event WHERE kind = ANY(%s)) AS found
GROUP BY 1, 2, 3 HAVING count(*) > 1 ORDER BY 1, 2, 3"""
ONCE: Final = [
    *("tournament.started", "tournament.round_paired", "tournament.result_recorded", "tournament.finished"),
    *("rating.table_rated", "table.started", "table.finished", "table.settled"),
]
"""What the ticks of two nodes, and messages that come twice, must bring about once."""


def printed(drills: Drills) -> list[str]:
    """Print the figures; the faults, in words."""
    record, database = drills.record, drills.installation.env["DATABASE_DIRECT_URL"]
    found = [*record.found(database), *_twice(database)]
    for line in _stages(drills):
        print(line)
    kinds = Counter(fault.kind for fault in found)
    lines = sum(map(len, record.seen.values()))
    status = dict(sorted(record.statuses.items()))
    print()
    print(f"moves acknowledged {record.moves}, lost {kinds['lost']}, doubled {kinds['doubled']}")
    print(f"answers by status {status}; without an answer {dict(record.broken)}")
    print(f"lines to {len(drills.watchers)} watchers {lines}; watchers with lines missed {kinds['missed']}")
    print(_counted(database))
    faults = [fault.text for fault in found]
    for command in (["verify"], ["rebuild", "--check"]):
        try:
            print(f"{' '.join(command)}: {drills.installation.manage(*command).strip().splitlines()[-1]}")
        except WouldNotStart as failed:
            faults.append(str(failed))
    return faults


def _stages(drills: Drills) -> Iterator[str]:
    yield f"{'':32}{'took':>8}{'moves':>7}{'by bots':>9}{'cut':>6}{'503':>6}{'streams cut':>13}{'back after':>16}"
    for now, then in pairwise(drills.stages):
        gaps = sorted(drills.record.gaps[now.gaps : then.gaps])
        back = f"{gaps[0]:.1f} to {gaps[-1]:.1f} s" if gaps else "-"
        cut = then.unanswered - now.unanswered
        refused = then.refused - now.refused
        made = f"{now.took:>6.1f} s{then.moves - now.moves:>7}{then.bots - now.bots:>9}"
        yield f"{now.name:32}{made}{cut:>6}{refused:>6}{len(gaps):>13}{back:>16}"


def _twice(database: str) -> Iterator[Fault]:
    with psycopg.connect(database) as connection:
        for stream, kind, key, times in connection.execute(TWICE, [ONCE]):
            yield Fault("doubled", f"{stream}: {kind} {key} is there {times} times")


def _counted(database: str) -> str:
    """How often that which must be there once was there: nothing is shown by nothing."""
    with psycopg.connect(database) as connection:
        rows = connection.execute(
            "SELECT kind, count(*) FROM log_event WHERE kind = ANY(%s) GROUP BY kind ORDER BY kind", [ONCE]
        )
        return "each once: " + ", ".join(f"{kind} {number}" for kind, number in rows)
