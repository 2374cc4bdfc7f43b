"""``manage.py status [--json]``: how each part of the service is, and what to do about it."""

import sys
from typing import Any

import msgspec
from django.core.management.base import CommandParser

from tournaments.config.condition.judging import Description, describe
from tournaments.config.condition.looking import everywhere
from tournaments.config.condition.parts import Part
from tournaments.platform.commands import OperatorCommand


class Command(OperatorCommand):
    help = "Say how each part of the service is, and what to do about it. Exit code 1: something fails."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one object, for programs")
        parser.add_argument(
            "--seconds", type=float, default=everywhere.WORKERS_MAY_TAKE, help="how long workers may take to answer"
        )

    def handle(self, *_args: Any, json: bool, seconds: float, **_options: Any) -> None:
        found = describe(everywhere.fully(patience=seconds))
        self.stdout.write(_as_json(found) if json else "\n".join(map(self._line, found.parts)))
        if found.state == "fails":
            sys.exit(1)

    def _line(self, part: Part) -> str:
        colour = {"ok": self.style.SUCCESS, "warns": self.style.WARNING, "fails": self.style.ERROR}[part.state]
        return f"{colour(f'{part.state:5}')}  {part.title!s:24}  {part.text}"


def _as_json(found: Description) -> str:
    parts = [{"name": part.name, "state": part.state, "text": str(part.text)} for part in found.parts]
    return msgspec.json.encode({"state": found.state, "at": found.at, "parts": parts}).decode()
