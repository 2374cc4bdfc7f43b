"""Where records lie: a folder of this machine, or a mounted one (``ARCHIVE``)."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from threading import BoundedSemaphore
from typing import Final

from django.conf import settings

MARK: Final = "cardroom-archive"
"""The file by which a folder is known: the mount point of a disk that is not mounted has none."""
DRAFT: Final = ".draft-"
"""What the name of a file begins with until it is whole. They lie beside the mark, where they are easily found."""
ABANDONED: Final = 86_400
"""Seconds after which nobody writes a draft any more."""
_SAID: Final = "Cardroom's archive lies here. Tables cannot be read without it: keep it, and change nothing in it.\n"

PATIENCE: Final = 2.0
"""Seconds to wait for others who read."""
_reading: Final = BoundedSemaphore(2)
"""Of a process. While a disk of another machine does not answer they are kept; the rest of its threads is not."""


class Away(Exception):
    """A record, or the whole shelf, cannot be reached: why, for those who run the service."""


class Folder:
    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, name: str) -> bytes:
        """Raises :class:`Away`."""
        if not _reading.acquire(timeout=PATIENCE):
            raise Away(f"{self._path} does not answer")
        try:
            return (self._path / name).read_bytes()
        except OSError as error:
            raise Away(f"{self._path / name}: {error.strerror}") from error
        finally:
            _reading.release()

    def put(self, name: str, data: bytes) -> None:
        """Whole or not at all, and on the disk when it returns. Raises :class:`Away`."""
        self.check()
        try:
            _write(self._path / name, data, root=self._path)
        except OSError as error:
            raise Away(f"{self._path / name}: {error.strerror}") from error

    def begin(self) -> None:
        """Mark the folder as the archive's, once. Raises :class:`Away`."""
        try:
            _write(self._path / MARK, _SAID.encode(), root=self._path)
        except OSError as error:
            raise Away(f"{self._path}: {error.strerror}") from error

    def check(self, *, marked: bool = True) -> None:
        """Whether it can be written to, and is the archive if it was *marked*; raises :class:`Away`."""
        try:
            if marked:
                (self._path / MARK).stat()
        except (FileNotFoundError, NotADirectoryError) as error:
            why = f"{self._path} is not the archive: it has no file {MARK}, as if its disk were not mounted"
            raise Away(why) from error
        except OSError as error:  # of another machine, perhaps
            raise Away(f"{self._path}: {error.strerror}") from error
        if not os.access(self._path, os.W_OK | os.X_OK):
            raise Away(f"{self._path} cannot be written to")

    def sweep(self) -> None:
        """Another machine may write one just now, so age alone counts, by the clock of the folder's machine. A writer
        who stood still for a day fails, and its stream stays in the log."""
        try:
            with tempfile.NamedTemporaryFile(dir=self._path, prefix=DRAFT) as mine:
                until = os.fstat(mine.fileno()).st_mtime - ABANDONED
            for draft in self._path.glob(f"{DRAFT}*"):
                with suppress(FileNotFoundError):
                    if draft.stat().st_mtime < until:
                        draft.unlink()
        except OSError as error:
            raise Away(f"{self._path}: {error.strerror}") from error


def shelf() -> Folder:
    """The one of the settings; raises :class:`Away` if there is none."""
    if not settings.ARCHIVE:
        raise Away("ARCHIVE is not set")
    return Folder(Path(settings.ARCHIVE))


def _write(path: Path, data: bytes, *, root: Path) -> None:
    """Under another name until it is on the disk; then its folders are."""
    _make_folders(path.parent, root)
    handle, draft = tempfile.mkstemp(dir=root, prefix=DRAFT)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
    _sync(path.parent)


def _make_folders(folder: Path, root: Path) -> None:
    """Those below *root*, which must be there: each is on the disk before anything is put into it."""
    if folder != root and not folder.is_dir():
        _make_folders(folder.parent, root)
        folder.mkdir(mode=0o700, exist_ok=True)
        _sync(folder.parent)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
