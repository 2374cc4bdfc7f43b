"""Prepared statements on a plain psycopg cursor of Django's connection."""

from typing import Any, Final, LiteralString

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections

Row = tuple[Any, ...]
PLAIN: Final[type[psycopg.Cursor[Any]]] = psycopg.Cursor
CURSOR = PLAIN
"""What statements are run by: another one where traces are recorded."""


def execute(statement: LiteralString, params: dict[str, Any], *, using: str = DEFAULT_DB_ALIAS) -> psycopg.Cursor[Row]:
    """Run *statement* inside the transaction if there is one, else on its own.

    Django's cursor binds on the client, which rules prepared statements out; a plain one of the same connection has
    them.
    """
    connection = connections[using]
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    connection.validate_no_broken_transaction()
    with connection.wrap_database_errors:
        return CURSOR(connection.connection).execute(statement, params)
