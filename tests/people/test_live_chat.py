"""Followers of a table are told at once that something was written: its number, the same for all, and no more."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts import privacy
from accounts.models import User
from tests.factories import open_for
from tests.tables.live import known, run, watching
from tournaments.people import chat, moderation
from tournaments.people.places import at_table
from tournaments.streams import batches
from tournaments.tables import live
from tournaments.tables.hub import Hub

pytestmark = pytest.mark.django_db(transaction=True)


async def next_chat(events: AsyncIterator[bytes]) -> bytes:
    async for event in events:
        if event.startswith(b"event: chat\n"):
            return event
    raise AssertionError("the stream has ended")


def test_everybody_is_told_the_same_and_none_of_the_words(
    ann: User, bob: User, cleo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_for(ann, bob)
    privacy.block(user=cleo, other=ann)
    reads: list[object] = []
    read = live.news

    def noted(watched: Any) -> Any:
        reads.append(watched)
        return read(watched)

    monkeypatch.setattr(live, "news", noted)

    async def scene(hub: Hub) -> tuple[int, list[bytes], list[bytes]]:
        async with (
            watching(hub, table) as stranger,
            watching(hub, table, await sync_to_async(known)(bob)) as seated,
            watching(hub, table, await sync_to_async(known)(cleo)) as blocker,
        ):
            everybody = (stranger, seated, blocker)
            before = len(reads)
            line = await sync_to_async(chat.write)(user=ann, place=at_table(table), text="xyzzyplugh")
            told = [await next_chat(events) for events in everybody]
            await sync_to_async(moderation.remove)(user=ann, line_id=line, cause="other")
            again = [await next_chat(events) for events in everybody]
            assert len(reads) == before  # the table is not read for it
            return line, told, again

    line, told, removed = run(scene)
    assert told == removed == [b'event: chat\ndata: {"last":%d}\n\n' % line] * 3


def test_of_many_who_watch_a_few_are_told_at_a_time_and_who_plays_waits_for_nobody(
    ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All at once they would ask for the line at once, and everybody else would wait for them."""
    monkeypatch.setattr(batches, "AT_ONCE", 2)
    monkeypatch.setattr(batches, "PAUSE", 600)
    table = open_for(ann, bob)

    async def scene(hub: Hub) -> tuple[list[bytes], bytes]:
        heard: list[bytes] = []

        async def hear(events: AsyncIterator[bytes]) -> None:
            heard.append(await next_chat(events))

        async with contextlib.AsyncExitStack() as stack:
            strangers = [await stack.enter_async_context(watching(hub, table)) for _number in range(5)]
            player = await stack.enter_async_context(watching(hub, table, await sync_to_async(known)(bob)))
            hearing = [asyncio.create_task(hear(events)) for events in strangers]
            first, second = [
                await sync_to_async(chat.write)(user=ann, place=at_table(table), text=text) for text in "ab"
            ]
            assert [await next_chat(player), await next_chat(player)] == [live.chat_line(first), live.chat_line(second)]
            while len(heard) < 2:
                await asyncio.sleep(0.01)
            for task in hearing:
                task.cancel()
        return heard, live.chat_line(first)

    heard, line = run(scene)
    assert heard == [line] * 2
