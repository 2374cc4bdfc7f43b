"""Records as the service exports them, of tables played here."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

import msgspec

from engine import digest
from engine.table import Table
from tests.engine.walks import Setting, walked

SEED = hashlib.sha256(b"walk/5").digest()


def finished_record(setting: Setting) -> dict[str, Any]:
    """The record of a whole random table, with the service's own events around the game's."""
    table = walked(setting, 5)
    outcome = table.outcome
    opened = {
        "game": table.game.key,
        "rules": table.game.version,
        "options": msgspec.to_builtins(table.options),
        "chairs": [{"user": seat + 1, "bot": ""} for seat in range(table.seats)],
        "clock": None,
        "rated": False,
        "match": None,
        "opener": 1,
        "commit": hashlib.sha256(SEED).hexdigest(),
    }
    before = [("table.opened", opened), ("table.seed_drawn", {"seed": SEED.hex()}), ("table.started", {})]
    result = msgspec.to_builtins(outcome) | {"reason": "played"}
    after = [("table.finished", result), ("table.seed_revealed", {"seed": SEED.hex()}), ("table.settled", {})]
    return record_of("table:0123456789", [*before, *stored(table), *after])


def stored(table: Table) -> Iterable[tuple[str, dict[str, Any]]]:
    return [(event.kind, msgspec.to_builtins(event)) for event in table.log]


def record_of(stream: str, events: Iterable[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """A record whose digests are right, whatever its events say."""
    rows = [
        {"seq": seq, "kind": kind, "version": 1, "payload": payload, "actor": 1, "command": None, "recorded_at": seq}
        for seq, (kind, payload) in enumerate(events, 1)
    ]
    return sealed({"format": "cardroom-record/1", "stream": stream, "events": rows})


def sealed(record: dict[str, Any]) -> dict[str, Any]:
    """*record* with salts, digests and head made to fit its events: what a forger would do."""
    head, rows = digest.START, []
    for row in record["events"]:
        salt = hashlib.sha256(str(row["seq"]).encode()).digest()[:16]
        facts = [row[name] for name in ("seq", "kind", "version", "payload", "actor", "command", "recorded_at")]
        head = digest.chain(head, salt, digest.canonical(record["stream"], *facts))
        rows.append(row | {"salt": salt.hex(), "digest": head.hex()})
    exported: dict[str, Any] = json.loads(json.dumps(record | {"events": rows, "head": head.hex()}))
    return exported
