"""The log in hash partitions by stream: the same tables, columns, keys and triggers, in many parts.

Nothing is listed here that the catalogue knows: what the tables have when this runs, their parts have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
import psycopg
from django.db import DEFAULT_DB_ALIAS, ProgrammingError, connections, transaction
from psycopg import sql

from tournaments.log.database import execute

KEYS: Final = {"log_stream": "name", "log_event": "stream"}
"""The tables that lie in parts, and the column that says in which: the stream's name."""
MOST: Final = 999
_KIND = """
SELECT relkind = 'p', EXISTS (SELECT FROM pg_constraint WHERE confrelid = pg_class.oid)
FROM pg_class WHERE oid = %(table)s::regclass"""
_COLUMNS = """
SELECT attname FROM pg_attribute
WHERE attrelid = %(table)s::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum"""
# An index that a constraint owns is made with it.
_REST = """
SELECT format('ALTER TABLE %%s ADD CONSTRAINT %%I %%s', conrelid::regclass, conname, pg_get_constraintdef(oid))
FROM pg_constraint WHERE conrelid = %(table)s::regclass AND contype IN ('p', 'u', 'x', 'f')
UNION ALL
SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = %(table)s::regclass
AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
UNION ALL
SELECT format('GRANT %%s ON %%s TO %%s', privilege_type, oid::regclass,
              CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END)
FROM pg_class, aclexplode(relacl) WHERE oid = %(table)s::regclass AND grantee <> relowner"""
# Those of rows (type 1) are made on every part by PostgreSQL itself; of statements it only asks the table named.
_TRIGGERS = """
SELECT tgname, pg_get_triggerdef(trigger.oid), format(' ON %%I.%%I ', nspname, relname), tgenabled::text
FROM pg_trigger AS trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE tgrelid = %(table)s::regclass AND NOT tgisinternal ORDER BY tgname"""
_DATABASE = "SELECT current_database()"
_PARTS = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = %(table)s::regclass ORDER BY 1"


class Unfit(Exception):
    """The tables are not what the command is for: one line for an operator."""


class Trigger(msgspec.Struct, frozen=True):
    name: str
    definition: str
    on: str
    """The table, as the definition names it."""
    enabled: str

    def statements(self, on: str) -> Iterator[str]:
        """What makes the trigger on another table."""
        yield self.definition.replace(self.on, f" ON {on} ", 1)
        if self.enabled in "AR":
            always = "ALWAYS" if self.enabled == "A" else "REPLICA"
            yield f"ALTER TABLE {on} ENABLE {always} TRIGGER {_quoted(self.name)}"


def are_partitioned() -> bool:
    return _kind("log_event")[0]


def partition(parts: int) -> dict[str, int]:
    """Put the log into *parts*, in one transaction for which everybody else waits; how many rows each table has.

    Raises ``Unfit``. If it is killed, nothing has happened.
    """
    if not 2 <= parts <= MOST:
        raise Unfit(f"2 to {MOST} parts, not {parts}")
    with transaction.atomic():
        _run(f"LOCK TABLE {', '.join(KEYS)} IN ACCESS EXCLUSIVE MODE")
        for table in KEYS:
            _check(table)
        rows = {table: _divide(table, column, parts) for table, column in KEYS.items()}
    _run(f"ANALYZE {', '.join(KEYS)}")
    return rows


def keep_plans() -> bool:
    """Have plans kept whatever the values: of so many parts each takes longer to make than to carry out. Whether this
    user may say so for the database."""
    (name,) = execute(_DATABASE, {}).fetchone() or ("",)
    try:
        with transaction.atomic():
            _run(f"ALTER DATABASE {_quoted(name)} SET plan_cache_mode = force_generic_plan")
    except ProgrammingError:
        return False
    return True


def renew_triggers() -> int:
    """Put triggers of statements that a later migration made on every part; how many were missing."""
    if not are_partitioned():
        raise Unfit("the log is not in parts: manage.py partition")
    with transaction.atomic():
        return sum(_renew(table) for table in KEYS)


def missing_triggers() -> list[str]:
    """Parts without a trigger that their table has."""
    return [f"{trigger.name} on {part}" for table in KEYS for part, trigger in _missing(table)]


def _renew(table: str) -> int:
    missing = list(_missing(table))
    for part, trigger in missing:
        for statement in trigger.statements(part):
            _run(statement)
    return len(missing)


def _missing(table: str) -> Iterator[tuple[str, Trigger]]:
    wanted = _triggers(table)
    for part in parts_of(table):
        there = {trigger.name for trigger in _triggers(part)}
        yield from ((part, trigger) for trigger in wanted if trigger.name not in there)


def _divide(table: str, column: str, parts: int) -> int:
    """Make *table* anew in parts, with all that it has and holds."""
    rest, triggers = [statement for (statement,) in execute(_REST, {"table": table})], _triggers(table)
    columns = ", ".join(_quoted(name) for (name,) in execute(_COLUMNS, {"table": table}))
    new = f"{table}_in_parts"
    _run(f"CREATE TABLE {new} (LIKE {table} INCLUDING ALL EXCLUDING INDEXES) PARTITION BY HASH ({_quoted(column)})")
    for number in range(parts):
        name = f"{table}_p{number:03}"
        _run(f"CREATE TABLE {name} PARTITION OF {new} FOR VALUES WITH (MODULUS {parts}, REMAINDER {number})")
    _run(f"INSERT INTO {new} ({columns}) SELECT {columns} FROM {table}")  # noqa: S608  names of the catalogue
    before, after = _sum(table, columns), _sum(new, columns)
    if before != after:
        raise Unfit(f"{table} came out otherwise than it was: {before} and {after}; nothing was changed")
    _run(f"DROP TABLE {table}")
    _run(f"ALTER TABLE {new} RENAME TO {table}")
    for statement in (*rest, *(made for trigger in triggers for made in trigger.statements(_quoted(table)))):
        _run(statement)
    _renew(table)
    return before[0]


def _check(table: str) -> None:
    """Raise unless *table* can be divided."""
    is_divided, is_named = _kind(table)
    if is_divided:
        raise Unfit(f"{table} is in parts already ({len(parts_of(table))})")
    if is_named:
        raise Unfit(f"a foreign key leads to {table}, and could not lead to its parts")


def parts_of(table: str) -> Sequence[str]:
    return [part for (part,) in execute(_PARTS, {"table": table})]


def _triggers(table: str) -> list[Trigger]:
    return [Trigger(*row) for row in execute(_TRIGGERS, {"table": table})]


def _sum(table: str, columns: str) -> tuple[int, int]:
    """How many rows there are, and a sum over all that they hold."""
    rows = f"SELECT count(*), coalesce(sum(hashtextextended(ROW({columns})::text, 0)::numeric), 0) FROM {table}"  # noqa: S608
    count, total = _run(rows).fetchone() or (0, 0)
    return count, int(total)


def _kind(table: str) -> tuple[bool, bool]:
    """Whether *table* is in parts, and whether another one leads to it."""
    is_divided, is_named = execute(_KIND, {"table": table}).fetchone() or (False, False)
    return is_divided, is_named


def _quoted(*names: str) -> str:
    return sql.Identifier(*names).as_string(connections[DEFAULT_DB_ALIAS].connection)


def _run(statement: str) -> psycopg.Cursor[tuple[Any, ...]]:
    """A statement made of names from the catalogue, never of anything a person sent."""
    return execute(statement.replace("%", "%%"), {})
