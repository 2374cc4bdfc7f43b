"""``make bench``: every comparison, as a table a person can read. Ends with 1 if a must was missed."""

import argparse
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks import (
    analysing,
    archiving,
    clubs,
    deciding,
    durability,
    fanout,
    finding,
    footprint,
    large_event,
    nights,
    paging,
    pairing,
    playing,
    ratings,
    replaying,
    requesting,
    searching,
    settling,
)
from tests.benchmarks.measure import ROUNDS, Table

PARTS: dict[str, Callable[[], Table]] = {
    "playing": playing.measured,
    "search": searching.measured,
    "search-tables": finding.measured,
    "bots": deciding.measured,
    "analysis": analysing.measured,
    "replay": replaying.measured,
    "longest": replaying.longest,
    "durable": durability.measured,
    "pairing": pairing.measured,
    "pairing-sizes": pairing.sizes,
    "pods": pairing.pod_costs,
    "fanout": fanout.crowd,
    "fanout-tables": fanout.tables,
    "fanout-programs": fanout.programs,
    "fanout-idle": fanout.idle,
    "requests": requesting.measured,
    "pages": paging.measured,
    "large-event": large_event.measured,
    "ratings": ratings.measured,
    "settling": settling.measured,
    "nights": nights.measured,
    "clubs": clubs.measured,
    "archive": archiving.measured,
    "footprint": footprint.measured,
}


def _commit() -> str:
    """What is measured; a result is told with it (``results.md``)."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    told = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False)
    return told.stdout.strip() or "unknown (no repository)"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"which to run: {', '.join(PARTS)} (default: all)")
    chosen = parser.parse_args().parts or list(PARTS)
    if unknown := set(chosen) - set(PARTS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    missed = 0
    print(f"{datetime.now(UTC):%Y-%m-%d}, commit {_commit()}")
    print(
        f"{ROUNDS} rounds, sides alternating; medians, and (lowest to highest). A ratio is the median of the rounds'."
    )
    for name in chosen:
        table = PARTS[name]()
        print("", *table.lines(), sep="\n", flush=True)
        missed += len(table.missed())
    print(f"\n{missed} missed" if missed else "\nEvery must is met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
