"""``make test-citus CITUS=PREFIX``: the service with its log on Citus, whose servers are killed under load.

    CITUS=PREFIX python -m tests.citus [--events 20000] [--tables 20] [--watchers 40] [--seconds 60] [--soak MINUTES]

*PREFIX* has the programs of a PostgreSQL with Citus in ``bin``. Exit code 0: no acknowledged command lost or doubled,
no line of a stream missed, no commit missed by a follower or taken twice, log and projections whole, here and restored.
"""

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
from pathlib import Path

from tests.citus import restored
from tests.citus.cluster import unfit
from tests.citus.counted import Counted
from tests.citus.drills import CitusDrills
from tests.citus.figures import spent
from tests.citus.installation import OnCitus, installed
from tests.nodes.__main__ import become_a_client
from tests.nodes.figures import printed
from tests.soak import __main__ as soaking
from tests.soak.__main__ import say
from tests.soak.service import PARTS
from tournaments.config.supervisor.problem import Problem

CAUGHT_UP_WITHIN = 90.0


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make test-citus", description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=20_000, help="in the log before it is distributed")
    parser.add_argument("--tables", type=int, default=20, help="played side by side by people")
    parser.add_argument("--watchers", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=60, help="of quiet play, shared out behind the drills")
    parser.add_argument("--soak", type=float, default=0, help="minutes of make soak on the cluster instead")
    return parser.parse_args()


def main() -> int:
    given, prefix = parsed(), os.environ.get("CITUS", "")
    if lacking := unfit(prefix):
        say(lacking)
        return 2
    folder = Path(tempfile.mkdtemp(prefix="citus-"))
    folder.chmod(0o711)
    try:
        with installed(folder, Path(prefix), given.events) as installation:
            if given.soak:
                return soak(installation, given)
            installation.serve()
            faults = drill(installation, given)
    except Problem as problem:
        faults = [str(problem)]
    for fault in faults[:40]:
        say(f"FAULT {fault}")
    say(f"{len(faults)} faults; the logs are in {folder}" if faults else "nothing lost, doubled or missed")
    if not faults:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if faults else 0


def soak(installation: OnCitus, given: argparse.Namespace) -> int:
    """``make soak`` with its database here: all parts are killed but PostgreSQL."""
    env = {"DATABASE_URL": installation.cluster.url(), "LOG_APPEND": "function"}
    names = (f"--{name}={value}" for name, value in (("minutes", given.soak), ("tables", given.tables)))
    kill = ["--kill", *(part for part in PARTS if part != "postgres")]
    return soaking.run(soaking.parsed([*names, f"--watchers={given.watchers}", *kill]), env)


def drill(installation: OnCitus, given: argparse.Namespace) -> list[str]:
    become_a_client(installation)
    drills = CitusDrills(installation, tables=given.tables, watchers=given.watchers, seconds=given.seconds)
    counted = Counted(installation.anchors)
    drills.tournament = counted.start()
    try:
        asyncio.run(drills.run(None))
        asyncio.run(drills._until(lambda: not counted.behind(), CAUGHT_UP_WITHIN))
    finally:
        counted.stop()
    for node in installation.nodes:
        node.stop()
    installation.manage("anchor")
    faults = [*printed(drills), *counted.faults(), *(f"{name} did not catch up" for name in counted.behind())]
    print(", ".join(f"{name} {number}" for name, number in counted.figures.items()))
    for line in (*drills.record.told(), *drills.words, *spent(*drills.moments)):
        print(line)
    return [*faults, *restored.faults(installation)]


if __name__ == "__main__":
    sys.exit(main())
