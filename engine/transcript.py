"""A table as text for people: what ``play`` prints, and what the playthroughs in ``tests/`` hold."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from engine.events import Event, Seat
from engine.game import Outcome
from engine.options import written
from engine.picture import Picture, Plate, Spot, Zone
from engine.position import Viewer, events_seen
from engine.table import Table

INTERVAL = 12
"""The table is drawn again after this many moves."""
SEALED = "(sealed)"
"""For a move that its maker alone may know: a bid or a trump while the other player has still to choose."""


class Transcript:
    """Hands out the lines of a table as it goes: call :meth:`head`, :meth:`move` after each move, :meth:`foot`."""

    def __init__(self, table: Table, viewer: Viewer) -> None:
        self._table = table
        self._viewer = viewer
        self._moves = 0
        self._told = 0

    def head(self) -> Iterator[str]:
        table = self._table
        teams = table.game.teams(table.seats, table.options)
        yield f"{table.game.name} ({table.game.key}, rules {table.game.version}), {table.seats} seats"
        for name in table.options.__struct_fields__:
            yield f"  {name} = {written(getattr(table.options, name))}"
        if any(len(team) > 1 for team in teams):
            yield "  teams " + ", ".join("+".join(map(str, team)) for team in teams)
        yield ""
        yield from self._happened()
        yield from self._drawn()

    def move(self, seat: Seat, move: Any) -> Iterator[str]:
        self._moves += 1
        yield f"{self._moves}. {seat} {self._made(move)}"
        yield from self._happened()
        if self._moves % INTERVAL == 0:
            yield from self._drawn()

    def foot(self) -> Iterator[str]:
        if outcome := self._table.outcome:
            if self._moves % INTERVAL:
                yield from self._drawn()
            yield result(outcome)

    def _made(self, move: Any) -> str:
        """*move* in the notation of the log, but not to a viewer from whom what it caused is withheld."""
        first = self._table.log[self._told]
        seen = first if self._viewer == "all" else first.seen_by(None if self._viewer == "public" else self._viewer)
        return self._table.game.move_text(move) if seen == first else SEALED

    def _happened(self) -> Iterator[str]:
        for seq, event in events_seen(self._table.log, self._viewer, self._told):
            said = self._table.game.tell(event)
            yield f"   {seq:>4} {fact(event)}" + (f"  | {said}" if said else "")
        self._told = len(self._table.log)

    def _drawn(self) -> Iterator[str]:
        table = self._table
        yield ""
        for seat in self._eyes():
            yield from drawn(table.game.picture(table.game.view(table.state, seat)))
            yield ""

    def _eyes(self) -> Sequence[Seat | None]:
        """Who looks at the table: for ``all`` the seat that is to act."""
        match self._viewer:
            case "public":
                return (None,)
            case "all":
                return self._table.to_act or (None,)
            case seat:
                return (seat,)


def fact(event: Event) -> str:
    """*event* as the log keeps it: kind and fields."""
    return f"{event.kind} {msgspec.json.encode(event).decode()}"


def result(outcome: Outcome) -> str:
    worth = f", stake {outcome.stake}" if outcome.stake != 1 else ""
    return f"places {_row(outcome.places)}, points {_row(outcome.points)}{worth}"


def drawn(picture: Picture) -> Iterator[str]:
    """*picture* in plain lines."""
    who = "a spectator" if picture.me is None else f"seat {picture.me}"
    yield f"   +-- as {who} sees it"
    yield from (f"   | {fact.label}: {fact.value}" for fact in picture.facts)
    yield from (f"   | {_plate(plate)}" for plate in picture.plates)
    for zone in picture.zones:
        yield from (f"   | {line}" for line in _zone(zone))
    yield from (f"   | {text}" for text in (picture.prompt, picture.why, picture.refusal) if text)
    if picture.choices:
        yield "   | moves: " + " ".join(choice.move for choice in picture.choices)
    yield "   +--"


def _plate(plate: Plate) -> str:
    tallies = (f"{t.label} {t.n}" + (f"/{t.of}" if t.of is not None else "") for t in plate.tallies)
    return ", ".join((f"seat {plate.seat}: {plate.cards} cards", *tallies, *map(str, plate.facts)))


def _zone(zone: Zone) -> Iterator[str]:
    count = f" ({zone.count})" if zone.count is not None else ""
    note = f" - {zone.note}" if zone.note else ""
    across = zone.across or len(zone.spots) or 1
    starts = range(0, len(zone.spots) or 1, across)
    rows = [" ".join(map(_spot, zone.spots[start : start + across])) for start in starts]
    lines = [f"{row} | {said}" if said else row for row, said in zip_longest(rows, zone.beside)]
    yield f"{zone.title}{count}{note}: {lines[0]}"
    yield from (f"    {line}" for line in lines[1:])
    if zone.below:
        yield "    " + " | ".join(map(str, zone.below))


def _spot(spot: Spot) -> str:
    card = spot.card or (".." if spot.empty else "##")
    whose = f"{spot.seat}:" if spot.seat is not None else ""
    return whose + card + {"": "", "winning": "*", "won": "!"}[spot.mark] + (f" ({spot.said})" if spot.said else "")


def _row(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
