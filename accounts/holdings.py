"""What rooms above keep of somebody: each says how it is listed for the export, and how forgotten at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from accounts.models import User


class Holding(NamedTuple):
    """``rows`` are JSON; ``forget`` runs in the transaction that erases the account, and may run again."""

    name: str
    rows: Callable[[User], Iterable[object]]
    forget: Callable[[int], None]


_holdings: dict[str, Holding] = {}


def register(holding: Holding) -> None:
    """Called by a room's ``AppConfig.ready``."""
    _holdings[holding.name] = holding


def holdings() -> tuple[Holding, ...]:
    return tuple(_holdings.values())
