"""The files of open data: one a month, and beside it what it is, signed. They are made once and then only read."""

import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import file_digest
from pathlib import Path
from typing import Final

import msgspec
import structlog
from django.conf import settings
from msgspec import Struct

from tournaments.log import sources
from tournaments.platform import signing
from tournaments.tables.open_data.lines import lines

_log = structlog.get_logger(__name__)

FORMAT: Final = "cardroom-open-data/1"
_DRAFT: Final = ".draft-"
_LEVEL: Final = 12
"""Of compression: what is made once is fetched often."""


class NoFolder(Exception):
    """``OPEN_DATA`` names no folder that can be written to."""


class Manifest(Struct, frozen=True, kw_only=True):
    """What is said of a month's file, and by whom."""

    format: str = FORMAT
    month: str
    file: str
    """Its name beside this one."""
    games: int
    bytes: int
    sha256: str
    licence: str
    site: str
    made_at: int
    """Epoch ms."""
    key: str
    signature: str = ""
    """Ed25519, of :func:`signed_bytes`; key and signature in base64url."""


def signed_bytes(manifest: Manifest) -> bytes:
    """All of *manifest* but its signature, as JSON with its keys in order and without white space."""
    said = msgspec.structs.asdict(manifest)
    del said["signature"]
    return msgspec.json.encode(said, order="sorted")


def published() -> list[Manifest]:
    """What there is, the latest month first."""
    if not settings.OPEN_DATA:
        return []
    found = sorted(Path(settings.OPEN_DATA).glob("[0-9][0-9][0-9][0-9]-[0-9][0-9].json"), reverse=True)
    return [manifest for each in found if (manifest := _read(each)) is not None]


def _read(path: Path) -> Manifest | None:
    """One that cannot be read is nothing that is published."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (FileNotFoundError, msgspec.DecodeError) as error:
        _log.warning("open_data_manifest_unreadable", file=path.name, error=str(error))
        return None


def last_month(now: int) -> str:
    """The month before that of *now* (epoch ms)."""
    at = datetime.fromtimestamp(now // 1000, UTC)
    return f"{at.year - (at.month == 1)}-{(at.month - 2) % 12 + 1:02}"


def bounds(month: str) -> tuple[int, int]:
    """When *month* ("2026-10") begins and ends, in epoch ms; raises ``ValueError``."""
    begins = datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC)
    ends = begins.replace(year=begins.year + begins.month // 12, month=begins.month % 12 + 1)
    return int(begins.timestamp()) * 1000, int(ends.timestamp()) * 1000


def publish(month: str, tick: Callable[[], object] = lambda: None) -> Manifest:
    """Make the file of *month*, in the place of one from before; *tick* is called after each game.

    The key of its pseudonyms is thrown away: those of another making are others. Raises :class:`NoFolder`.
    """
    folder, began = _folder(), bounds(month)
    with _draft(folder) as draft:
        games = _write(draft, began, tick)
        with draft.open("rb") as made:
            digest, size = file_digest(made, "sha256").hexdigest(), draft.stat().st_size
        name = f"{month}-{digest[:12]}.jsonl.zst"
        os.replace(draft, folder / name)
    unsigned = Manifest(
        month=month,
        file=name,
        games=games,
        bytes=size,
        sha256=digest,
        licence=settings.OPEN_DATA_LICENCE,
        site=settings.SITE_URL,
        made_at=sources.now_ms(),
        key=signing.public(),
    )
    manifest = msgspec.structs.replace(unsigned, signature=signing.sign(signed_bytes(unsigned)))
    before = next((each for each in published() if each.month == month), None)
    with _draft(folder) as draft:
        draft.write_bytes(msgspec.json.encode(manifest))
        os.replace(draft, folder / f"{month}.json")
    if before is not None and before.file != name:  # that of another making at this moment stays
        (folder / before.file).unlink(missing_ok=True)
    return manifest


def _folder() -> Path:
    folder = Path(settings.OPEN_DATA or "/nowhere")
    if not (folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)):
        raise NoFolder(settings.OPEN_DATA)
    for draft in folder.glob(f"{_DRAFT}*"):  # of a process that was killed; nobody writes for a day
        if draft.stat().st_mtime < time.time() - 86_400:
            draft.unlink(missing_ok=True)
    return folder


def _write(path: Path, began: tuple[int, int], tick: Callable[[], object]) -> int:
    """The games that were written."""
    import zstandard

    games = 0
    with path.open("wb") as file, zstandard.ZstdCompressor(level=_LEVEL).stream_writer(file) as packed:
        for games, each in enumerate(lines(*began, secrets.token_bytes(32)), start=1):  # noqa: B007
            packed.write(msgspec.json.encode(each) + b"\n")
            tick()
    return games


@contextmanager
def _draft(folder: Path) -> Iterator[Path]:
    """A file that is there under another name, or not at all."""
    path = folder / f"{_DRAFT}{secrets.token_hex(6)}"
    try:
        yield path
    finally:
        with suppress(FileNotFoundError):
            path.unlink()
