"""Django's sessions in the database, with keys that can be one: what else a cookie says is a stranger's."""

from __future__ import annotations

import re
from typing import Final

from django.contrib.sessions.backends.db import SessionStore as InDatabase

KEY: Final = re.compile(r"[0-9a-z]{32}")
"""As Django makes them. A quoted cookie can hold any character, NUL too, which PostgreSQL does not take."""


class SessionStore(InDatabase):
    def _validate_session_key(self, key: str | None) -> bool:
        """One that is not valid counts as none at all."""
        return key is not None and KEY.fullmatch(key) is not None
