"""``make bench``: every comparison, as a table a person can read. Ends with 1 if a must was missed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from tests.benchmarks import (
    archiving,
    clubs,
    deciding,
    durability,
    fanout,
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
    "bots": deciding.measured,
    "replay": replaying.measured,
    "longest": replaying.longest,
    "durable": durability.measured,
    "pairing": pairing.measured,
    "pairing-sizes": pairing.sizes,
    "pods": pairing.pod_costs,
    "fanout": fanout.crowd,
    "fanout-tables": fanout.tables,
    "fanout-idle": fanout.idle,
    "requests": requesting.measured,
    "pages": paging.measured,
    "large-event": large_event.measured,
    "ratings": ratings.measured,
    "settling": settling.measured,
    "nights": nights.measured,
    "clubs": clubs.measured,
    "archive": archiving.measured,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"which to run: {', '.join(PARTS)} (default: all)")
    chosen = parser.parse_args().parts or list(PARTS)
    if unknown := set(chosen) - set(PARTS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    missed = 0
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
