"""Double elimination: an entry that loses twice is out.

The losers of each winners' round drop into the losers' side in a changed order, so that two who have met meet again as
late as can be.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias, TypeVar

from tournaments.pairing.brackets.structure import (
    Match,
    Slot,
    Structure,
    key,
    loser,
    paired,
    rounds,
    winner,
    winners_side,
)

ALGORITHM = "double-elimination/1"

DropOrder: TypeAlias = Literal["natural", "reverse", "half_shift", "reverse_half_shift"]
"""Of 1 2 3 4: as it is, 4 3 2 1, 3 4 1 2 and 2 1 4 3. The names are those of brackets-manager's seed orderings."""

# Optimal up to 64 entries among all choices of these four, by trying them all.
CYCLE: tuple[DropOrder, ...] = ("reverse", "half_shift", "reverse_half_shift", "natural")

T = TypeVar("T")


def drop_orders(entries: int) -> tuple[DropOrder, ...]:
    """The order in which the losers of winners' rounds 2, 3, ... drop."""
    return tuple(CYCLE[number % len(CYCLE)] for number in range(rounds(entries) - 1))


def arrange(each: Sequence[T], order: DropOrder) -> list[T]:
    half = len(each) // 2
    match order:
        case "natural":
            return list(each)
        case "reverse":
            return list(reversed(each))
        case "half_shift":
            return [*each[half:], *each[:half]]
        case "reverse_half_shift":
            return [*reversed(each[:half]), *reversed(each[half:])]


def structure(entries: int, drops: Sequence[DropOrder] | None = None) -> Structure:
    """The bracket of *entries* seeds: 2n - 2 matches to play, or one more when the grand final is reset.

    *drops* are the orders of winners' rounds 2, 3, ...; without them those of :func:`drop_orders`. ``ValueError`` for
    fewer than two entries or another number of orders.
    """
    last = rounds(entries)
    orders = drop_orders(entries) if drops is None else tuple(drops)
    if len(orders) != last - 1:
        raise ValueError(f"{entries} entries take {last - 1} drop orders, not {len(orders)}.")
    losers = list(_losers_side(last, orders))
    challenger = winner(f"L{2 * last - 2}.1") if losers else loser("W1.1")
    return (*winners_side(entries), *losers, *_grand_final(winner(f"W{last}.1"), challenger))


def _losers_side(last: int, orders: Sequence[DropOrder]) -> Iterator[Match]:
    """``L1.1`` to ``L(2k-2).1``: rounds with those who drop and rounds without take turns."""
    if last < 2:
        return
    here = paired("L", 1, (loser(key("W", 1, index)) for index in range(1, 2 ** (last - 1) + 1)))
    yield from here
    for number, order in enumerate(orders, start=2):
        if number > 2:
            here = paired("L", 2 * number - 3, (winner(match.key) for match in here))
            yield from here
        dropped = arrange([key("W", number, index) for index in range(1, len(here) + 1)], order)
        meetings = zip(dropped, here, strict=True)
        slots: list[Slot] = [slot for drop, match in meetings for slot in (loser(drop), winner(match.key))]
        here = paired("L", 2 * number - 2, slots)
        yield from here


def _grand_final(champion: Slot, challenger: Slot) -> tuple[Match, Match]:
    return (
        Match("F1.1", (champion, challenger)),
        Match("F2.1", (winner("F1.1"), loser("F1.1")), reset_of="F1.1"),
    )
