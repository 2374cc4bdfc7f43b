"""Shuffles: committed before the first card, checkable after the last, and stackable for tests.

Shuffle *n* (from 0) of pile *P* from a seed is a fixed function of the three, so a game takes its chances without
holding a generator, and a replayed log can be checked against the revealed seed.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from math import floor
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """All the chance that rules may take. Its results are recorded in events and never drawn again."""

    def shuffled(self, pile: str, n: int, cards: Sequence[T]) -> tuple[T, ...]:
        """Shuffle *n* (from 0) of *pile*, whose *cards* are given in deck order; top card first."""


class Rng(Chance, Protocol):
    """Chance for bots and imagined worlds: fast, and never the table's own."""

    def random(self) -> float:
        """A number in [0, 1)."""


class SeedChance:
    """The shuffles of one table: Fisher-Yates on the bytes HMAC-SHA256(seed, ``P/n/b``), b = 0, 1, 2, ...

    Big-endian 32-bit integers are taken in turn; those that would bias a draw are passed over.
    """

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    @classmethod
    def from_text(cls, text: str) -> SeedChance:
        """A seed for people: the SHA-256 of the UTF-8 bytes of *text*."""
        return cls(hashlib.sha256(text.encode()).digest())

    def shuffled(self, pile: str, n: int, cards: Sequence[T]) -> tuple[T, ...]:
        order = list(cards)
        integers = self._integers(f"{pile}/{n}")
        for i in range(len(order) - 1, 0, -1):
            bound = i + 1
            limit = 2**32 - 2**32 % bound
            j = next(x for x in integers if x < limit) % bound
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def _integers(self, label: str) -> Iterator[int]:
        for block in count():
            digest = hmac.digest(self._seed, f"{label}/{block}".encode(), "sha256")
            for at in range(0, 32, 4):
                yield int.from_bytes(digest[at : at + 4], "big")


def bot_seed(seed: bytes, turn: str) -> str:
    """The seed of a bot's generator for *turn* (``SEQ/SEAT``: the table's last event then, and the bot's seat).

    It follows from the table's secret *seed* by a key of its own, ``HMAC-SHA256(seed, "bots")``, whose message no
    shuffle has: before the seed is revealed nobody can tell what a bot will draw, afterwards everybody can.
    """
    return hmac.digest(hmac.digest(seed, b"bots", "sha256"), turn.encode(), "sha256").hex()


class StackedChance:
    """Orders laid out beforehand, each pile's in turn; when a pile's are used up, *rest* takes over.

    The orders are card codes: a game shuffles codes, as its events carry them.
    """

    def __init__(self, orders: Mapping[str, Sequence[Sequence[str]]], rest: Chance) -> None:
        self._orders = orders
        self._rest = rest

    def shuffled(self, pile: str, n: int, cards: Sequence[T]) -> tuple[T, ...]:
        orders = self._orders.get(pile, ())
        if n >= len(orders):
            return self._rest.shuffled(pile, n, cards)
        place = {str(card): card for card in cards}
        if sorted(orders[n]) != sorted(place):
            misfit = _misfit(orders[n], place)
            raise ValueError(f"order {n} of pile {pile!r} is not a permutation of its {len(place)} cards: {misfit}")
        return tuple(place[code] for code in orders[n])


def _misfit(order: Sequence[str], pile: Collection[str]) -> str:
    """What keeps *order* from being one of *pile*."""
    faults = {
        "not in it": [repr(code) for code in order if code not in pile],
        "twice": [code for code in pile if list(order).count(code) > 1],
        "missing": [code for code in pile if code not in order],
    }
    return "; ".join(f"{fault} {', '.join(codes)}" for fault, codes in faults.items() if codes)


class FastRng:
    """Quick and reproducible, with no promise that a later Python shuffles alike: never for a table's log."""

    def __init__(self, seed: str | int) -> None:
        self._random = random.Random(seed)
        self.random = self._random.random

    def shuffled(self, pile: str, n: int, cards: Sequence[T]) -> tuple[T, ...]:
        order = list(cards)
        draw, left = self.random, len(order)
        while left > 1:
            at = floor(draw() * left)  # a quarter quicker than int()
            left -= 1
            order[left], order[at] = order[at], order[left]
        return tuple(order)
