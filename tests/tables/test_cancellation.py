"""What goes on for open streams ends when it is cancelled, also where a library swallows that."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from tournaments.tables.subscription import Subscription


class Deaf:
    """A client of Redis that answers only in the moment of a cancellation, and hides it."""

    def __init__(self, deaf_at: str) -> None:
        self._deaf_at = deaf_at
        self.asked = asyncio.Event()

    def __getattr__(self, name: str) -> Callable[..., Awaitable[None]]:
        async def answer(*_args: Any, **_options: Any) -> None:
            if name == self._deaf_at and not self.asked.is_set():
                self.asked.set()
                with suppress(asyncio.CancelledError):
                    await asyncio.Event().wait()
            elif name == "get_message":
                await asyncio.Event().wait()

        return answer

    @asynccontextmanager
    async def pubsub(self) -> Any:
        yield self

    async def __aenter__(self) -> Deaf:
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass


@pytest.mark.parametrize("deaf_at", ["subscribe", "get_message"])
def test_a_subscription_ends_though_its_client_swallows_the_cancellation(deaf_at: str, monkeypatch: pytest.MonkeyPatch):
    async def cancelled() -> bool:
        subscription = Subscription(list, lambda _table: None, lambda _table, _line: None)
        client = Deaf(deaf_at)
        monkeypatch.setattr(subscription, "_client", lambda: client)
        running = asyncio.create_task(subscription.run())
        await client.asked.wait()
        running.cancel()
        done, _waiting = await asyncio.wait([running], timeout=10)
        return running in done and running.cancelled()

    assert asyncio.run(cancelled())
