"""Whole games as readable text, one a file: played again and compared by the tests.

The first line of a file is the command that prints the rest. A change of rules, events, notation or words shows as a
difference in a file that a person can read.
"""

import shlex
from collections.abc import Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from engine.__main__ import main

FOLDER = Path(__file__).parent
PROMPT = "$ python -m engine play "


def recorded() -> dict[str, Path]:
    """Every playthrough by its name: ``<game>-<variant>``."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.txt"))}


def command_of(text: str) -> str:
    """The command in the first line of a playthrough."""
    first = text.partition("\n")[0]
    if not first.startswith(PROMPT):
        raise ValueError(f"the first line of a playthrough is {PROMPT!r} and its arguments, not {first!r}")
    return first


def game_of(text: str) -> str:
    return shlex.split(command_of(text).removeprefix(PROMPT))[0]


def played(command: str) -> str:
    """The whole playthrough that *command* gives."""
    output = StringIO()
    with redirect_stdout(output):
        status = main(["play", *shlex.split(command.removeprefix(PROMPT))])
    if status:
        raise ValueError(f"{command} ended with {status}")
    return f"{command}\n{output.getvalue()}"


def missing(games: Mapping[str, object]) -> list[str]:
    """The games that have no playthrough."""
    return sorted(games.keys() - {game_of(path.read_text()) for path in recorded().values()})
