"""A table as JSON for programs: what ``play --json`` prints."""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from engine.events import Event, Seat
from engine.game import Rejected
from engine.table import Table

Viewer: TypeAlias = Seat | Literal["public", "all"]
"""Whose eyes: one seat's, a spectator's, or everybody's at once."""


def position(table: Table, viewer: Viewer) -> dict[str, Any]:
    """Where *table* stands. For ``all`` the view and the picture are objects with one entry a viewer."""
    game, state = table.game, table.state
    return {
        "game": game.key,
        "options": msgspec.to_builtins(table.options),
        "seats": table.seats,
        "seq": len(table.log),
        "to_act": list(table.to_act),
        "legal": {
            str(seat): [game.move_text(move) for move in game.legal(state, seat)]
            for seat in table.to_act
            if viewer in ("all", seat)
        },
        **_seen(table, viewer),
        "outcome": msgspec.to_builtins(table.outcome),
        "events": [
            {"seq": seq, "kind": event.kind, **msgspec.to_builtins(event)}
            for seq, event in events_seen(table.log, viewer)
        ],
    }


def events_seen(log: Sequence[Event], viewer: Viewer, after: int = 0) -> list[tuple[int, Event]]:
    """What *viewer* learns of the events behind *after*, each with its seq."""
    rows = enumerate(log[after:], after + 1)
    if viewer == "all":
        return list(rows)
    seat = None if viewer == "public" else viewer
    return [(seq, seen) for seq, event in rows if (seen := event.seen_by(seat)) is not None]


def refusal(line: int, seat: Seat, move: str, error: Rejected) -> dict[str, Any]:
    """What is printed for the move of the moves file that was refused."""
    return {"error": {"line": line, "seat": seat, "move": move, "code": error.code, "reason": str(error.reason)}}


def _seen(table: Table, viewer: Viewer) -> dict[str, Any]:
    if viewer != "all":
        return _of(table, None if viewer == "public" else viewer)
    eyes: dict[str, Seat | None] = {"public": None} | {str(seat): Seat(seat) for seat in range(table.seats)}
    each = {name: _of(table, seat) for name, seat in eyes.items()}
    return {part: {name: seen[part] for name, seen in each.items()} for part in ("view", "picture")}


def _of(table: Table, seat: Seat | None) -> dict[str, Any]:
    view = table.game.view(table.state, seat)
    return {"view": msgspec.to_builtins(view), "picture": msgspec.to_builtins(table.game.picture(view))}
