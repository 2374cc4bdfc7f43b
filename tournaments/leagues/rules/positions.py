"""The order of a challenge ladder, and what a result makes of it. First is best."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

Order: TypeAlias = tuple[int, ...]
Exchange: TypeAlias = Literal["insert", "swap", "table"]
"""How places change hands."""


def insert(order: Sequence[int], winner: int, loser: int) -> Order:
    """The winner, if below, takes the other's place; those between move down."""
    to = order.index(loser)
    if order.index(winner) < to:
        return tuple(order)
    rest = [player for player in order if player != winner]
    return (*rest[:to], winner, *rest[to:])


def swap(order: Sequence[int], winner: int, loser: int) -> Order:
    """The winner, if below, and the other exchange places."""
    if order.index(winner) < order.index(loser):
        return tuple(order)
    exchanged = {winner: loser, loser: winner}
    return tuple(exchanged.get(player, player) for player in order)


def seated(order: Sequence[int], places: Mapping[int, int]) -> Order:
    """Those who sat at a table take the positions that they held, by the *places* in which they finished; equals keep
    their order."""
    finish = iter(sorted((player for player in order if player in places), key=lambda player: places[player]))
    return tuple(next(finish) if player in places else player for player in order)


def won(order: Sequence[int], winner: int, loser: int, exchange: Exchange) -> Order:
    """A duel won; in a ladder of tables too, where one of the two did not come."""
    return swap(order, winner, loser) if exchange == "swap" else insert(order, winner, loser)
