"""The folder in which the supervisor keeps its data, logs, sockets and lock (``.local/``, or one to throw away)."""

import errno
import fcntl
import hashlib
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tournaments.config.supervisor.problem import AlreadyRunning, NoRoom

ROOT: Final = Path(__file__).resolve().parents[3]
LOCAL: Final = ROOT / ".local"
# A socket's path must fit in 104 bytes (macOS; 108 on Linux) with its NUL; PostgreSQL's name is the longest one here.
LONGEST_SOCKETS_PATH: Final = 103 - len("/postgres/.s.PGSQL.5432")
# A fresh cluster takes 40 MB; less than this and PostgreSQL soon stops in the middle of a game.
ROOM_NEEDED: Final = 300 * 1024 * 1024


class Home:
    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self.logs = self.path / "log"
        self.runtime = self.path / "run"

    @property
    def sockets(self) -> Path:
        """A folder whose path is short enough for sockets: in the home, or else among the temporary files."""
        inside = self.path / "sockets"
        if len(os.fsencode(inside)) <= LONGEST_SOCKETS_PATH:
            return inside
        name = hashlib.sha256(os.fsencode(self.path)).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"cardroom-{os.getuid()}-{name}"

    @property
    def counts(self) -> Path:
        """Where the processes of a run keep what they count."""
        return self.runtime / "counts"

    def begin_counts(self) -> None:
        """Nothing is counted yet."""
        shutil.rmtree(self.counts, ignore_errors=True)
        self.counts.mkdir()

    def make(self) -> None:
        """Make the folders, or say in one line why they can't be made."""
        try:
            for folder in (self.path, self.logs, self.runtime, self.sockets):
                folder.mkdir(parents=True, exist_ok=True)
            self.runtime.chmod(0o700)  # the XDG specification asks for it
            self.logs.chmod(0o700)  # links to reset a password stand there while no mail server is set
            if self.sockets.stat().st_uid != os.getuid():
                raise NoRoom(f"{self.sockets} belongs to somebody else. Move it away and try again.")
            self.sockets.chmod(0o711)  # PostgreSQL, when it runs as another user, must get through to its own folder
        except OSError as error:
            raise NoRoom(f"Can't write to {self.path}: {error.strerror}.") from error
        free = shutil.disk_usage(self.path).free
        if free < ROOM_NEEDED:
            raise NoRoom(f"Only {free >> 20} MB are free for {self.path}; at least {ROOM_NEEDED >> 20} MB are needed.")

    @contextmanager
    def claim(self) -> Iterator[None]:
        """Be the only supervisor of this home. The kernel gives the lock up with the process, however it ends."""
        self.make()
        with (self.path / "lock").open("a+") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno not in (errno.EAGAIN, errno.EACCES):
                    raise NoRoom(f"Can't lock {lock.name}: {error.strerror}.") from error
                lock.seek(0)
                holder = lock.read().strip() or "unknown"
                raise AlreadyRunning(
                    f"Cardroom is already running from this folder (process {holder}). Stop that one first."
                ) from error
            lock.truncate(0)
            lock.write(f"{os.getpid()}\n")
            lock.flush()
            yield

    def claimed(self) -> bool:
        """Whether a supervisor lives in this home."""
        try:
            with (self.path / "lock").open() as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except FileNotFoundError:
            return False
        except BlockingIOError:
            return True
        return False

    def secret_key(self) -> str:
        """The key of this installation, made once: sessions outlive a restart."""
        path = self.path / "secret-key"
        if not path.exists():
            draft = path.with_suffix(".new")
            draft.touch(mode=0o600)
            draft.write_text(secrets.token_urlsafe(50))
            draft.replace(path)
        return path.read_text()

    def discard(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        shutil.rmtree(self.sockets, ignore_errors=True)
