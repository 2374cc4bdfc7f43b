"""Where time and chance come from: one place, so that a test can hold them still."""

from __future__ import annotations

import secrets
import string
import time

from tournaments.log.commands import digest

ALPHABET = string.ascii_letters + string.digits


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def new_id() -> str:
    """Ten random characters, as every table and tournament has for its name."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def id_for(actor: int | None, command: str) -> str:
    """The id of what *command* of *actor* opens: the same command names the same thing again."""
    number = int.from_bytes(digest("id", actor, command), "big")
    letters = []
    for _ in range(10):
        number, digit = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[digit])
    return "".join(letters)
