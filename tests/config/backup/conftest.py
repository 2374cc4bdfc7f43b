"""A key, a backup, and a database to bring it back into."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests.config.backup.acts import elsewhere, manage, server
from tests.log.streams import grow, lifted_triggers

OTHER = "restored"


@pytest.fixture(scope="session")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("keys") / "key"
    manage("backup", new_key=path)
    return path


@pytest.fixture
def other(transactional_db: None) -> Iterator[Callable[[], Any]]:
    """An empty database beside the one of the tests, and a way to be in it."""
    with server() as control:
        control.execute(f"CREATE DATABASE {OTHER}")
    yield lambda: elsewhere(OTHER)
    with server() as control:
        control.execute(f"DROP DATABASE {OTHER} WITH (FORCE)")


@pytest.fixture(scope="session")
def made(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, key: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A backup of one stream, of which nothing stays in the database."""
    folder = tmp_path_factory.mktemp("made")
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        grow("table:kept000000", sizes=[1, 2])
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SECRET_KEY", "only for tests " * 3)
            manage("backup", folder, key=key)
        with lifted_triggers():
            cursor.execute("DELETE FROM log_event; DELETE FROM log_stream")
    (path,) = folder.iterdir()
    return path
