"""Whoever follows a table is told at once that something was written: its number, the same for all, and no more."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts import privacy
from accounts.models import User
from tests.factories import open_for
from tests.tables.test_live import known, run, watching
from tournaments.people import chat, moderation
from tournaments.people.places import at_table
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
