"""Idle connections are looked at, not asked."""

import select

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
