"""The locks of pools, until the transaction ends: who rates, who rules, who tells what is due."""

from typing import Any, LiteralString

from tournaments.platform.database import execute
from tournaments.ratings.errors import Busy

DUE = 0x726174
"""Of those who tell pools what is due, "rat": corrections keep their order."""
RULING = 0x72756C
"""The lock of rulings on a pool, "rul"; those who rate tables share it."""
RATING = 0x727467
"""The lock of rating what waits in a pool, "rtg"."""
_TOLD = "SELECT pg_try_advisory_xact_lock(%(lock)s)"
_ALONE = "SELECT pg_advisory_xact_lock(%(lock)s::int, hashtext(%(pool)s::text))"
_AMONG_OTHERS = "SELECT pg_try_advisory_xact_lock_shared(%(lock)s::int, hashtext(%(pool)s::text))"


def alone_in_telling() -> bool:
    """Whether nobody else tells pools what is due."""
    return _is_taken(_TOLD, {"lock": DUE})


def rule(pool: str) -> None:
    """Wait until those who rate tables of *pool* are done; who would rate one meanwhile comes later."""
    execute(_ALONE, {"pool": pool, "lock": RULING})


def rate(pool: str) -> None:
    """Wait until tables of *pool* are rated. Raises ``Busy`` at once while it is worked out again after a ruling."""
    if not _is_taken(_AMONG_OTHERS, {"pool": pool, "lock": RULING}):
        raise Busy()
    execute(_ALONE, {"pool": pool, "lock": RATING})


def _is_taken(statement: LiteralString, asked: dict[str, Any]) -> bool:
    (taken,) = execute(statement, asked).fetchone() or (False,)
    return bool(taken)
