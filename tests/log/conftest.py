"""What the tests of the log share."""

from pathlib import Path

import pytest
from pytest_django import Settings

from tests.log.archives import begun


@pytest.fixture
def archive(tmp_path: Path, settings: Settings) -> Path:
    """An archive that has not been used yet."""
    return begun(tmp_path, settings)
