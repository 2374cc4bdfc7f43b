"""Who is given duels by a closed group: a question for those who rule, never an answer. Pure.

A **gift** is a duel (a table of two people) whose loser left after 8 or fewer of their own decisions. Of a person *u*,
with *V* the people who gave to *u*:

    gifts  = duels given to u                                     at least 5,
    given  = gifts / duels that u won                             at least 1/2,
    gain   = what u's rating rose by the gifts                    at least 50,
    inside = duels of V among V and u / all duels of V            at least 3/4,

and V has at most 12 people. Who gives up now and then gives to many, and the others' duels lead elsewhere; a ring has
to lose early, to one, and to hide it its accounts have to play with others.
"""

from collections.abc import Iterable
from typing import Final

import msgspec

EARLY: Final = 8
LEAST_GIFTS: Final = 5
LEAST_GIVEN: Final = 1 / 2
LEAST_GAIN: Final = 50.0
LEAST_INSIDE: Final = 3 / 4
MOST_GIVERS: Final = 12


class Duel(msgspec.Struct, frozen=True):
    """A table of two people: the *winner* is the first of *users*, unless it was *drawn*."""

    users: tuple[int, int]
    drawn: bool
    gain: float
    """Of the winner's rating."""
    decisions: int | None
    """The loser's own before they left; ``None``: they did not."""

    @property
    def is_gift(self) -> bool:
        return not self.drawn and self.decisions is not None and self.decisions <= EARLY


class Ring(msgspec.Struct, frozen=True):
    """*user* is given duels by *givers*, who play hardly with anybody else; shares from 0 to 1."""

    user: int
    givers: tuple[int, ...]
    won: int
    gifts: int
    gain: float
    inside: float

    @property
    def given(self) -> float:
        return self.gifts / self.won


def rings(duels: Iterable[Duel]) -> list[Ring]:
    """Whom the *duels* show to be given theirs, the largest gain first."""
    of: dict[int, list[Duel]] = {}
    won: dict[int, list[Duel]] = {}
    for duel in duels:
        for user in duel.users:
            of.setdefault(user, []).append(duel)
        if not duel.drawn:
            won.setdefault(duel.users[0], []).append(duel)
    found = [ring for user, mine in won.items() if (ring := _ring(user, mine, of)) is not None]
    return sorted(found, key=lambda ring: (-ring.gain, ring.user))


def _ring(user: int, won: list[Duel], of: dict[int, list[Duel]]) -> Ring | None:
    gifts = [duel for duel in won if duel.is_gift]
    givers, gain = sorted({duel.users[1] for duel in gifts}), sum(duel.gain for duel in gifts)
    if len(gifts) < max(LEAST_GIFTS, LEAST_GIVEN * len(won)) or gain < LEAST_GAIN or len(givers) > MOST_GIVERS:
        return None
    group, theirs = {user, *givers}, [duel for giver in givers for duel in of[giver]]
    inside = sum(group.issuperset(duel.users) for duel in theirs) / len(theirs)
    return Ring(user, tuple(givers), len(won), len(gifts), gain, inside) if inside >= LEAST_INSIDE else None
