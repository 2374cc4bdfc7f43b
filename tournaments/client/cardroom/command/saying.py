"""Lines on standard output."""

import sys
from collections.abc import Iterable

import msgspec


def say(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.flush()


def dump(value: object) -> None:
    """*value* as a line of JSON."""
    say(msgspec.json.encode(value).decode())


def beside(names: Iterable[str]) -> str:
    """Who plays whom."""
    return " – ".join(names)
