"""``manage.py verify [STREAM] [--against FILE ...]``: is the log as it was written?"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from tqdm import tqdm

from tournaments.log import anchors, selectors, verification
from tournaments.log.errors import ArchiveAway
from tournaments.platform.commands import OperatorCommand


class Command(OperatorCommand):
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
        shown = tqdm(names, unit=" streams", disable=None if stream is None else True)
        bad = [fault for name in shown if (fault := verification.verify(name)) is not None]
        for fault in (*bad, *lost):
            self.stdout.write(str(fault))
        if lost:
            raise CommandError(f"{len({fault.stream for fault in lost})} streams are not as they were anchored.")
        if bad:
            raise CommandError(_summed(bad, len(names)))
        self.stdout.write(f"{len(names)} streams are as they were written.")


def _summed(bad: Sequence[verification.Fault], count: int) -> str:
    """What cannot be read may be intact: an unmounted disk is reported as unreachable, not as forged."""
    away = sum(fault.away for fault in bad)
    said = [f"{len(bad) - away} of {count} streams are not as they were written."] if len(bad) > away else []
    if away:
        said.append(f"{away} of {count} streams cannot be read from the archive: see manage.py status.")
    return " ".join(said)


def _missing(path: Path, stream: str | None) -> Iterator[verification.Fault]:
    try:
        with path.open() as file:
            known = [each for each in anchors.read(file) if stream is None or each.stream == stream]
    except OSError as error:
        raise CommandError(f"Can't read {path}: {error.strerror or error}.") from error
    except (anchors.BadAnchor, UnicodeDecodeError) as error:
        raise CommandError(f"{path}: {error}") from error
    return anchors.missing(known)
