"""A table's log for those who ask for it: its events, and what proves that they are all."""

from typing import Any

import msgspec

from engine.events import Seat
from tournaments.log import selectors as log
from tournaments.log.events import Stored
from tournaments.tables.errors import UnknownTable
from tournaments.tables.state import TableState, deal_is_over
from tournaments.tables.streams import TABLES


def head(*, table_id: str) -> dict[str, Any]:
    """The head of the table's digest chain."""
    found = log.head(TABLES.name(table_id))
    if not found.seq:
        raise UnknownTable()
    return {"seq": found.seq, "digest": found.digest.hex()}


def record(*, table_id: str, user_id: int | None) -> dict[str, Any]:
    """The table's log: all of it once it is over, before that what the caller may see of each event and no more.

    What goes with an event (who, by which command, salt and digest) is for the whole record alone.
    """
    now = TABLES.current(table_id).state
    shown = _whole_record(now) if deal_is_over(now.status) else {"events": _seen_events(now, now.seat_of(user_id))}
    return {"format": "cardroom-record/1", "stream": TABLES.name(table_id), **shown}


def _whole_record(table: TableState) -> dict[str, Any]:
    stream = TABLES.name(table.id)
    proofs = [proof for proof in log.proof(stream) if proof.seq <= table.seq]
    events = [
        {
            **_row(stored, msgspec.json.decode(stored.payload)),
            "actor": stored.actor,
            "command": stored.command,
            "salt": proof.salt.hex(),
            "digest": proof.digest.hex(),
        }
        for stored, proof in zip(log.load(stream, until=table.seq), proofs, strict=True)
    ]
    return {"events": events, "head": proofs[-1].digest.hex()}


def _seen_events(table: TableState, seat: Seat | None) -> list[dict[str, Any]]:
    """What the viewer at *seat* may see of each event up to now. An event that is hidden from it leaves no trace."""
    stored = log.load(TABLES.name(table.id), until=table.seq)
    pairs = zip(stored, TABLES.decode(TableState(table.id), stored), strict=True)
    told = ((event, decoded.seen_by(seat)) for event, decoded in pairs)
    return [_row(event, msgspec.to_builtins(seen)) for event, seen in told if seen is not None]


def _row(stored: Stored, payload: dict[str, Any]) -> dict[str, Any]:
    return {
        "seq": stored.seq,
        "kind": stored.kind,
        "version": stored.version,
        "payload": payload,
        "recorded_at": stored.recorded_at,
    }
