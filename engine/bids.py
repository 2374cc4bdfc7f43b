"""What players bid, name or choose openly, and what came of it: what statistics of a game count.

A game says which of its events ask such a question, what the player who answered it held and knew, and by which later
event it is settled. Of a table that is over alone: hands are needed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from engine.events import Event, Seat

B = TypeVar("B", bound=Event)
E = TypeVar("E", bound=Event)


class Bid(NamedTuple):
    """What *seat* chose. *strength* of what it held, in any unit; *known*: a thing that it knew, of ``Bids.known``."""

    seat: Seat
    choice: str
    strength: int | None = None
    known: str = ""


class Result(NamedTuple):
    """What came of it for a seat: whether it did well (``Bids.made`` says at what), and the points."""

    made: bool
    points: int = 0


class Bids(NamedTuple, Generic[B, E]):
    """A question that players of a game answer. All texts are marked for translation."""

    key: str
    title: str
    made: str
    """What it means to have done well: "Round won"."""
    choices: Mapping[str, str]
    """In the order in which they are shown. What is none of these is not counted."""
    event: type[B]
    of: Callable[[Any, B], Iterable[Bid]]
    """From the state before the event."""
    end: type[E]
    came: Callable[[Any, E], tuple[Result, ...]]
    """By seat, from the state before the event that may end it; empty where it does not."""
    known: Mapping[str, str] = {"": ""}
    scored: bool = True
    """Whether points came of it."""


class Settled(NamedTuple):
    """A bid, and what came of it; *asked* is the key of its question."""

    asked: str
    bid: Bid
    result: Result


def settled(game: Any, events: Iterable[Event]) -> Iterator[Settled]:
    """The bids of a table by all its *events*, each as it is settled. Those that never were are left out."""
    state, open_bids = game.initial, {asked.key: list[Bid]() for asked in game.bids}
    for event in events:
        for asked in game.bids:
            if isinstance(event, asked.event):
                open_bids[asked.key] += [bid for bid in asked.of(state, event) if bid.choice in asked.choices]
            if isinstance(event, asked.end) and (came := asked.came(state, event)):
                yield from (Settled(asked.key, bid, came[bid.seat]) for bid in open_bids[asked.key])
                open_bids[asked.key].clear()
        state = game.evolve(state, event)
