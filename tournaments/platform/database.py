"""Prepared statements on a plain psycopg cursor of Django's connection, and queries that are compiled once."""

from collections.abc import Callable, Sequence
from functools import cache, update_wrapper
from typing import Any, Final, LiteralString, TypeVarTuple

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet
from psycopg import sql
from psycopg.types.numeric import Int8

_Given = TypeVarTuple("_Given")
_PROBE: Final = 1_000_000_007
"""A moment beside 0. It is prime: no unit of time divides it."""
_REFUSED: Final = "The moment may stand in a query as it is, or with a constant added."

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
    """Compile a *query* once, and ask it of each moment (epoch ms). A tick asks the same queries every second, and
    Django takes longer to compile one than PostgreSQL to answer it.

    The moment may stand in it as it is, or with a constant added; anything else raises ``ValueError`` the first time.
    What else is given is compiled in, and must be hashable. The query names plain columns (``values_list``).
    """

    @cache
    def made(given: tuple[Any, ...]) -> tuple[str, list[int]]:
        """The statement, and what is added to the moment in each of its parameters. All else is written into it: a
        plan that is kept knows it, and so which partial index will do."""
        (statement, first), (other, second) = (query(at, *given).query.sql_with_params() for at in (0, _PROBE))
        if statement != other:
            raise ValueError(_REFUSED)
        parameters = [(one, _moves(one, two)) for one, two in zip(first, second, strict=True)]
        texts = ("%s" if moves else _literal(value) for value, moves in parameters)
        return statement.replace("%%", "%%%%") % tuple(texts), [value for value, moves in parameters if moves]

    def ask(now: int, *given: *_Given) -> list[Row]:
        statement, added = made(given)
        return execute(statement, [Int8(now + each) for each in added]).fetchall()

    update_wrapper(ask, query)
    return ask


def _moves(one: object, two: object) -> bool:
    """Whether a parameter goes with the moment: *one* at 0, *two* at the probe."""
    one, two = getattr(one, "obj", one), getattr(two, "obj", two)  # Django wraps JSON, and wrappers do not compare
    if one == two:
        return False
    if isinstance(one, int) and isinstance(two, int) and two - one == _PROBE:
        return True
    raise ValueError(_REFUSED)


def _literal(value: object) -> str:
    return sql.Literal(value).as_string().replace("%", "%%")
