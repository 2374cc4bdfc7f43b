"""Who sits first at the tables of a match."""

from tournaments.pairing.draw import lot


def seat_order(sides: tuple[int, int], table: int, *, match: str = "", seed: str | None = None) -> tuple[int, int]:
    """The seeds of *sides* in seat order at *table*, from 1, of their match.

    The better seed has the first seat at the first table, or, with *seed*, the side that the lot names for *match*;
    then they change seats from table to table. ``ValueError`` for a table before the first.
    """
    if table < 1:
        raise ValueError(f"The tables of a match count from 1, not {table}.")
    first, second = sorted(sides, key=None if seed is None else lambda side: lot(f"{seed}/{match}", side))
    return (first, second) if table % 2 else (second, first)
