"""Live streams: numbered by the log, each viewer's own, with nothing missed."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Mapping

import pytest
from asgiref.sync import sync_to_async

from accounts.credentials import NOBODY
from engine.events import Event, Seat
from tests.factories import open_for
from tests.tables.live import known, next_line, next_raw, run, watching
from tests.tables.playing import play_first
from tournaments.log import selectors as log
from tournaments.log.events import Stored
from tournaments.platform import valkey
from tournaments.streams import watchers
from tournaments.streams.watchers import Watcher
from tournaments.tables import live, push, services
from tournaments.tables.hub import Hub
from tournaments.tables.state import TableState
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db(transaction=True)


def move_on(table_id: str) -> int:
    """The first legal move of the player who is to act; its last seq."""
    return int(play_first(table_id).seq)


def test_a_newcomer_gets_the_present_state_and_then_a_line_a_commit(ann, bob):
    table_id = open_for(ann, bob)

    async def scene(hub: Hub):
        async with watching(hub, table_id) as watcher:
            now = await next_line(watcher)
            moved = [await sync_to_async(move_on)(table_id) for _ in range(3)]
            later = [await next_line(watcher) for _ in moved]
            return now, moved, later

    now, moved, later = run(scene)
    assert now["events"] == []
    assert [line["seq"] for line in later] == moved
    assert all(line["events"] for line in later)


def test_a_viewer_who_comes_back_is_sent_each_commit_missed(ann, bob):
    table_id = open_for(ann, bob)
    seen = TABLES.current(table_id).state.seq
    moved = [move_on(table_id) for _ in range(4)]

    async def scene(hub: Hub):
        async with watching(hub, table_id, since=seen) as watcher:
            return [(await next_line(watcher))["seq"] for _ in moved]

    assert run(scene) == moved


def test_a_viewer_who_missed_too_much_is_sent_the_present_state_alone(ann, bob, monkeypatch):
    monkeypatch.setattr(live, "MOST_MISSED", 2)
    table_id = open_for(ann, bob)
    seen = TABLES.current(table_id).state.seq
    moved = [move_on(table_id) for _ in range(3)]

    async def scene(hub: Hub):
        async with watching(hub, table_id, since=seen) as watcher:
            return await next_line(watcher)

    line = run(scene)
    assert (line["seq"], line["events"]) == (moved[-1], [])


def test_lines_sent_again_are_the_lines_sent_live(ann, bob):
    ann_known = known(ann)
    table_id = open_for(ann, bob)
    before = TABLES.current(table_id).state.seq

    async def scene(hub: Hub):
        async with watching(hub, table_id, ann_known) as watcher:
            await next_raw(watcher)
            for _ in range(3):
                await sync_to_async(move_on)(table_id)
            sent_live = [await next_raw(watcher) for _ in range(3)]
        async with watching(hub, table_id, ann_known, before) as watcher:
            return sent_live, [await next_raw(watcher) for _ in range(3)]

    sent_live, sent_again = run(scene)
    assert sent_live == sent_again


def test_each_seat_gets_its_own_hand_and_a_spectator_none(ann, bob):
    ann_known = known(ann)
    bob_known = known(bob)
    table_id = open_for(ann, bob)

    async def scene(hub: Hub):
        lines = []
        for identity in (ann_known, bob_known, NOBODY):
            async with watching(hub, table_id, identity) as watcher:
                lines.append(await next_line(watcher))
        return lines

    first, second, spectator = run(scene)
    assert set(first["view"]["hand"]).isdisjoint(second["view"]["hand"])
    assert spectator["view"]["hand"] == []
    assert spectator["legal"] == []


def test_a_viewer_who_sits_down_is_told_what_their_seat_sees_from_then_on(ann, bob):
    strangers, bobs = NOBODY, known(bob)
    table_id = open_for(ann, None)

    async def scene(hub: Hub):
        async with watching(hub, table_id, bobs) as mine, watching(hub, table_id, strangers) as theirs:
            await next_line(mine), await next_line(theirs)
            await sync_to_async(services.join)(table_id=table_id, user_id=bob.pk)
            while not (joined := await next_line(mine))["view"]:
                pass
            seen = [joined, await next_line(theirs)]
            for _ in range(2):
                await sync_to_async(move_on)(table_id)
                seen += [await next_line(mine), await next_line(theirs)]
            return seen[::2], seen[1::2]

    mine, theirs = run(scene)
    assert all(line["view"]["hand"] for line in mine)
    assert [bool(line["legal"]) for line in mine] == [1 in line["to_act"] for line in mine]
    assert any(line["legal"] for line in mine)
    assert all(line["view"]["hand"] == [] and line["legal"] == [] for line in theirs)


def test_a_user_with_two_seats_is_told_each_commit_from_the_seat_that_is_to_act_then(ann):
    table_id = open_for(ann, ann)
    anns = known(ann)

    async def scene(hub: Hub):
        async with watching(hub, table_id, anns) as events:
            seen = [await next_line(events)]
            for _ in range(6):
                await sync_to_async(move_on)(table_id)
                seen.append(await next_line(events))
            return seen

    seen = run(scene)
    assert {line["to_act"][0] for line in seen} == {0, 1}
    assert all(line["legal"] for line in seen)


def test_a_lost_wake_up_is_made_good_by_looking_again(ann, bob, monkeypatch, settings):
    settings.STREAM_CATCH_UP_SECONDS = 0.1
    monkeypatch.setattr("tournaments.tables.push.announce", lambda table: None)
    table_id = open_for(ann, bob)

    async def scene(hub: Hub):
        async with watching(hub, table_id) as watcher:
            await next_line(watcher)
            moved = await sync_to_async(move_on)(table_id)
            return moved, (await next_line(watcher))["seq"]

    moved, told = run(scene)
    assert moved == told


def test_a_client_that_reads_too_slowly_is_let_go_and_nobody_else_waits_for_it(monkeypatch):
    monkeypatch.setattr(watchers, "QUEUE", 2)
    slow = Watcher(NOBODY)
    slow.send([b"1", b"2"])
    assert not slow.closed
    slow.send([b"3"])
    assert slow.closed


def test_what_waits_for_a_client_that_reads_nothing_is_bounded_in_bytes_too(monkeypatch):
    monkeypatch.setattr(watchers, "BYTES", 10)
    slow = Watcher(NOBODY)
    slow.begin([b"backlog that is long"])
    slow.send([b"12345"])
    assert not slow.closed
    slow.send([b"123456"])
    assert slow.closed


def test_a_client_that_takes_nothing_for_long_is_let_go():
    """It would keep what it was told in memory for as long as nothing more happens."""

    async def scene(_hub: Hub) -> tuple[bool, bool]:
        slow, reading = Watcher(NOBODY), Watcher(NOBODY)
        for watcher in (slow, reading):
            watcher.begin([b"backlog"])
        for _beat in range(watchers.BEATS + 1):
            slow.beat()
            reading.beat()
            await anext(reading)
        return slow.closed, reading.closed

    assert run(scene) == (True, False)


def test_only_watched_tables_are_subscribed_to(ann, bob):
    watched, other = open_for(ann, bob), open_for(ann, bob)

    def subscribed() -> set[str]:
        return {name.decode() for name in valkey.client().pubsub_channels(push.channel("*")) if isinstance(name, bytes)}

    async def until(wanted: Callable[[], bool]) -> None:
        while not await asyncio.to_thread(wanted):
            await asyncio.sleep(0.05)

    async def scene(hub: Hub):
        async with watching(hub, watched):
            await until(lambda: push.channel(watched) in subscribed())
            assert push.channel(other) not in await asyncio.to_thread(subscribed)
            async with watching(hub, other):
                await until(lambda: push.channel(other) in subscribed())
            await until(lambda: push.channel(other) not in subscribed())

    run(scene)


def test_a_commit_is_read_once_and_encoded_once_an_audience_however_many_watch(ann, bob, monkeypatch):
    table_id = open_for(ann, bob)
    anns, bobs = known(ann), known(bob)
    reads: list[str] = []
    lines: list[int] = []
    tails, line = log.tails, live.line

    def counted(after: Mapping[str, int]) -> dict[str, list[Stored]]:
        found = tails(after)
        reads.extend(stream for stream, events in found.items() if events)
        return found

    def encoded(table: TableState, commit: Iterable[tuple[int, Event]], seat: Seat | None) -> bytes:
        lines.append(table.seq)
        return line(table, commit, seat)

    async def scene(hub: Hub):
        async with contextlib.AsyncExitStack() as stack:
            everybody = [
                await stack.enter_async_context(watching(hub, table_id, one)) for one in [anns, bobs, NOBODY] * 10
            ]
            for events in everybody:
                await next_line(events)
            monkeypatch.setattr(log, "tails", counted)
            monkeypatch.setattr(live, "line", encoded)
            moved = await sync_to_async(move_on)(table_id)
            return moved, [(await next_line(events))["seq"] for events in everybody]

    moved, told = run(scene)
    assert set(told) == {moved}
    assert reads == [TABLES.name(table_id)]
    assert lines == [moved] * 3
