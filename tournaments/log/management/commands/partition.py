"""``manage.py partition``: the log in parts, each with its own indexes."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.log import partitions
from tournaments.log.partitions import Unfit


class Command(BaseCommand):
    help = (
        "Divide log_stream and log_event by stream into parts, in one transaction. Stop the service first: whoever "
        "comes meanwhile waits. It takes as much room again as the log has, until it is done."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--parts", type=int, default=64, help="how many (64)")
        either = parser.add_mutually_exclusive_group()
        either.add_argument("--triggers", action="store_true", help="only put on every part what its table has")
        either.add_argument("--check", action="store_true", help="only say what is missing; exit code 1")

    def handle(self, *_args: Any, parts: int, triggers: bool, check: bool, **_options: Any) -> None:
        try:
            if check:
                self._check()
            elif triggers:
                self.stdout.write(f"{partitions.renew_triggers()} triggers were missing, and are there now.")
            else:
                self._divide(parts)
        except Unfit as unfit:
            raise CommandError(f"{unfit}.") from None

    def _divide(self, parts: int) -> None:
        for table, rows in partitions.partition(parts).items():
            self.stdout.write(f"{table}: {rows} rows in {parts} parts")
        if not partitions.keep_plans():
            self.stdout.write("Have the database's owner set plan_cache_mode = force_generic_plan: appends are faster.")
        self.stdout.write("Now run manage.py verify, and start the service.")

    def _check(self) -> None:
        if not partitions.are_partitioned():
            raise Unfit("The log is not in parts")
        if missing := partitions.missing_triggers():
            raise Unfit(f"Missing: {', '.join(missing)}. Run manage.py partition --triggers")
        self.stdout.write("Every part has what its table has.")
