"""``manage.py log STREAM [--json]``: the events of a stream, to read."""

from datetime import UTC, datetime
from typing import Any

import msgspec
from django.core.management.base import CommandError, CommandParser

from tournaments.log import selectors
from tournaments.log.errors import ArchiveAway
from tournaments.log.events import Stored
from tournaments.platform.commands import OperatorCommand


class Command(OperatorCommand):
    help = "Print the events of a stream. Secret ones too: this is the operator's view."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("stream", help="such as table:0123456789")
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *_args: Any, stream: str, json: bool, **_options: Any) -> None:
        try:
            events = selectors.load(stream)
        except ArchiveAway as away:
            raise CommandError(f"The archive does not have {away.why}") from away
        if not events:
            raise CommandError(f"There is no stream {stream}.")
        for event in events:
            self.stdout.write(_as_json(event) if json else _as_line(event))


def _as_json(event: Stored) -> str:
    row = msgspec.structs.asdict(event) | {"payload": msgspec.Raw(event.payload)}
    return msgspec.json.encode(row).decode()


def _as_line(event: Stored) -> str:
    at = datetime.fromtimestamp(event.recorded_at / 1000, UTC).isoformat(sep=" ", timespec="milliseconds")
    actor = "the service" if event.actor is None else f"user {event.actor}"
    command = "" if event.command is None else f" by {event.command}"
    return f"{event.seq:>5}  {at}  {event.kind}/{event.version}  {event.payload.decode()}  ({actor}{command})"
