"""Lines on standard output."""

import json
import sys
from collections.abc import Iterable
from unicodedata import category

import msgspec


def say(*lines: str) -> None:
    sys.stdout.writelines(f"{plain(line)}\n" for line in lines)
    sys.stdout.flush()


def plain(text: object) -> str:
    """*text* as no terminal takes it for a command, or turns it round: names are other people's."""
    return "".join("\N{REPLACEMENT CHARACTER}" if _acts(each) else each for each in str(text))


def _acts(sign: str) -> bool:
    """Whether a terminal does something else with *sign* than to show it; the joiner of emoji is shown."""
    return sign not in "\n\t\u200d" and category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def dump(value: object) -> None:
    """*value* as a line of JSON, in ASCII: programs read it, and perhaps a terminal."""
    say(json.dumps(msgspec.to_builtins(value)))


def beside(names: Iterable[str]) -> str:
    """Who plays whom."""
    return " – ".join(names)
