"""``manage.py distribute``: the log on several servers of Citus."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from tournaments.log import distribution
from tournaments.log.distribution import Unfit
from tournaments.platform.commands import OperatorCommand


class Command(OperatorCommand):
    help = (
        "Distribute log_stream and log_event by stream among the servers of a Citus cluster, in one transaction, with "
        "the service stopped (docker/nodes.md)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--shards", type=int, default=16, help="how many (16); it cannot be changed in passing")
        either = parser.add_mutually_exclusive_group()
        either.add_argument("--plan", action="store_true", help="only say where each table would lie, and why")
        either.add_argument(
            "--check", action="store_true", help="only look whether servers, shards and their triggers are right"
        )

    def handle(self, *_args: Any, shards: int, plan: bool, check: bool, **_options: Any) -> None:
        try:
            if plan:
                self._plan()
            elif check:
                self._check()
            else:
                distribution.distribute(shards)
                self.stdout.write(
                    "Distributed. Set LOG_APPEND=function; run distribute --check, verify, rebuild --check."
                )
        except Unfit as unfit:
            raise CommandError(f"{unfit}.") from None

    def _plan(self) -> None:
        for place in sorted(distribution.places(), key=lambda place: (place.kind, place.table)):
            where = f"{place.kind} by {place.column}" if place.column else place.kind
            self.stdout.write(f"{place.table}: {where} ({place.reason})")

    def _check(self) -> None:
        distribution.check()
        self.stdout.write("Every server answers, and every shard has the triggers of its table.")
