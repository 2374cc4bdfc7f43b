"""Who is in the demo's club: when they came, how often they come, how well they play."""

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random
from typing import Final

from msgspec import Struct

from accounts.errors import NameTaken
from accounts.models import User
from tournaments.config.demo.club.clock import STORY
from tournaments.log import sources

WEAK, FAIR, GOOD = "uniform", "greedy", "ismcts-50"


class Part(Struct, frozen=True):
    """A member: the week in which they join, of ten nights the ones they come to, and of ten moves the good ones."""

    name: str
    week: int
    comes: int
    plays: int
    last: int = 99
    """The night after which they leave the club."""


OWNER, ORGANISER, CLIMBER = "olga", "ann", "ben"

MEMBERS: Final = (
    Part(OWNER, 0, 5, 5), Part(ORGANISER, 0, 6, 6), Part(CLIMBER, 0, 10, 0), Part("Noor", 0, 7, 9),
    Part("Mateo", 0, 5, 7), Part("Ingrid", 0, 6, 8), Part("Yusuf", 0, 4, 6), Part("Priya", 0, 4, 7),
    Part("Lars", 0, 5, 2), Part("Chiara", 0, 3, 6), Part("Anselma", 1, 3, 4), Part("Hana", 1, 4, 8),
    Part("Otis", 1, 8, 4, last=5), Part("Emil", 1, 3, 2), Part("Zofia", 1, 3, 5), Part("Rafael", 1, 3, 6),
    Part("Aoife", 1, 2, 5), Part("Dmitri", 2, 2, 4), Part("Leila", 2, 3, 7), Part("Bram", 2, 2, 3),
    Part("Sanna", 3, 2, 6), Part("Teo", 3, 1, 2), Part("Marta", 4, 2, 5), Part("Jonas", 4, 1, 4),
    Part("Esme", 5, 1, 6), Part("Pavel", 6, 1, 3), Part("Nadia", 7, 1, 5), Part("Freya", 8, 1, 4),
    Part("Idris", 8, 1, 5), Part("Luz", 9, 1, 3), Part("Wim", 10, 1, 4),
)  # fmt: skip
LEAVER, ASKING, FOUNDER = "Otis", "Petra", "Carmen"
"""Who leaves and is invited back; who asks to be let in; who has a club of their own."""


def cast(known: Sequence[User]) -> dict[str, User]:
    """Everybody who is ever in the club, by name; *known* are those whom people log in as."""
    there = {user.username: user for user in known}
    return {part.name: there.get(part.name) or person(part.name) for part in MEMBERS}


def person(name: str) -> User:
    """The account called *name*, made now if need be: without a password, so that nobody logs in with it.

    Of somebody else who has that name already a number tells them apart.
    """
    for number in range(1, 10):
        called = name if number == 1 else f"{name} {number}"
        user = User.objects.filter(username__iexact=called).first()
        if user is None:
            return _made(called)
        if not user.has_usable_password() and not user.is_guest and not user.is_bot:
            return user
    raise NameTaken(f"everybody is called {name}")


def _made(name: str) -> User:
    user = User(username=name, date_joined=datetime.fromtimestamp(sources.now_ms() / 1000, UTC))
    user.set_unusable_password()
    user.save(force_insert=True)
    return user


def coming(night: int) -> list[Part]:
    """Who comes to a *night*: the same ones whenever the demo is made."""
    chance = Random(f"{STORY} night {night}")
    return [part for part in members(night) if chance.randrange(10) < part.comes]


def members(night: int) -> list[Part]:
    """Who is in the club on *night*."""
    return [part for part in MEMBERS if part.week < night <= part.last]


def level(part: Part, night: int, chance: Random, *, beside_the_climber: bool) -> str:
    """How somebody plays their next move. The climber learns from night to night, and then has luck besides."""
    if part.name == CLIMBER:
        return WEAK if night < 5 else FAIR if night < 7 else GOOD
    plays = part.plays if night < 6 or not beside_the_climber else part.plays // 4
    return FAIR if chance.randrange(10) < plays else WEAK
