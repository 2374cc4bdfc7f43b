"""Who is at the table: people alone, for all processes together, and nothing claimed while it is not known."""

import pytest
import redis

from accounts.credentials import NOBODY
from tests.factories import give_up, open_for
from tests.tables.live import known, next_line, next_presence, run, watching
from tournaments.log import sources
from tournaments.tables import presence
from tournaments.tables.hub import Hub
from tournaments.tables.presence import GRACE_MS, SeatPresence
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db(transaction=True)


def here(table_id: str) -> list[bool | None]:
    return [one.here for one in presence.presences(TABLES.current(table_id).state)]


def test_nobody_is_there_before_they_come(ann, bob):
    table_id = open_for(ann, bob)
    assert presence.presences(TABLES.current(table_id).state) == (
        SeatPresence(0, False, None),
        SeatPresence(1, False, None),
    )


def test_a_player_with_a_stream_is_there_and_everybody_hears_of_it(ann, bob):
    ann_known = known(ann)
    table_id = open_for(ann, bob)

    async def scene(hub: Hub):
        async with watching(hub, table_id) as spectator:
            first = await next_presence(spectator)
            async with watching(hub, table_id, ann_known) as mine:
                later = await next_presence(spectator)
                while await next_presence(mine) != later:
                    pass
                return first, later

    first, later = run(scene)
    assert [seat["here"] for seat in first] == [False, False]
    assert [seat["here"] for seat in later] == [True, False]
    assert here(table_id) == [True, False]


def test_two_processes_know_of_each_others_players(ann, bob):
    ann_known = known(ann)
    bob_known = known(bob)
    table_id = open_for(ann, bob)

    async def scene(hub: Hub):
        other = Hub()
        try:
            async with watching(hub, table_id, ann_known), watching(other, table_id, bob_known) as events:
                while not all(seat["here"] for seat in await next_presence(events)):
                    pass
        finally:
            other.stop()

    run(scene)
    assert here(table_id) == [True, True]


def test_who_has_gone_is_away_since_then(ann, bob, monkeypatch):
    ann_known = known(ann)
    table_id = open_for(ann, bob)

    async def scene(hub: Hub):
        async with watching(hub, table_id, ann_known) as events:
            while not (await next_presence(events))[0]["here"]:
                pass

    run(scene)
    left = sources.now_ms()
    assert here(table_id)[0]  # a reload is not noticed
    monkeypatch.setattr(sources, "now_ms", lambda: left + GRACE_MS + 1)
    away = presence.presences(TABLES.current(table_id).state)[0]
    assert away.here is False
    assert away.since is not None
    assert left - GRACE_MS < away.since <= left


def test_bots_spectators_and_seats_given_up_are_not_told_of(ann, bob, cleo, robot):
    table_id = open_for(ann, bob, robot, cleo, game="gasp")
    give_up(table_id=table_id, user_id=bob.pk)
    assert [one.seat for one in presence.presences(TABLES.current(table_id).state)] == [0, 3]


def test_without_redis_it_is_not_known_and_streams_go_on(ann, bob, monkeypatch):
    table_id = open_for(ann, bob)

    def fail(*_: object) -> None:
        raise redis.ConnectionError("gone")

    monkeypatch.setattr(presence, "note", fail)
    assert here(table_id) == [None, None]

    async def scene(hub: Hub):
        async with watching(hub, table_id, NOBODY) as events:
            return await next_line(events), await next_presence(events)

    line, told = run(scene)
    assert line["status"] == "playing"
    assert [seat["here"] for seat in told] == [None, None]
