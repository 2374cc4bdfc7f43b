"""Making a backup."""

import os
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
from django.db import connection
from django.utils.crypto import salted_hmac

from tournaments.config.backup import archive, draft, keys, snapshot
from tournaments.config.backup.archive import ANCHORS, DUMP, FORMAT, MANIFEST, Manifest, Member
from tournaments.config.backup.draft import Draft
from tournaments.config.backup.flow import Show, Sink
from tournaments.config.backup.problem import Failed
from tournaments.config.backup.snapshot import Snapshot
from tournaments.config.version import VERSION


class Made(NamedTuple):
    path: Path
    manifest: Manifest
    forgotten: list[Path]


def back_up(folder: Path, *, key: Path | None, keep: int | None, show: Show) -> Made:
    """A new backup in *folder*; then, of those that lie there, the last *keep* stay."""
    if not folder.is_dir():
        raise Failed(f"There is no folder {folder}. It is not made here: perhaps its disk is not mounted.")
    recipients = keys.recipients(key) if key else []
    now = datetime.now(UTC)
    path = folder / f"cardroom-{now:%Y%m%dT%H%M%SZ}.tar"
    try:
        draft.clear_abandoned(folder)
        manifest = _write(path, recipients, now, show)
        return Made(path, manifest, archive.forget(folder, keep=keep, made=path) if keep else [])
    except OSError as error:
        raise Failed(f"Can't write to {folder}: {error.strerror or error}.") from error


def _write(path: Path, recipients: keys.Recipients, now: datetime, show: Show) -> Manifest:
    with snapshot.taken() as moment, draft.drafted(path) as file:
        members = _fill(file, moment, recipients, show)
        manifest = Manifest(
            format=FORMAT,
            version=VERSION,
            made_at=now.isoformat(timespec="seconds"),
            postgresql=server_version(),
            encrypted=bool(recipients),
            streams=moment.streams,
            events=moment.events,
            migrations=snapshot.migrations(),
            secret_key=secret_trace(),
            members=members,
        )
        file.add(MANIFEST, partial(_put, manifest))
    return manifest


def _fill(file: Draft, moment: Snapshot, recipients: keys.Recipients, show: Show) -> dict[str, Member]:
    suffix = ".age" if recipients else ""
    return {
        name + suffix: file.add(name + suffix, partial(write, recipients=recipients, show=show))
        for name, write in ((ANCHORS, moment.write_anchors), (DUMP, moment.write_dump))
    }


def _put(manifest: Manifest, sink: Sink) -> None:
    sink.write(msgspec.json.format(msgspec.json.encode(manifest)))


def server_version() -> str:
    major, minor = divmod(connection.connection.info.server_version, 10_000)
    return f"{major}.{minor}"


def secret_trace() -> str:
    """Enough of SECRET_KEY to know it again, and no more; nothing where it is not set and another each time."""
    key = os.environ.get("SECRET_KEY")
    return salted_hmac("tournaments.config.backup", "trace", key, algorithm="sha256").hexdigest()[:8] if key else ""
