"""Idle connections are looked at, not asked; a server that can be done without is not waited for."""

import select
from functools import partial
from typing import Any

import psycopg
from django.conf import settings
from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A server that ends a connection says so on its socket; a sound one that idles has nothing to say."""

    def is_usable(self) -> bool:
        """Asked once a request, before the first statement: a connection lost since the last one is made again."""
        if self.connection is None or self.connection.closed:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        return not poll.poll(0)

    def get_new_connection(self, conn_params: dict[str, Any]) -> psycopg.Connection[Any]:
        """``PATIENCE`` beside ``OPTIONS``: how many seconds a statement may take. Then the server cancels it, which a
        pooler has to tell it; of a server that says nothing the connection is given up a second later."""
        patience = self.settings_dict.get("PATIENCE")
        if patience and not settings.POOLER:
            limit = f"{conn_params.get('options', '')} -c statement_timeout={1000 * patience:.0f}"
            conn_params = conn_params | {"options": limit}
        connection: psycopg.Connection[Any] = super().get_new_connection(conn_params)
        if patience:
            connection.wait = partial(connection.wait, timeout=patience + 1)  # type: ignore[method-assign]
        return connection
