"""What pages ask the database, and how it answers."""

from __future__ import annotations

from typing import Any, NamedTuple

import psycopg
from django.db import connection
from django.test import Client


class Query(NamedTuple):
    statement: Any
    params: Any


def visit(client: Client, path: str, asked: list[Query]) -> list[Query]:
    """What a page asks."""
    asked.clear()
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.content)
    return [*asked]


def plan(query: Query) -> str:
    """How PostgreSQL answers it, under what is asked."""
    assert connection.connection is not None
    text = psycopg.ClientCursor(connection.connection).mogrify(query.statement, query.params)
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN " + text.replace("%", "%%"), ())
        return "\n".join([text, *(line for (line,) in cursor.fetchall())])
