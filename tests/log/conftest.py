"""What the tests of the log share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pgtrigger
import pytest
from django.db.backends.postgresql.operations import DatabaseOperations


@pytest.fixture(scope="session", autouse=True)
def lifted_truncate() -> Iterator[None]:
    """Let Django's flush empty the log behind a test that committed. Everything else is still refused."""
    flush = DatabaseOperations.execute_sql_flush

    def flush_log_too(operations: DatabaseOperations, sql_list: Sequence[str]) -> None:
        with pgtrigger.ignore("log.Event:no_truncate"):
            flush(operations, sql_list)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "execute_sql_flush", flush_log_too)
        yield
