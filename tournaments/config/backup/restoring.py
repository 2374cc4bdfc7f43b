"""Looking at a backup, and bringing it back."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NamedTuple

from django.core.management import call_command
from django.db import connection

from tournaments.config.backup import archive, choice, keys, target
from tournaments.config.backup.archive import ANCHORS, DUMP, Backup
from tournaments.config.backup.flow import Show, Sink, Source, unlock
from tournaments.config.backup.problem import Failed

Verify = Callable[[Path], None]
"""Holds the log against a file of anchors."""


class Proved(NamedTuple):
    """A backup that is whole and that the key opens."""

    backup: Backup
    identities: keys.Identities
    anchors: Path
    """Opened, in a file that is there for a while."""

    def write_dump(self, sink: Sink, show: Show) -> None:
        name = self.backup.manifest.name(DUMP)
        with show("Database", self.backup.member(name).size) as bar, self.backup.open(name) as file:
            unlock(Source(file, bar), sink, self.identities)


@contextmanager
def proved(backup: Backup, *, key: Path | None, show: Show) -> Iterator[Proved]:
    """What is short is done first: a wrong key is known before all is read."""
    identities = _identities(backup, key)
    anchors, dump = map(backup.manifest.name, (ANCHORS, DUMP))
    with NamedTemporaryFile(prefix="cardroom-anchors-") as opened:
        backup.check(anchors, show)
        with backup.open(anchors) as file:
            unlock(Source(file), Sink(opened), identities)
        opened.flush()
        backup.check(dump, show)
        yield Proved(backup, identities, Path(opened.name))


def _identities(backup: Backup, key: Path | None) -> keys.Identities:
    if not backup.manifest.encrypted:
        return []
    if key is None:
        raise Failed(f"{backup.path} is encrypted: name its key with --key FILE.")
    return keys.identities(key)


def check(path: Path, *, key: Path | None, show: Show) -> Backup:
    """Whether a backup could be restored; nothing is changed."""
    with archive.opened(choice.chosen(path)) as backup, proved(backup, key=key, show=show):
        return backup


def restore(path: Path, *, key: Path | None, replace: bool, show: Show, verify: Verify) -> Backup:
    """Load a backup, bring it up to date, and hold it against the anchors of its moment."""
    with archive.opened(choice.chosen(path)) as backup:
        target.refuse_other(backup.manifest)
        target.refuse_full(replace=replace)
        with proved(backup, key=key, show=show) as whole:
            target.load(lambda sink: whole.write_dump(sink, show), clear=replace)
            call_command("migrate", interactive=False, verbosity=0)
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
            verify(whole.anchors)
    return backup
