"""What the tests of settlement share."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_django import Settings

from tests.log.archives import begun
from tournaments.log import sources
from tournaments.platform.units import DAY


@pytest.fixture
def archive(tmp_path: Path, settings: Settings) -> Path:
    """An archive that has not been used yet."""
    return begun(tmp_path, settings)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let days pass."""
    now = sources.now_ms

    def pass_by(days: float) -> None:
        at = now() + int(days * DAY)
        monkeypatch.setattr(sources, "now_ms", lambda: at)

    return pass_by
