"""Matches with structural keys and the slots that fill them: the bracket before anything is played."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from tournaments.pairing.draw import lot


class FromSeed(msgspec.Struct, frozen=True, tag="seed"):
    """The entry with this seed, from 1."""

    seed: int


class FromMatch(msgspec.Struct, frozen=True, tag="match"):
    """The entry that leaves this match in this place: 1 the winner, 2 the loser."""

    match: str
    place: Literal[1, 2]


class Nobody(msgspec.Struct, frozen=True, tag="bye"):
    """Known never to come. That is not the same as not known yet, which is a :class:`FromMatch` before its match."""


Slot: TypeAlias = FromSeed | FromMatch | Nobody


class Match(msgspec.Struct, frozen=True):
    """``W2.1`` is the first match of winners' round 2, ``L`` the losers' side, ``F1.1`` the grand final, ``F2.1`` its
    reset, ``T1.1`` the match for third place."""

    key: str
    slots: tuple[Slot, Slot]
    reset_of: str | None = None
    """The match that its second side must have won for this one to be needed."""

    @property
    def side(self) -> str:
        """``W``, ``L``, ``F`` or ``T``."""
        return self.key[0]

    @property
    def round(self) -> int:
        return int(self.key[1:].split(".")[0])


Structure: TypeAlias = tuple[Match, ...]
"""In an order in which every match stands behind those that fill it."""


def key(side: str, number: int, index: int) -> str:
    """``key("W", 2, 1)`` is ``W2.1``: round *number* of *side*, match *index*, both from 1."""
    return f"{side}{number}.{index}"


def winner(match: str) -> FromMatch:
    return FromMatch(match, 1)


def loser(match: str) -> FromMatch:
    return FromMatch(match, 2)


def rounds(entries: int) -> int:
    """The rounds of the winners' side: the least k with 2^k >= *entries*. ``ValueError`` for fewer than two entries."""
    if entries < 2:
        raise ValueError(f"A bracket takes two entries or more, not {entries}.")
    return (entries - 1).bit_length()


def seed_order(size: int) -> tuple[int, ...]:
    """Seeds from the top of a bracket of *size* (a power of two) to its foot: 1 8 4 5 2 7 3 6.

    By doubling, each seed is followed by its opponent if every better seed wins: the best two can meet only in the
    final, the best four in the semi-finals, and so on. ``ValueError`` for any other size.
    """
    if size < 1 or size & (size - 1):
        raise ValueError(f"A bracket's size is a power of two, not {size}.")
    order = [1]
    while len(order) < size:
        order = [seed for each in order for seed in (each, 2 * len(order) + 1 - each)]
    return tuple(order)


def winners_side(entries: int) -> list[Match]:
    """The matches ``W1.1`` to ``Wk.1``. Missing seeds are byes: all in round 1, against the top seeds."""
    last = rounds(entries)
    slots: list[Slot] = [FromSeed(seed) if seed <= entries else Nobody() for seed in seed_order(2**last)]
    matches: list[Match] = []
    for number in range(1, last + 1):
        made = paired("W", number, slots)
        matches += made
        slots = [winner(match.key) for match in made]
    return matches


def paired(side: str, number: int, slots: Iterable[Slot]) -> list[Match]:
    """A round of *side*: neighbours among *slots* meet."""
    each = list(slots)
    return [
        Match(key(side, number, index), pair)
        for index, pair in enumerate(zip(each[::2], each[1::2], strict=True), start=1)
    ]


def seat_order(sides: tuple[int, int], table: int, *, match: str = "", seed: str | None = None) -> tuple[int, int]:
    """The seeds of *sides* in seat order at *table*, from 1, of their match.

    The better seed has the first seat at the first table, or, with *seed*, the side that the lot names for *match*;
    then they change seats from table to table. ``ValueError`` for a table before the first.
    """
    if table < 1:
        raise ValueError(f"The tables of a match count from 1, not {table}.")
    first, second = sorted(sides, key=None if seed is None else lambda side: lot(f"{seed}/{match}", side))
    return (first, second) if table % 2 else (second, first)
