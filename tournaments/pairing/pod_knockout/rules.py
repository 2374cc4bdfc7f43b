"""The rules of a pod knock-out: all that its rounds and tables are planned from."""

import msgspec


class Rules(msgspec.Struct, frozen=True):
    entries: int
    advance: int = 2
    """How many of each table go on."""
    allowed: tuple[int, ...] = (3, 4, 5)
    preferred: int = 4
    tie_breaks: tuple[int, ...] = ()
    """The sizes at which a tie-break table is played; at any other the better seed goes on."""
