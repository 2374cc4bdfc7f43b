"""What pages ask the database, and how it answers."""

from typing import Any, NamedTuple

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


def rows_read() -> int:
    """Rows that this transaction has read so far, of whatever tables, by an index or without."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint FROM pg_stat_xact_user_tables")
        return int(cursor.fetchone()[0] or 0)
