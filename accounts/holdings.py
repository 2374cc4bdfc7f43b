"""What rooms above keep of somebody: each says how it is listed for the export, and how forgotten at the end."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from accounts.models import User
from tournaments.platform.registry import Registry


class Holding(NamedTuple):
    """``rows`` are JSON; ``forget`` runs in the transaction that erases the account, and may run again."""

    name: str
    rows: Callable[[User], Iterable[object]]
    forget: Callable[[int], None]


HOLDINGS: Final = Registry[Holding]()


ENDED_WITH_TOKENS: Final = Registry[Callable[[User], None]]()
"""Called when all tokens of an account end: each ends something that would go on telling others, such as webhooks."""


def register(holding: Holding) -> None:
    HOLDINGS.register(holding.name, holding)
