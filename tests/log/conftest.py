"""What the tests of the log share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.log.archives import begun


@pytest.fixture
def archive(tmp_path: Path, settings: object) -> Path:
    """An archive that has just been begun; the settings are put back afterwards."""
    return begun(tmp_path)
