"""The file: a plain tar of the anchors, the dump and, at its end, the manifest that says what they must be.

The two are encrypted one by one, so that ``tar``, ``age`` and ``pg_restore`` open a backup without Cardroom.
"""

import os
import re
import shutil
import tarfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Final

import msgspec

from tournaments.config.backup.flow import CHUNK, Show, Sink, Source
from tournaments.config.backup.problem import Failed

ANCHORS: Final = "anchors.txt"
DUMP: Final = "database.dump"
MANIFEST: Final = "manifest.json"
FORMAT: Final = 1
NAME: Final = re.compile(r"cardroom-\d{8}T\d{6}Z\.tar")
_LONGEST_MANIFEST: Final = 1 << 20


class Member(msgspec.Struct, frozen=True):
    """A file in the backup as it lies there, encrypted or not."""

    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup holds. It stands there for everybody to read and names nobody."""

    format: int
    version: str
    made_at: str
    postgresql: str
    encrypted: bool
    streams: int
    events: int
    migrations: dict[str, str]
    """The last one of each app."""
    secret_key: str
    """A trace of the key of the server: second factors and log-ins are worth nothing beside another."""
    members: dict[str, Member]

    def name(self, member: str) -> str:
        return f"{member}.age" if self.encrypted else member


class _Kind(msgspec.Struct):
    format: int


class Backup:
    """A finished one, whose manifest was read."""

    def __init__(self, path: Path, tar: tarfile.TarFile) -> None:
        self.path, self._tar = path, tar
        self.manifest = self._manifest()

    def member(self, name: str) -> Member:
        try:
            return self.manifest.members[name]
        except KeyError as error:
            raise Failed(f"{self.path} is damaged: its manifest does not name {name}.") from error

    def open(self, name: str) -> IO[bytes]:
        """One of its files, as it lies there. A link is none: it may lead to itself."""
        try:
            member = self._tar.getmember(name)
            file = self._tar.extractfile(member) if member.isreg() else None
        except (KeyError, tarfile.TarError):
            file = None
        if file is None:
            raise Failed(f"{self.path} is damaged: {name} is missing.")
        return file

    def _manifest(self) -> Manifest:
        try:
            with self.open(MANIFEST) as file:
                text = file.read(_LONGEST_MANIFEST)
        except Failed as error:
            raise Failed(f"{self.path} is not whole: its end is missing.") from error
        try:
            if msgspec.json.decode(text, type=_Kind).format > FORMAT:
                raise Failed(f"{self.path} was made by a newer Cardroom. Update this one first.")
            return _legible(msgspec.json.decode(text, type=Manifest))
        except (msgspec.MsgspecError, ValueError) as error:
            raise Failed(f"{self.path} is damaged: its manifest cannot be read.") from error

    def check(self, name: str, show: Show) -> None:
        """Read one of its files once: is every byte as it was written?"""
        known, digest = self.member(name), Sink(Nowhere())
        with show(f"Checking {name}", known.size) as bar, self.open(name) as file:
            shutil.copyfileobj(Source(file, bar), digest, CHUNK)
        if (digest.size, digest.sha256) != (known.size, known.sha256):
            raise Failed(f"{self.path} is damaged: {name} is not as it was written.")


def _legible(manifest: Manifest) -> Manifest:
    """What of it an operator is told must not write to their terminal as it likes."""
    told = (manifest.version, manifest.made_at, *manifest.migrations, *manifest.migrations.values())
    if not all(text.isprintable() for text in told):
        raise ValueError
    return manifest


class Nowhere:
    """Where bytes go that are only looked at."""

    def write(self, data: bytes) -> int:
        return len(data)


@contextmanager
def opened(path: Path) -> Iterator[Backup]:
    """The backup at *path*."""
    with ExitStack() as files:
        try:
            tar = files.enter_context(tarfile.open(path, "r:"))
            tar.getmembers()
        except tarfile.TarError as error:
            raise Failed(f"{path} is not a backup, or it is incomplete.") from error
        except OSError as error:
            raise Failed(f"Can't read {path}: {error.strerror or error}.") from error
        yield Backup(path, tar)


def kept(folder: Path) -> list[Path]:
    """The backups in a folder, oldest first."""
    return sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name) and path.is_file())


def forget(folder: Path, *, keep: int, made: Path) -> list[Path]:
    """Remove the oldest backups but for *keep*, and never the one that was *made* just now, whatever clocks have said;
    which they were."""
    old = [path for path in kept(folder)[:-keep] if path != made]
    for path in old:
        os.unlink(path)
    return old
