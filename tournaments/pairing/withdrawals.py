"""A round robin that somebody leaves: what of it still counts (FIDE General Regulations for Competitions)."""

from collections.abc import Collection, Sequence
from typing import Literal, TypeAlias

import msgspec

Code: TypeAlias = Literal["1", "=", "0", "+", "-", "LL"]
FORFEITS = ("+", "-")


class Game(msgspec.Struct, frozen=True):
    """A scheduled game, its entries and codes in seat order; no codes: not played yet."""

    entries: tuple[int, int]
    codes: tuple[Code, Code] | None = None
    counts: bool = True
    """Not if a side's results are annulled: it is still shown, but nobody gets anything for it."""

    @property
    def played(self) -> bool:
        """A forfeit was not."""
        return self.codes is not None and self.codes[0] not in FORFEITS


def stands(played: int, scheduled: int) -> bool:
    """Whether the results of an entry that leaves still count: it has played half of its games or more."""
    return 2 * played >= scheduled


def annulled(games: Sequence[Game], withdrawn: Collection[int]) -> frozenset[int]:
    """Those of *withdrawn* who played fewer than half of all the games they were to play. A forfeit was not played."""
    own = {entry: [game.played for game in games if entry in game.entries] for entry in withdrawn}
    return frozenset(entry for entry, played in own.items() if not stands(sum(played), len(played)))


def settle(games: Sequence[Game], withdrawn: Collection[int]) -> tuple[Game, ...]:
    """*games*, all that the tournament has scheduled, after *withdrawn* have left it.

    An entry that played fewer than half of its games has all of them annulled; one that played half or more keeps them
    and forfeits the rest. The order in which they left does not matter.
    """
    gone = annulled(games, withdrawn)
    return tuple(_settled(game, gone, withdrawn) for game in games)


def _settled(game: Game, gone: Collection[int], withdrawn: Collection[int]) -> Game:
    first, second = game.entries
    if first in gone or second in gone:
        return Game(game.entries, game.codes, counts=False)
    if game.codes is not None or not (first in withdrawn or second in withdrawn):
        return game
    return Game(game.entries, ("-" if first in withdrawn else "+", "-" if second in withdrawn else "+"))
