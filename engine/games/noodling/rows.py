"""Sets of cards as rows in deck order, by look-up: nine cards at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.cards import Card
from engine.cards.decktet import CODES, DecktetCode

T = TypeVar("T")
_PART, _MASK = 9, (1 << 9) - 1


def _parts(things: Sequence[T]) -> tuple[tuple[tuple[T, ...], ...], ...]:
    """For each nine of 45 *things* the rows of all their sets."""
    return tuple(
        tuple(tuple(things[first + i] for i in range(_PART) if chosen >> i & 1) for chosen in range(1 << _PART))
        for first in range(0, len(things), _PART)
    )


_C0, _C1, _C2, _C3, _C4 = _parts(CODES)
_R0, _R1, _R2, _R3, _R4 = _parts(tuple(Card(card) for card in range(len(CODES))))


def codes(held: int) -> tuple[DecktetCode, ...]:
    return (
        _C0[held & _MASK] + _C1[held >> 9 & _MASK] + _C2[held >> 18 & _MASK] + _C3[held >> 27 & _MASK] + _C4[held >> 36]
    )


def row(held: int) -> tuple[Card, ...]:
    return (
        _R0[held & _MASK] + _R1[held >> 9 & _MASK] + _R2[held >> 18 & _MASK] + _R3[held >> 27 & _MASK] + _R4[held >> 36]
    )
