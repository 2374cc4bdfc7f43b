"""Who plays in the demo: bots of all levels but the strongest, and people to log in as where DEMO is on."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from typing import Final

from django.conf import settings
from django.db import IntegrityError
from django.utils import timezone

from accounts.errors import NameTaken
from accounts.models import User
from accounts.services import make_bot
from tournaments.config.logins import PASSWORD, PEOPLE
from tournaments.tables.catalogue import levels

BOTS = (
    "Pip", "Moss", "Juniper", "Otto", "Clover", "Rowan", "Hazel", "Birch", "Sorrel", "Bramble", "Linden", "Fennel",
    "Tansy", "Alder", "Sedge", "Yarrow",
)  # fmt: skip
STRONGEST = 4
"""How many levels play in the demo's live tables: the slowest would keep two cores busy."""
CAME: Final = timedelta(days=200)
"""So long ago the demo's people have come, by their accounts: their club has a season behind it."""


def bots(wanted: int = len(BOTS)) -> list[User]:
    """*wanted* bots, made if need be, the levels in turn."""
    ranks = levels()[:STRONGEST]
    return [make_bot(name, ranks[at % len(ranks)]) for at, name in zip(range(wanted), _names(), strict=False)]


def people() -> list[User]:
    """The demo's people, the organiser first. Without DEMO nobody can log in as them."""
    return [_person(name) for name in PEOPLE]


def shut_out() -> None:
    """Nobody logs in with a password that everybody knows, also where DEMO was on once."""
    for user in User.objects.filter(username__in=PEOPLE):
        _fit_password(user)


def _person(name: str) -> User:
    try:
        came = {"date_joined": timezone.now() - CAME}
        user, _created = User.objects.get_or_create(username=name, defaults=came)
    except IntegrityError as taken:
        raise NameTaken(f"somebody has a name that looks like {name}") from taken
    _fit_password(user)
    return user


def _fit_password(user: User) -> None:
    """The demo's where DEMO is on and the person has no other."""
    if settings.DEMO and not (user.password and user.has_usable_password()):
        user.set_password(PASSWORD)
    elif not settings.DEMO and (not user.password or user.check_password(PASSWORD)):
        user.set_unusable_password()
    else:
        return
    user.save(update_fields=["password"])


def _names() -> Iterator[str]:
    yield from BOTS
    yield from (f"{BOTS[number % len(BOTS)]}{number // len(BOTS) + 1}" for number in count(len(BOTS)))
