"""Going back to an earlier migration and on again, and a guard against staying there."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor


class Migrations:
    def to(self, app: str, name: str) -> Any:
        """Take *app* back to a migration, or on to one; the models as they are then."""
        return MigrationExecutor(connection).migrate([(app, name)]).apps

    def to_latest(self) -> None:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())


def check_tables() -> None:
    """A test that leaves a table missing fails itself, not somebody after it."""
    there = set(connection.introspection.table_names())
    missing = sorted({*connection.introspection.django_table_names()} - there)
    assert not missing, f"a migration was taken back and not made again: {missing}"
