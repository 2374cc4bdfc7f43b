"""Where each table lies once the log is on several servers (Citus), worked out from the models, and what Citus is told.

The log goes by stream. Another table could go with it if it named the stream in a column, in each of its unique keys,
and led to no table that does not; until then its rows stay on the coordinator, and the reason is named.
"""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec
from django.apps import apps
from django.db import connection, models, transaction

from tournaments.log import servers
from tournaments.log.projections import REGISTERED
from tournaments.platform import citus
from tournaments.platform.database import execute

Kind: TypeAlias = Literal["distributed", "local"]
KEYS: Final = {"log_stream": "name", "log_event": "stream"}
"""The tables of the log, and the column that says where a row lies: the stream's name."""
STREAM: Final = "stream"
_SETTINGS = """
SELECT set_config('citus.enable_unsafe_triggers', 'on', true),
       set_config('citus.multi_shard_modify_mode', 'sequential', true)"""
"""Triggers on every shard: what ours look at is their own row. They are made where the shards were."""
_DISTRIBUTE = """
SELECT create_distributed_table(%(table)s::regclass, %(column)s, shard_count => %(shards)s::int)"""
_COLOCATE = """
SELECT create_distributed_table(%(table)s::regclass, %(column)s, colocate_with => %(beside)s)"""
_KEEP = """
DO $$ BEGIN EXECUTE format('ALTER DATABASE %%I SET citus.enable_unsafe_triggers = on', current_database()); END $$"""


class Unfit(Exception):
    """The database is not what the command is for: one line for an operator."""


class Place(msgspec.Struct, frozen=True):
    table: str
    kind: Kind
    reason: str
    column: str = ""
    """By which it is distributed."""


def places() -> list[Place]:
    """Every table of the database, once."""
    known = {model._meta.db_table: model for model in apps.get_models(include_auto_created=True) if model._meta.managed}
    there = sorted({*known, *connection.introspection.table_names()})
    return [_place(table, known.get(table)) for table in there]


def distributed() -> dict[str, str]:
    """The tables that go to the servers, each with its column; the first is the one that the others lie beside."""
    found = {place.table: place.column for place in places() if place.kind == "distributed"}
    return KEYS | found


def distribute(shards: int) -> None:
    """Say to Citus where everything lies, in one transaction. Raises ``Unfit``."""
    if done := _done():
        raise Unfit(f"distributed already: {', '.join(sorted(done))}")
    first, *others = distributed().items()
    with transaction.atomic():
        execute(_SETTINGS, {})
        execute(_DISTRIBUTE, {"table": first[0], "column": first[1], "shards": shards})
        for table, column in others:
            execute(_COLOCATE, {"table": table, "column": column, "beside": first[0]})
        execute(_KEEP, {})


def check() -> None:
    """Raises ``Unfit`` unless the log lies on its servers as it should."""
    if not _done():
        raise Unfit("the log is not distributed: manage.py distribute")
    if trouble := servers.look(distributed()).trouble:
        raise Unfit(str(trouble).rstrip("."))


def look() -> servers.Servers | None:
    """How it stands with the servers; ``None`` where the log lies on one server."""
    return servers.look(distributed()) if is_done() else None


def is_done() -> bool:
    """Whether some of the log lies on other servers."""
    return citus.is_there() and bool(servers.done(distributed()))


def _done() -> set[str]:
    """The tables that are distributed; raises ``Unfit`` where that cannot be asked."""
    if not citus.is_there():
        raise Unfit("Citus is not in this database: CREATE EXTENSION citus, and see docker/nodes.md")
    if servers.is_worker():
        raise Unfit("This is a worker of Citus: lead DATABASE_URL to the coordinator")
    return servers.done(distributed())


def _place(table: str, model: type[models.Model] | None) -> Place:
    if model is None:
        return Place(table, "local", "no model: Django's own list")
    column = KEYS.get(table, STREAM)
    obstacles = list(_obstacles(model, column))
    if not obstacles:
        return Place(table, "distributed", "all that is written together names one stream", column)
    whose = next((f"projection {one.name}" for one in REGISTERED if table in one.tables), "no projection")
    return Place(table, "local", f"{whose}: {'; '.join(obstacles)}")


def _obstacles(model: type[models.Model], column: str) -> Iterator[str]:
    """Why *model*'s table cannot be distributed by *column*."""
    fields = model._meta.local_concrete_fields
    if column not in {field.column for field in fields}:
        yield "no column names a stream"
    for key in _keys(model):
        if column not in key:
            yield f"unique ({', '.join(key)}) without it"
    for field in fields:
        target = field.related_model
        if isinstance(target, type):
            yield f"{field.column} leads to {target._meta.db_table}"


def _keys(model: type[models.Model]) -> Iterator[tuple[str, ...]]:
    """The columns of each unique key; of an expression its words."""
    meta = model._meta
    columns = {field.name: str(field.column) for field in meta.local_concrete_fields}
    yield tuple(str(field.column) for field in getattr(meta.pk, "fields", [meta.pk]))
    for field in meta.local_concrete_fields:
        if field.unique and not field.primary_key:
            yield (columns[field.name],)
    for names in (*meta.unique_together, *(one.fields for one in _constraints(model) if one.fields)):
        yield tuple(columns[name] for name in names)
    for one in _constraints(model):
        if one.expressions:
            yield tuple(str(expression) for expression in one.expressions)


def _constraints(model: type[models.Model]) -> list[models.UniqueConstraint]:
    return [one for one in model._meta.constraints if isinstance(one, models.UniqueConstraint)]
