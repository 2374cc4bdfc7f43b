"""A backup while it is written: it has its name when it is whole, and before that nobody takes it for one."""

import fcntl
import os
import tarfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from tournaments.config.backup.archive import Member
from tournaments.config.backup.flow import Sink
from tournaments.config.backup.problem import Failed

_PART: Final = ".part"


class Draft:
    """A tar whose members' sizes are known when they are written, so that each header comes last."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def add(self, name: str, write: Callable[[Sink], None]) -> Member:
        start = self._file.tell()
        self._file.write(bytes(tarfile.BLOCKSIZE))
        sink = Sink(self._file)
        write(sink)
        self._file.write(bytes(-sink.size % tarfile.BLOCKSIZE))
        end = self._file.tell()
        self._file.seek(start)
        self._file.write(_header(name, sink.size))
        self._file.seek(end)
        return Member(sink.size, sink.sha256)

    def finish(self) -> None:
        self._file.write(bytes(2 * tarfile.BLOCKSIZE))
        self._file.flush()
        os.fsync(self._file.fileno())


def _header(name: str, size: int) -> bytes:
    """One block, however large the member is: that is GNU's way."""
    info = tarfile.TarInfo(name)
    info.size, info.mode, info.mtime = size, 0o600, int(time.time())
    return info.tobuf(tarfile.GNU_FORMAT)


@contextmanager
def drafted(path: Path) -> Iterator[Draft]:
    """A new file at *path*, for nobody else's eyes; of one that fails nothing stays."""
    part = path.with_name(f".{path.name}{_PART}")
    try:
        if path.exists():
            raise FileExistsError
        file = os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    except FileExistsError as error:
        raise Failed(f"{path} is there already, or is being made. Nothing is overwritten: try again.") from error
    try:
        with file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            draft = Draft(file)
            yield draft
            draft.finish()
        part.rename(path)
        _sync(path.parent)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _sync(folder: Path) -> None:
    """The file's name is on the disk too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def clear_abandoned(folder: Path) -> None:
    """Remove what a killed run left: a draft that nobody holds."""
    for part in folder.glob(f".cardroom-*.tar{_PART}"):
        with suppress(BlockingIOError, FileNotFoundError), part.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            part.unlink()
