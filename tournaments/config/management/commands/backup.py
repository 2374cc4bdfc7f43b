"""``manage.py backup DIR [--key FILE] [--keep N]``: the whole database in one file, of one moment."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from tqdm import tqdm

from tournaments.config.backup import keys, making
from tournaments.config.backup.flow import Bar
from tournaments.config.backup.problem import reported, whole_number
from tournaments.platform.commands import OperatorCommand


class Command(OperatorCommand):
    help = (
        "Write the whole database, as it is at this moment, to a new file in a folder; the service runs on meanwhile. "
        "SECRET_KEY is not in it: keep that too."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", metavar="DIR", nargs="?", type=Path, help="where the backup goes")
        parser.add_argument("--key", metavar="FILE", type=Path, help="encrypt it; the public half of a key is enough")
        parser.add_argument("--keep", metavar="N", type=whole_number, help="then remove the oldest there but for N")
        parser.add_argument("--new-key", metavar="FILE", type=Path, help="make a key instead")

    def handle(self, *_args: Any, folder: Path | None, new_key: Path | None, **options: Any) -> None:
        if (folder is None) == (new_key is None):
            raise CommandError("Name a folder for the backup, or a file for a new key (--new-key).")
        with reported():
            if new_key is not None:
                self._make_key(new_key)
            elif folder is not None:
                self._back_up(folder, options["key"], options["keep"])

    def _make_key(self, path: Path) -> None:
        public = keys.make(path)
        self.stdout.write(f"{path} opens the backups that are made with it: keep a copy where they are not.")
        self.stdout.write(f"Its public half, enough to make them: {public}")

    def _back_up(self, folder: Path, key: Path | None, keep: int | None) -> None:
        made = making.back_up(folder, key=key, keep=keep, show=self._show)
        size = tqdm.format_sizeof(made.path.stat().st_size, "B", 1000)
        what = f"{made.manifest.streams} streams, {made.manifest.events} events"
        self.stdout.write(f"{made.path}: {what}, {size}{'' if key else ', not encrypted'}.")
        for path in made.forgotten:
            self.stdout.write(f"Removed {path}.")

    def _show(self, what: str, total: int | None) -> Bar:
        return tqdm(desc=what, total=total, unit="B", unit_scale=True, disable=None)
