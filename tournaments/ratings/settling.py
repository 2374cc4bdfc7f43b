"""Who is settled, and what a rating is worth where somebody enters a tournament. Pure; times epoch ms."""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from tournaments.ratings.duels import Change, Player
from tournaments.ratings.parameters import Settling

INACTIVE_WEEKS = 8
"""Since the last table; then somebody stands apart on a ladder."""
BELOW_PEAK = 200.0


class Missing(msgspec.Struct, frozen=True):
    """What a person of the site lacks: nothing where all of it is there."""

    tables: int
    """How many of the required tables have been played."""
    people: int
    """How many of the required people have been met."""
    half: bool
    """Too few of the last duels were with settled people, or with some who had met ``people`` of these."""
    narrow: bool
    """Too many of the last duels were with the same two."""
    young: bool = False
    """Whether the pool is, so that people with enough tables count, and not those who are settled."""

    def of(self, settling: Settling) -> bool:
        """Whether anything is lacking."""
        return self.tables < settling.tables or self.people < settling.people or self.half or self.narrow


def missing(settling: Settling, player: Player, experienced: int | None) -> Missing:
    """What *player* lacks to be settled: in a young pool *experienced* people were met, who have enough tables now."""
    steady, (share, of) = player.steady[-settling.window :], settling.half
    return Missing(
        tables=min(player.tables, settling.tables),
        people=min(len(player.known) if experienced is None else experienced, settling.people),
        half=experienced is None and sum(steady) * of < share * len(steady),
        narrow=is_narrow(settling, player.met),
        young=experienced is not None,
    )


def is_narrow(settling: Settling, met: tuple[int, ...]) -> bool:
    """Whether too many of the last duels were against the same two."""
    last, (share, of) = met[-settling.window :], settling.most
    return sum(count for _user, count in Counter(last).most_common(2)) * of > share * len(last)


class Acquaintances:
    """Who met whom while a pool is young, of those who are not settled."""

    def __init__(self, met: Mapping[int, Iterable[int]]) -> None:
        self._met = {user: set(people) for user, people in met.items()}
        self._of: dict[int, set[int]] = {}
        for user, people in self._met.items():
            for one in people:
                self._of.setdefault(one, set()).add(user)

    def add(self, change: Change) -> None:
        if change.met:
            self._met.setdefault(change.user, set()).update(change.met)
            for one in change.met:
                self._of.setdefault(one, set()).add(change.user)

    def of(self, users: Iterable[int]) -> set[int]:
        """Those who have met one of *users*."""
        return {one for user in users for one in self._of.get(user, ())}

    def experienced(self, user: int, players: Mapping[int, Player], tables: int) -> int:
        """How many different people who now have *tables* *user* has met."""
        return sum(players[one].tables >= tables for one in self._met.get(user, ()) if one in players)


def entry_rating(rating: float, peak: float) -> float:
    """What counts for conditions and divisions: nobody gets far below their best since table 30 (0: none yet)."""
    return max(rating, peak - BELOW_PEAK) if peak else rating
