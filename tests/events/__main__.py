"""``make events``: whole events at full size, played to the end by real workers, with people who leave, come late or
not at all, and with rulings; then the log and its projections are checked.

    python -m tests.events [--entries 64] [--seconds 1500]
"""

import argparse
import os
import sys
import time

import django


def main() -> int:
    parser = argparse.ArgumentParser(prog="make events", description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=int, default=64, help="in the largest event; half as many in the others")
    parser.add_argument("--seconds", type=float, default=1_500, help="give up after so long")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
    # All are played by bots of one organiser, more than a club would enter.
    os.environ["LIMITS"] = "tournament_bots=1000 organiser_bots=10000"
    django.setup()
    return run(given.entries, given.seconds)


def run(entries: int, seconds: float) -> int:
    from django.core.management import call_command

    from tests.events.play import faults, play
    from tests.events.programme import RULINGS, cast_of, full
    from tournaments.config.demo.headless import own_workers
    from tournaments.director import selectors

    call_command("migrate", interactive=False, verbosity=0)
    cast = cast_of(entries + 1)
    began = time.monotonic()
    with own_workers(os.environ) as check:
        tournaments = play(full(cast, entries), cast, seconds=seconds, check=check)
    for tournament in tournaments:
        seen = selectors.detail(tournament)
        tables = sum(len(paired.matches) for paired in seen.rounds)
        print(f"{seen.settings.name}: {len(seen.entries)} entries, {len(seen.rounds)} rounds, {tables} matches")
    found = list(faults(tournaments, RULINGS))
    for fault in found:
        print(f"FAULT {fault}")
    print(f"{len(tournaments)} events in {time.monotonic() - began:.0f} s, {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
