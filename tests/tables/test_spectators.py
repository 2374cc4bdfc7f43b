"""How many people watch: those without a seat, in all processes together; the players are not among them."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from accounts.credentials import NOBODY
from accounts.models import User
from tests.factories import open_for
from tests.tables.live import known, next_line, run, watching
from tournaments.log import sources
from tournaments.tables import presence
from tournaments.tables.hub import Hub
from tournaments.tables.presence import GRACE_MS
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.tables.attendance.REFRESH_SECONDS", 0.05)


async def counted(events: AsyncIterator[bytes], wanted: int) -> int:
    """Wait until that number of people watch."""
    async for event in events:
        if event.startswith(b"event: watching\n"):
            found: dict[str, Any] = json.loads(event.partition(b"data: ")[2])
            if found["watching"] == wanted:
                return wanted
    raise AssertionError("the stream has ended")


def test_strangers_count_each_and_users_once_whatever_they_have_open(ann, bob):
    carol_known = known(User.objects.create_user("carol"))
    table = open_for(ann, bob)

    async def scene(hub: Hub):
        twice = watching(hub, table, carol_known), watching(hub, table, carol_known)
        async with watching(hub, table) as stranger, watching(hub, table), twice[0], twice[1]:
            return await counted(stranger, 3)

    assert run(scene) == 3


def test_players_are_told_the_number_and_are_not_counted(ann, bob):
    ann_known = known(ann)
    table = open_for(ann, bob)

    async def scene(hub: Hub):
        async with watching(hub, table, ann_known) as player, watching(hub, table):
            return await counted(player, 1)

    assert run(scene) == 1


def test_two_processes_count_together_and_who_comes_is_told_at_once(ann, bob):
    table = open_for(ann, bob)

    async def scene(hub: Hub):
        other = Hub()
        try:
            async with watching(hub, table) as one, watching(other, table):
                await counted(one, 2)
                async with watching(hub, table) as later:
                    return await counted(later, 2)
        finally:
            other.stop()

    assert run(scene) == 2


def test_who_has_gone_is_counted_no_more(ann, bob, monkeypatch):
    table = open_for(ann, bob)

    async def scene(hub: Hub):
        async with watching(hub, table) as one:
            await counted(one, 1)

    run(scene)
    assert presence.watching(table) == 1
    later = sources.now_ms() + GRACE_MS + 1
    monkeypatch.setattr(sources, "now_ms", lambda: later)
    assert presence.watching(table) == 0
    assert presence.watchers(table) == set()


def test_a_player_who_looks_as_everybody_does_has_no_seat_there(ann, bob):
    """As on TV: their hand is not sent, and they have not come."""
    ann_known = known(ann)
    table = open_for(ann, bob)

    async def scene(hub: Hub):
        watcher = await hub.watch(table, ann_known, seated=False)
        unseated = await next_line(_events(watcher))
        watcher.close()
        async with watching(hub, table, NOBODY) as events:
            stranger = await next_line(events)
        return unseated, stranger, watcher.seat

    unseated, stranger, seat = run(scene)
    assert unseated == stranger
    assert seat is None
    assert not any(one.here for one in presence.presences(_state(table)))


async def _events(watcher: Any) -> AsyncIterator[bytes]:
    async for chunk in watcher:
        for event in chunk.split(b"\n\n")[:-1]:
            yield event + b"\n\n"


def _state(table: str) -> Any:

    return TABLES.current(table).state
