"""Kombu's way to Valkey, with one client for the commands of a channel: it makes one for each, which takes longer than
the command itself and would be a third of what a message costs."""

from typing import Any

from kombu.transport import redis


class Channel(redis.Channel):
    """Those that wait for messages, or listen, have one of their own as before."""

    _kept: Any = None

    def _create_client(self, asynchronous: bool = False) -> Any:
        if asynchronous:
            return super()._create_client(asynchronous=True)  # type: ignore[misc]
        if self._kept is None or self._kept.connection_pool is not self.pool:  # there is another after an outage
            self._kept = super()._create_client()  # type: ignore[misc]
        return self._kept


class Transport(redis.Transport):
    Channel = Channel
