"""Requests that come again: a client that had no answer sends one a second time, and others have stepped meanwhile."""

from collections.abc import Callable

from django.core.cache import cache

from tournaments.log.commands import digest
from tournaments.log.errors import KeyReused

REMEMBERED = 24 * 3600
"""For this many seconds a command is known again."""


def once(user: int, command: str | None, asked: tuple[object, ...], act: Callable[[], str]) -> str:
    """What *act* gives; the same *command* within a day gets that again, and nothing is done. *asked* tells requests
    from each other. A request that was refused may be made again.

    Raises :class:`KeyReused` for another request by the same name.
    """
    if command is None:
        return act()
    place, request = f"review:{digest('review', user, command).hex()}", repr(asked)
    known: tuple[str, str] | None = cache.get(place)
    if known is None:
        known = request, act()
        cache.add(place, known, REMEMBERED)
    if known[0] != request:
        raise KeyReused()
    return known[1]
