"""Django's sessions in the database, with keys that can be one, and with whose each is and when it was last used."""

import re
from datetime import timedelta
from typing import Any, Final

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as InDatabase
from django.utils import timezone

from accounts.models import Session
from tournaments.platform.callers import caller
from tournaments.platform.outages import if_it_can_be_written

KEY: Final = re.compile(r"[0-9a-z]{32}")
"""As Django makes them. A quoted cookie can hold any character, NUL too, which PostgreSQL does not take."""
FRESH: Final = timedelta(minutes=1)
"""The last use is not written more often than this."""


class SessionStore(InDatabase):
    _row: Session | None = None
    """As it was loaded."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """A session that is saved has just been used. What was known of its device stays."""
        asks, user = caller(), data.get(SESSION_KEY)
        made = super().create_model_instance(data)
        assert isinstance(made, Session)  # noqa: S101  as get_model_class says
        made.user_id = None if user is None else int(user)
        made.last_used_at = timezone.now()
        if self._row is not None and self._row.session_key == made.session_key:
            made.created_at, made.device = self._row.created_at, self._row.device
        elif asks is not None:
            made.device = asks.device
        return made

    def _get_session_from_db(self) -> Session | None:
        """The row, noted as used if somebody outside uses it."""
        row: Session | None = super()._get_session_from_db()  # type: ignore[misc]  # not in the stubs
        self._row = row
        if row is not None and row.user_id is not None and caller() is not None:
            now = timezone.now()
            if row.last_used_at is None or row.last_used_at < now - FRESH:
                with if_it_can_be_written():
                    Session.objects.filter(pk=row.pk).update(last_used_at=now)
        return row

    def _validate_session_key(self, key: str | None) -> bool:
        """One that is not valid counts as none at all."""
        return key is not None and KEY.fullmatch(key) is not None
