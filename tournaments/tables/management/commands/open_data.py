"""``manage.py open_data [MONTH]``: the games of a month as a file for everybody, without names."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from tqdm import tqdm

from tournaments.log import sources
from tournaments.platform.commands import OperatorCommand
from tournaments.tables.open_data import files


class Command(OperatorCommand):
    help = (
        "Write the finished games of a month (2026-10; the last one, if none is named) to OPEN_DATA, in the place of "
        "a file from before. After an erasure: --all makes all that there are again, without the person."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("month", nargs="?", help="such as 2026-10")
        parser.add_argument("--all", action="store_true", help="every month that there is, again")

    def handle(self, *, month: str | None, **options: Any) -> None:
        again = [each.month for each in files.published()] if options["all"] else []
        for each in again or [month or files.last_month(sources.now_ms())]:
            self.publish(each)

    def publish(self, month: str) -> None:
        try:
            with tqdm(unit=" games", disable=None) as bar:
                made = files.publish(month, bar.update)
        except ValueError as error:
            raise CommandError(f"{month} is not a month: write it as 2026-10.") from error
        except files.NoFolder as error:
            raise CommandError("OPEN_DATA must name a folder that can be written to.") from error
        self.stdout.write(f"{made.file}: {made.games} games, {made.bytes} bytes, {made.licence}.")
