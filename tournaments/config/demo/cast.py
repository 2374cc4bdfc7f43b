"""Who plays in the demo: bots of all levels but the strongest, and people to log in as where DEMO is on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from django.conf import settings

from accounts.models import User
from accounts.services import make_bot
from tournaments.tables.catalogue import levels

PASSWORD = "cardroom-demo"  # noqa: S105  no secret: it is printed, and exists only where DEMO is on
ORGANISER = "olga"
PEOPLE = (ORGANISER, "ann", "ben")
BOTS = (
    "Pip", "Moss", "Juniper", "Otto", "Clover", "Rowan", "Hazel", "Birch", "Sorrel", "Bramble", "Linden", "Fennel",
    "Tansy", "Alder", "Sedge", "Yarrow",
)  # fmt: skip
STRONGEST = 4
"""How many levels play in the demo's live tables: the slowest would keep two cores busy."""


def bots(wanted: int = len(BOTS)) -> list[User]:
    """*wanted* bots, made if need be, the levels in turn."""
    ranks = levels()[:STRONGEST]
    return [make_bot(name, ranks[at % len(ranks)]) for at, name in zip(range(wanted), _names(), strict=False)]


def people() -> list[User]:
    """The demo's people, the organiser first. Without DEMO nobody can log in as them."""
    return [_person(name) for name in PEOPLE]


def _person(name: str) -> User:
    user, created = User.objects.get_or_create(username=name)
    if created:
        user.set_password(PASSWORD if settings.DEMO else None)
        user.save(update_fields=["password"])
    return user


def _names() -> Iterator[str]:
    yield from BOTS
    yield from (f"{BOTS[number % len(BOTS)]}{number // len(BOTS) + 1}" for number in count(len(BOTS)))
