"""``manage.py verify [STREAM] [--against FILE ...]``: is the log as it was written?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from tournaments.log import anchors, selectors, verification
from tournaments.log.errors import ArchiveAway


class Command(BaseCommand):
    help = (
        "Recompute the digests of one stream, or of all, and name the first bad event of each; with --against also say "
        "what was anchored and is not there. Exit 1 if there is anything."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("stream", nargs="?", help="such as table:0123456789; all streams if left out")
        parser.add_argument("--against", metavar="FILE", nargs="+", type=Path, default=[], help="kept anchors")

    def handle(self, *_args: Any, stream: str | None, against: list[Path], **_options: Any) -> None:
        names = list(selectors.streams()) if stream is None else [stream]
        if stream is not None and not any(True for name in selectors.streams(stream) if name == stream):
            raise CommandError(f"There is no stream {stream}.")
        try:
            lost = [fault for path in against for fault in _missing(path, stream)]
        except ArchiveAway as away:
            raise CommandError(f"The archive does not have {away.why}") from away
        bad = 0
        for name in tqdm(names, unit=" streams", disable=None if stream is None else True):
            if (fault := verification.verify(name)) is not None:
                bad += 1
                self.stdout.write(str(fault))
        for fault in lost:
            self.stdout.write(str(fault))
        if lost:
            raise CommandError(f"{len({fault.stream for fault in lost})} streams are not as they were anchored.")
        if bad:
            raise CommandError(f"{bad} of {len(names)} streams are not as they were written.")
        self.stdout.write(f"{len(names)} streams are as they were written.")


def _missing(path: Path, stream: str | None) -> Iterator[verification.Fault]:
    try:
        with path.open() as file:
            known = [each for each in anchors.read(file) if stream is None or each.stream == stream]
    except (OSError, anchors.BadAnchor, UnicodeDecodeError) as error:
        raise CommandError(f"{path}: {error}") from error
    return anchors.missing(known)
