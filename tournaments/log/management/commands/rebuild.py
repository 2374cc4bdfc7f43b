"""``manage.py rebuild [--check]``: make every projection again from the log."""

from functools import partial
from typing import Any

from django.core.management.base import CommandError, CommandParser
from tqdm import tqdm

from tournaments.log import projections
from tournaments.log.errors import ArchiveAway
from tournaments.platform.commands import OperatorCommand


class Command(OperatorCommand):
    help = "Make every projection again from the log, in one transaction. Appends wait meanwhile."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="change nothing; exit 1 and name the tables that would come out different",
        )

    def handle(self, *_args: Any, check: bool, **_options: Any) -> None:
        try:
            rebuilt = projections.rebuild(check=check, progress=partial(tqdm, unit=" streams", disable=None))
        except ArchiveAway as away:
            raise CommandError(f"Nothing was changed: the archive does not have {away.why}") from away
        tables = ", ".join(rebuilt.changed)
        if check and tables:
            raise CommandError(f"Not what the log says: {tables}.")
        done = "Checked" if check else "Rebuilt from"
        self.stdout.write(f"{done} {rebuilt.streams} streams; {'changed: ' + tables if tables else 'nothing differs'}.")
