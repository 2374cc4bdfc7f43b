"""What the tests of settlement share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tournaments.log import sources
from tournaments.settlement.aging import DAY


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """So many days pass."""
    now = sources.now_ms

    def pass_by(days: float) -> None:
        at = now() + int(days * DAY)
        monkeypatch.setattr(sources, "now_ms", lambda: at)

    return pass_by
