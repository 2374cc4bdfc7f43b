"""``manage.py verify [STREAM]``: is the log as it was written?"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from tournaments.log import selectors, verification


class Command(BaseCommand):
    help = (
        "Recompute the digests of one stream, or of all, and name the first bad event of each. Exit 1 if there is one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("stream", nargs="?", help="such as table:0123456789; all streams if left out")

    def handle(self, *_args: Any, stream: str | None, **_options: Any) -> None:
        names = list(selectors.streams()) if stream is None else [stream]
        if stream is not None and not any(True for name in selectors.streams(stream) if name == stream):
            raise CommandError(f"There is no stream {stream}.")
        bad = 0
        for name in tqdm(names, unit=" streams", file=self.stderr, disable=None if stream is None else True):
            if (fault := verification.verify(name)) is not None:
                bad += 1
                self.stdout.write(str(fault))
        if bad:
            raise CommandError(f"{bad} of {len(names)} streams are not as they were written.")
        self.stdout.write(f"{len(names)} streams are as they were written.")
