"""Lines on standard output."""

import sys
from collections.abc import Iterable

import msgspec


def say(*lines: str) -> None:
    sys.stdout.writelines(f"{plain(line)}\n" for line in lines)
    sys.stdout.flush()


def plain(text: object) -> str:
    """*text* as no terminal takes it for a command, or turns it round: names are other people's."""
    return "".join(each if each.isprintable() or each in "\n\t" else "\N{REPLACEMENT CHARACTER}" for each in str(text))


def dump(value: object) -> None:
    """*value* as a line of JSON."""
    say(msgspec.json.encode(value).decode())


def beside(names: Iterable[str]) -> str:
    """Who plays whom."""
    return " – ".join(names)
