"""What goes on for open streams ends when it is cancelled and not before, and there is one of each kind."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from tournaments.streams.loops import Loops
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


class Lost(Deaf):
    """A client of Redis whose connection breaks while one listens, each time."""

    def __init__(self) -> None:
        super().__init__("")
        self.tries = 0

    def __getattr__(self, name: str) -> Callable[..., Awaitable[None]]:
        async def answer(*_args: Any, **_options: Any) -> None:
            if name == "get_message":
                self.tries += 1
                raise ConnectionError

        return answer


def test_a_subscription_goes_on_after_redis_was_away(monkeypatch: pytest.MonkeyPatch):
    async def goes_on() -> bool:
        subscription, client = Subscription(list, lambda _table: None, lambda _table, _line: None), Lost()
        monkeypatch.setattr(subscription, "_client", lambda: client)
        monkeypatch.setattr("tournaments.tables.subscription.PAUSE", 0)
        running = asyncio.create_task(subscription.run())
        async with asyncio.timeout(10):
            while client.tries < 3 and not running.done():
                await asyncio.sleep(0)
        running.cancel()
        return client.tries == 3

    assert asyncio.run(goes_on())


def test_what_goes_on_is_not_begun_again_when_something_beside_it_has_ended():
    async def begun() -> tuple[int, int]:
        loops, steady, short = Loops(), 0, 0

        async def forever() -> None:
            nonlocal steady
            steady += 1
            await asyncio.Event().wait()

        async def once() -> None:
            nonlocal short
            short += 1

        for _ in range(3):
            loops.start(forever=forever, once=once)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        loops.stop()
        return steady, short

    assert asyncio.run(begun()) == (1, 3)
