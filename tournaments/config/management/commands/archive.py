"""``manage.py archive``: old tables leave the log for the archive, or come back."""

from itertools import islice
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from tqdm import tqdm

from tournaments.config.backup.problem import reported, whole_number
from tournaments.log import archiving, selectors
from tournaments.platform.commands import OperatorCommand
from tournaments.settlement import aging
from tournaments.tables.streams import Tables


class Command(OperatorCommand):
    help = (
        "Bring the tables that have been over for ARCHIVE_AFTER days to the archive (ARCHIVE), as records; they "
        "are read from there as before. Ended at any moment, nothing is lost, and the next run goes on."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what would go")
        parser.add_argument("--limit", metavar="N", type=whole_number, help="no more tables than that")
        parser.add_argument("--bring-back", metavar="TABLE", nargs="+", help="put tables back into the log; or: all")

    def handle(self, *_args: Any, dry_run: bool, limit: int | None, **options: Any) -> None:
        try:
            with reported():
                if options["bring_back"]:
                    self._bring_back(options["bring_back"])
                elif dry_run:
                    self._look(limit)
                else:
                    self._bring(limit)
        except (archiving.Away, archiving.Broken) as error:
            raise CommandError(str(error)) from error

    def _look(self, limit: int | None) -> None:
        seqs = [table.seq for table in islice(aging.due(), limit)]
        self.stdout.write(f"{len(seqs)} tables with {sum(seqs)} events would go.")

    def _bring(self, limit: int | None) -> None:
        done = aging.bring(limit=limit)
        self.stdout.write(f"{done.tables} tables went to {settings.ARCHIVE}, {done.size} bytes.")
        for reason, tables in done.kept.most_common():
            self.stdout.write(f"{tables} stayed: {reason}.")
        for problem in done.broken:
            self.stdout.write(problem)
        if done.broken:
            raise CommandError(f"{len(done.broken)} tables are not as they were written, and stayed.")

    def _bring_back(self, tables: list[str]) -> None:
        named = [Tables.prefix + table for table in tables]
        streams = selectors.in_archive(Tables.prefix) if tables == ["all"] else named
        if missing := sorted(set(streams) - selectors.archived(streams)):
            raise CommandError(f"Not in the archive: {', '.join(missing)}.")
        for stream in tqdm(streams, unit=" tables", disable=None):
            aging.bring_back(stream.removeprefix(Tables.prefix))
        self.stdout.write(f"Tables in the log again: {len(streams)}. Their records stay.")
