"""``make test-nodes``: two whole nodes under load, while what they run on and they themselves are killed and restarted.

    python -m tests.nodes [--tables 6] [--watchers 24] [--seconds 60] [--previous REV]

PostgreSQL, Valkey, PgBouncer (transaction mode), RabbitMQ, one proxy; each node has web, streams and workers.
With ``--previous`` (or a tag) one node runs that version for a while. Exit code 0: no acknowledged command lost or
doubled, no line of a stream missed, nothing that the ticks of two ask for done twice, log and projections whole.
"""

import argparse
import asyncio
import os
import resource
import shutil
import sys
import tempfile
from pathlib import Path

import django
from django.db import connections

from tests.nodes import engines, previous
from tests.nodes.drills import Drills
from tests.nodes.figures import printed
from tests.nodes.installation import Installation, installed
from tests.soak.__main__ import say
from tournaments.config.supervisor.problem import Problem


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make test-nodes", description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=6, help="played side by side by people")
    parser.add_argument("--watchers", type=int, default=24)
    parser.add_argument(
        "--seconds", type=float, default=60, help="of quiet play, shared out before and after each drill"
    )
    parser.add_argument("--previous", default=previous.newest_release(), help="a revision that plays beside this one")
    return parser.parse_args()


def main() -> int:
    given = parsed()
    if lacking := engines.missing():
        print(lacking)
        return 2
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    folder = Path(tempfile.mkdtemp(prefix="nodes-"))
    folder.chmod(0o711)
    try:
        faults = drill(folder, given)
    except Problem as problem:
        faults = [str(problem)]
    for fault in faults[:40]:
        say(f"FAULT {fault}")
    say(
        f"{len(faults)} faults; the logs are in {folder}" if faults else "nothing lost, nothing doubled, nothing missed"
    )
    if not faults:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if faults else 0


def drill(folder: Path, given: argparse.Namespace) -> list[str]:
    say("starting PostgreSQL, Valkey, PgBouncer, RabbitMQ, two nodes and a proxy")
    with installed(folder) as installation:
        become_a_client(installation)
        drills = Drills(installation, tables=given.tables, watchers=given.watchers, seconds=given.seconds)
        drills.tournament = announced_tournament()
        connections.close_all()
        if given.previous:
            with previous.checked_out(given.previous, folder) as checkout:
                asyncio.run(drills.run(checkout))
        else:
            say("mixed versions: left out (there is no tag; --previous REV)")
            asyncio.run(drills.run(None))
        for node in installation.nodes:
            node.stop()
        return printed(drills)


def announced_tournament(rounds: int = 5) -> str:
    """Of bots, about as long as the drills are."""
    from accounts.models import User
    from tournaments.config.demo import cast, headless

    organiser = User.objects.create_user("organiser")
    return headless.announce(organiser, cast.bots(8), game="gasp", rounds=rounds)


def become_a_client(installation: Installation) -> None:
    """This process asks PostgreSQL itself: it must not mistake the pooler's troubles for the service's."""
    direct = installation.env["DATABASE_DIRECT_URL"]
    os.environ.update(installation.env | {"DATABASE_URL": direct, "DATABASE_POOLER": ""})
    os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.config.settings"
    django.setup()


if __name__ == "__main__":
    sys.exit(main())
