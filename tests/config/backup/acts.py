"""What the tests of backups do."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection

from tests.processes import database_url

COMMITTED = pytest.mark.django_db(transaction=True)


def manage(command: str, *arguments: object, **given: Any) -> str:
    told = StringIO()
    call_command(command, *map(str, arguments), stdout=told, stderr=told, **given)
    return told.getvalue()


def server() -> psycopg.Connection[Any]:
    return psycopg.connect(database_url(), dbname="postgres", autocommit=True)


@contextmanager
def elsewhere(name: str) -> Iterator[None]:
    here = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = here
