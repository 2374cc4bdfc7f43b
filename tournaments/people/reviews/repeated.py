"""Requests that come again: a client that had no answer sends one a second time, and others have stepped meanwhile."""

from collections.abc import Callable

from django.core.cache import cache

from engine.text import gettext_noop as _
from tournaments.log.commands import digest
from tournaments.log.errors import KeyReused, WrongStatus

REMEMBERED = 24 * 3600
"""For this many seconds a command is known again."""


PATIENCE = 60
"""Seconds for which a request that has not ended is taken for one that is being carried out."""


def once(user: int, command: str | None, asked: tuple[object, ...], act: Callable[[], str]) -> str:
    """What *act* gives; the same *command* within a day gets that again, and nothing is done. *asked* tells requests
    from each other. A request that was refused may be made again.

    Raises :class:`KeyReused` for another request by the same name, ``WrongStatus`` while the first is carried out.
    """
    if command is None:
        return act()
    place, request = f"review:{digest('review', user, command).hex()}", repr(asked)
    if cache.add(place, (request, None), PATIENCE):
        return _acted(place, request, act)
    known: tuple[str, str | None] | None = cache.get(place)
    if known is not None and known[0] != request:
        raise KeyReused()
    if known is None or known[1] is None:
        raise WrongStatus("under_way", _("The same request is still being carried out."))
    return known[1]


def _acted(place: str, request: str, act: Callable[[], str]) -> str:
    try:
        said = act()
    except BaseException:
        cache.delete(place)
        raise
    cache.set(place, (request, said), REMEMBERED)
    return said
