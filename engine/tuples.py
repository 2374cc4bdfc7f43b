"""Rows of things, one per seat, that are never changed in place."""

from typing import TypeVar

T = TypeVar("T")


def put(items: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """*items* with *value* at index *at*."""
    return (*items[:at], value, *items[at + 1 :])
