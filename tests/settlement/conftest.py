"""Settlement is tested on the director's tournaments."""

from __future__ import annotations

from tests.director.conftest import _own_caches, announce, organiser, people, sent

__all__ = ["_own_caches", "announce", "organiser", "people", "sent"]
