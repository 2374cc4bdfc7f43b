"""What a request costs, in what it asks of others: nobody waits for a question that need not be asked."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
import redis

from tests.api.client import Caller


@contextmanager
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every round trip to PostgreSQL or Valkey meanwhile."""
    trips: list[str] = []
    execute, send = psycopg.Cursor.execute, redis.connection.AbstractConnection.send_packed_command

    def counted_execute(cursor: Any, query: Any, *args: Any, **kwargs: Any) -> Any:
        trips.append(f"PostgreSQL: {query}")
        return execute(cursor, query, *args, **kwargs)

    def counted_send(connection: Any, command: Any, *args: Any, **kwargs: Any) -> Any:
        trips.append(f"Valkey: {command!r}")
        return send(connection, command, *args, **kwargs)  # type: ignore[no-untyped-call]

    with monkeypatch.context() as patch:
        patch.setattr(psycopg.Cursor, "execute", counted_execute)
        patch.setattr(redis.connection.AbstractConnection, "send_packed_command", counted_send)
        yield trips


def test_a_move_takes_three_statements_and_one_question_to_valkey(
    ann: Caller, bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks, the move, the names at the table; and how often they may. The wake-up waits for the commit."""
    table = ann.post("/api/tables", {"game": "duck-soup", "seats": ["me", None]})
    bob.post(f"/api/tables/{table['id']}/join")
    seen = ann.get(f"/api/tables/{table['id']}")
    ann, seen = (ann, seen) if seen["legal"] else (bob, bob.get(f"/api/tables/{table['id']}"))
    with asked(monkeypatch) as trips:
        assert ann.post(f"/api/tables/{table['id']}/move/{seen['legal'][0]}").status == 200
    assert len([trip for trip in trips if trip.startswith("PostgreSQL")]) == 3, trips
    assert len([trip for trip in trips if trip.startswith("Valkey")]) == 1, trips


def test_a_token_is_asked_for_once_whatever_cookies_come_with_it(ann: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    ann.get("/api/games")
    ann.client.cookies["sessionid"] = "a" * 32
    with asked(monkeypatch) as trips:
        assert ann.get("/api/games").status == 200
    assert [trip for trip in trips if "session" in trip] == []
    assert len(trips) == 1
