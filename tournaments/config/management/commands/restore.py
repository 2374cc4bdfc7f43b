"""``manage.py restore DIR|FILE [--key FILE]``: a backup brought back, and proved."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandParser
from tqdm import tqdm

from tournaments.config.backup import making, restoring
from tournaments.config.backup.archive import Backup
from tournaments.config.backup.flow import Bar
from tournaments.config.backup.problem import reported
from tournaments.platform.commands import OperatorCommand

OTHER_KEY = """\
SECRET_KEY is another one than this backup's. With it nobody's second factor or log-in is known: set the old one."""


class Command(OperatorCommand):
    help = (
        "Load a backup into an empty database, bring it up to date, and verify every stream against where it ended. "
        "What fails before the end leaves the database as it was."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", metavar="DIR|FILE", type=Path, help="a backup, or a folder: its newest one")
        parser.add_argument("--key", metavar="FILE", type=Path, help="what it was encrypted with")
        parser.add_argument("--replace", action="store_true", help="in place of everything that is in the database")
        parser.add_argument("--check", action="store_true", help="change nothing; say what it holds, if it is whole")

    def handle(self, *_args: Any, path: Path, key: Path | None, replace: bool, check: bool, **_options: Any) -> None:
        with reported():
            if check:
                self._tell(restoring.check(path, key=key, show=self._show), "It is whole")
                return
            backup = restoring.restore(path, key=key, replace=replace, show=self._show, verify=self._verify)
        self._tell(backup, "It is restored")
        if backup.manifest.secret_key not in ("", making.secret_trace()):
            self.stderr.write(OTHER_KEY)

    def _tell(self, backup: Backup, outcome: str) -> None:
        known = backup.manifest
        what = f"{known.streams} streams, {known.events} events"
        self.stdout.write(f"{backup.path}: {what} of {known.made_at}, by Cardroom {known.version}. {outcome}.")

    def _verify(self, anchors: Path) -> None:
        call_command("verify", against=[anchors], stdout=self.stdout, stderr=self.stderr)

    def _show(self, what: str, total: int | None) -> Bar:
        return tqdm(desc=what, total=total, unit="B", unit_scale=True, disable=None)
