"""Prepared statements on a plain psycopg cursor of Django's connection."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, LiteralString, TypeVarTuple

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet

_Given = TypeVarTuple("_Given")

Row = tuple[Any, ...]
PLAIN: Final[type[psycopg.Cursor[Any]]] = psycopg.Cursor
CURSOR = PLAIN
"""What statements are run by: another one where traces are recorded."""


def execute(
    statement: LiteralString, params: dict[str, Any] | Sequence[Any], *, using: str = DEFAULT_DB_ALIAS
) -> psycopg.Cursor[Row]:
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


def asked_often(query: Callable[[int, *_Given], QuerySet[Any, Row]]) -> Callable[[int, *_Given], list[Row]]:
    """The rows of a *query* that a tick asks every second of another moment (epoch ms). What Django makes of it, most
    of the work, is made once.

    All that may change from one time to the next is the moment, and what is added to it; raises ``ValueError`` for a
    query that does anything else with it.
    """

    @cache
    def made(given: tuple[Any, ...]) -> tuple[str, list[tuple[Any, bool]]]:
        """The statement, and of each parameter what it is at moment 0, and whether it goes with the moment."""
        (statement, first), (_, second) = (query(at, *given).query.sql_with_params() for at in (0, 1))
        return statement, [(one, _moves(one, other)) for one, other in zip(first, second, strict=True)]

    def ask(now: int, *given: *_Given) -> list[Row]:
        statement, params = made(given)
        return execute(statement, [param + now if moves else param for param, moves in params]).fetchall()

    return ask


def _moves(first: object, second: object) -> bool:
    """Whether a parameter that is *first* at moment 0 and *second* at moment 1 goes with the moment."""
    if not isinstance(first, int) or not isinstance(second, int) or first == second:
        return False
    if second - first != 1:
        raise ValueError("A moment is asked for as it is, or with something added.")
    return True
