"""Bytes on their way, of which only a few are in memory at a time: counted, digested, encrypted."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NoReturn, Protocol, TypeAlias

import pyrage
from pyrage.x25519 import Identity, Recipient
from tqdm import tqdm

from tournaments.config.backup.problem import Failed

CHUNK: Final = 1 << 20
Bar: TypeAlias = "tqdm[NoReturn]"
Show: TypeAlias = Callable[[str, int | None], Bar]
"""Begins to show how far something is: what it is, and how many bytes it will be, if that is known."""


class Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


class Writable(Protocol):
    def write(self, data: bytes, /) -> int: ...


class Source:
    """What is read, and how much of it already. pyrage hides why a read failed, so it is remembered here."""

    def __init__(self, file: Readable, bar: Bar | None = None) -> None:
        self._file, self._bar = file, bar
        self.failure: Exception | None = None

    def read(self, size: int = -1) -> bytes:
        try:
            data = self._file.read(size)
        except Exception as error:
            self.failure = error
            raise
        if self._bar is not None:
            self._bar.update(len(data))
        return data


class Sink:
    """What is written: how much it is, and its digest."""

    def __init__(self, file: Writable) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self.size = 0
        self.failure: Exception | None = None

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()

    def write(self, data: bytes) -> int:
        try:
            self._file.write(data)
        except Exception as error:
            self.failure = error
            raise
        self._digest.update(data)
        self.size += len(data)
        return len(data)

    def flush(self) -> None:
        """Nothing is held back here."""


class Lines:
    """Lines as something to read from."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._rest = b""

    def read(self, size: int = -1) -> bytes:
        while len(self._rest) < size and (line := next(self._lines, None)) is not None:
            self._rest += f"{line}\n".encode()
        data, self._rest = self._rest[:size], self._rest[size:]
        return data


def lock(source: Source, sink: Sink, recipients: Sequence[Recipient]) -> None:
    """*source* to *sink*, encrypted if there is anybody to read it."""
    if not recipients:
        shutil.copyfileobj(source, sink, CHUNK)
        return
    try:
        pyrage.encrypt_io(source, sink, recipients)
    except pyrage.EncryptError as error:
        raise (source.failure or sink.failure or error) from error


def unlock(source: Source, sink: Sink, identities: Sequence[Identity]) -> None:
    """The way back. What has reached *sink* counts only if this returns: the end proves the whole."""
    if not identities:
        shutil.copyfileobj(source, sink, CHUNK)
        return
    try:
        pyrage.decrypt_io(source, sink, identities)
    except (pyrage.DecryptError, OSError) as error:
        if cause := source.failure or sink.failure:
            raise cause from error
        raise Failed("The key does not open this backup: it was made with another one.") from error
