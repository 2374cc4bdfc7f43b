"""From every version to this one: a database that each of them left behind is brought up to date, and all is in it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.config.backup.acts import manage
from tests.config.backup.recording import VERSIONS
from tournaments.config.version import VERSION

KEPT = sorted(VERSIONS.glob("*.tar"))


def test_this_version_is_kept() -> None:
    assert VERSION in [path.stem for path in KEPT]


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_database_of_an_older_version_comes_to_this_one(kept: Path, other: Callable[[], Any]) -> None:
    with other():
        manage("restore", kept)  # it migrates, and verifies each stream against where it ended
        executor = MigrationExecutor(connection)
        assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
        manage("rebuild")  # fills the columns that migrations have added
        assert "nothing differs" in manage("rebuild", "--check")
