"""A table's log for those who ask for it: its events, and what proves that they are all."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django.conf import settings

from engine.events import Seat
from tournaments.log import selectors as log
from tournaments.log.events import Stored
from tournaments.platform import signing
from tournaments.tables.errors import UnknownTable
from tournaments.tables.seen import users_of
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
    shown = _whole_record(now) if deal_is_over(now) else {"events": _seen_events(now, now.seat_of(user_id))}
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
    head, users = proofs[-1].digest.hex(), users_of(table)
    names = [users[chair.user].name if chair.user in users else "" for chair in table.chairs]
    return {"events": events, "head": head, **_signature(stream, head, names)}


def signed_bytes(stream: str, head: str, site: str, names: Sequence[str]) -> bytes:
    """What is signed of a record: the head stands for all of its events."""
    return msgspec.json.encode([stream, head, site, list(names)])


def _signature(stream: str, head: str, names: Sequence[str]) -> dict[str, Any]:
    """Who vouches for the record, and for the names that its seats had when it was handed out."""
    data = signed_bytes(stream, head, settings.SITE_URL, names)
    return {"site": settings.SITE_URL, "names": names, "key": signing.public(), "signature": signing.sign(data)}


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
