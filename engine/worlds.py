"""Every deal of a game that was played which a seat cannot tell from the real one: listed, not drawn.

A world is the game with the cards exchanged that the seat does not know (:mod:`engine.deals`). Cards that have lain
together at every decision, so that changing them for each other changes no state, are exchanged in one order only.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import comb
from typing import Any, Final, NamedTuple

from engine.deals import NO_MORE, Exchange, Position, played_again, still_sealed, unknown
from engine.events import Seat
from engine.table import Table

MOST_WORLDS: Final = 2000


class TooMany(Exception):
    """There may be more worlds than :data:`MOST_WORLDS`."""


class World(NamedTuple):
    """What was exchanged, and the table that this makes."""

    swaps: tuple[Exchange, ...]
    table: Table


def worlds(position: Position, viewer: Seat) -> list[World]:
    """All of them, the real one included, each once. Raises :class:`TooMany`, also while somebody's choice is sealed:
    it could be any."""
    if still_sealed(position.log, viewer):
        raise TooMany
    hidden = unknown(position.game, position.log, viewer)
    places = {at: _places(position, at, cards) for at, cards in hidden.items()}
    if _count(list(places.values())) > MOST_WORLDS:
        raise TooMany
    told = [event.seen_by(viewer) for event in position.log]
    found: dict[Any, World] = {}
    for orders in product(*(_orders(groups, hidden[at]) for at, groups in places.items())):
        swaps = tuple(Exchange(at, order) for at, order in zip(places, orders, strict=True))
        table = played_again(position, swaps, NO_MORE)
        if table is not None and [event.seen_by(viewer) for event in table.log] == told:
            found.setdefault(table.state, World(swaps, table))
    return list(found.values())


def _places(position: Position, at: int, cards: Sequence[str]) -> list[list[str]]:
    """The *cards*, those together that nothing tells apart but their faces."""
    groups: list[list[str]] = []
    real = _passed(position, ())
    for card in cards:
        for group in groups:
            if _passed(position, [Exchange(at, {card: group[0], group[0]: card})]) == real:
                group.append(card)
                break
        else:
            groups.append([card])
    return groups


def _passed(position: Position, swaps: Sequence[Exchange]) -> list[Any] | None:
    """The states at all decisions, the present one too."""
    states: list[Any] = []
    table = played_again(position, swaps, NO_MORE, states)
    return None if table is None else [*states, table.state]


def _count(places: Sequence[Sequence[Sequence[str]]]) -> int:
    """How many orders there are to try."""
    count = 1
    for groups in places:
        left = sum(map(len, groups))
        for group in groups:
            count *= comb(left, len(group))
            left -= len(group)
    return count


def _orders(groups: Sequence[Sequence[str]], cards: Sequence[str]) -> Iterator[dict[str, str]]:
    """The ways to lay *cards* in the places of *groups*, as what becomes of the card that lies there."""
    if not groups:
        yield {}
        return
    first, *others = groups
    for chosen in combinations(cards, len(first)):
        left = [card for card in cards if card not in chosen]
        for order in _orders(others, left):
            yield dict(zip(first, chosen, strict=True)) | order
