"""The tables' rows: written in place with every move, found by the tick among many, and made again from the log."""

import random

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from tests.crowds import crowd_tables
from tests.factories import give_up, open_for
from tournaments.log.projections import rebuild
from tournaments.tables import caps, selectors, services, tasks
from tournaments.tables.events import Clock
from tournaments.tables.models import Table
from tournaments.tables.streams import TABLES

LOST_TIME = 60_000


def play_random(table_id: str, moves: int | None = None) -> None:
    """Random moves by the player who is to act, until *moves* have been made or the table is over."""
    table = TABLES.current(table_id).state
    while table.status == "playing" and moves != 0:
        seat = table.to_act[0]
        text = table.game.move_text(random.choice(list(table.game.legal(table.state, seat))))
        user = table.chairs[seat].user
        assert user is not None
        services.make_move(table_id=table_id, user_id=user, move=text)
        table = TABLES.current(table_id).state
        moves = None if moves is None else moves - 1


def updates() -> tuple[int, int]:
    """How often a table's row was updated so far, and how often of these within its page."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'tables_table'")
        row: tuple[int, int] = cursor.fetchone()
        return row


@pytest.mark.django_db(transaction=True)
def test_moves_update_their_tables_row_within_its_page(ann, bob):
    tables = [open_for(ann, bob, clock=Clock(300)) for _ in range(4)]
    all_before, hot_before = updates()
    for table_id in tables:
        play_random(table_id)
    everything, hot = (after - before for after, before in zip(updates(), (all_before, hot_before), strict=True))
    assert everything > 100
    assert hot / everything > 0.9


@pytest.mark.django_db
def test_rows_that_were_written_move_by_move_are_those_that_a_rebuild_makes(ann, bob, cleo, robot):
    play_random(open_for(ann, bob))
    play_random(open_for(ann, bob, clock=Clock(300, 5)), moves=5)
    give_up(table_id=open_for(ann, bob, clock=Clock(300)), user_id=ann.pk)
    services.abort(table_id=open_for(ann, None), user_id=ann.pk)
    joined = open_for(ann, None)
    services.join(table_id=joined, user_id=bob.pk)
    play_random(joined, moves=3)
    left = open_for(ann, bob, cleo, game="gasp", clock=Clock(300))
    give_up(table_id=left, user_id=bob.pk)
    services.credit(table_id=left, ms=LOST_TIME, since=1)
    with_bot = open_for(robot, ann, clock=Clock(300))
    tasks.play_bot_turn(with_bot, TABLES.current(with_bot).state.seq)
    services.mark_settled(table_id=Table.objects.filter(status="finished").values_list("id", flat=True)[0])
    assert rebuild(check=True).changed == ()


@pytest.mark.django_db
def test_the_tick_does_not_look_through_finished_tables():
    crowd_tables(finished=50_000, playing=200)
    looks: tuple[QuerySet[Table], ...] = (
        selectors.timed(),
        selectors.overdue(1),
        selectors.waiting_for_bots(1),
        selectors.unfilled(1, after=0),
        selectors.unsettled(1),
    )
    for plan in (look[: tasks.BATCH].explain() for look in looks):
        assert "Seq Scan" not in plan
        assert "Index" in plan


@pytest.mark.django_db
def test_what_a_user_has_underway_is_not_looked_for_among_what_all_have():
    """The crowd's tables are opened by many, and as many are played as over."""
    crowd_tables(finished=5_000, playing=5_000)
    Table.objects.update(opener=RawSQL("opened_at", []))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tables_table")
    for plan in (caps.opened_by(7).explain(), caps.opened_by(7, 8, 9).explain()):
        assert "tables_underway" in plan
        assert "Seq Scan" not in plan


@pytest.mark.django_db
def test_the_tick_finds_a_fallen_clock_and_a_forgotten_bot_among_others(ann, bob, robot):
    timed, untimed = open_for(ann, bob, clock=Clock(300)), open_for(ann, bob)
    forgotten = open_for(robot, ann)
    due = Table.objects.get(pk=timed).due
    assert due is not None
    assert [table.pk for table in selectors.overdue(due)] == [timed]
    assert [*selectors.overdue(due - 1)] == []
    since = Table.objects.get(pk=forgotten).bot_since
    assert since is not None
    assert [table.pk for table in selectors.waiting_for_bots(since)] == [forgotten]
    assert [*selectors.waiting_for_bots(since - 1)] == []
    assert untimed not in {table.pk for table in selectors.timed()}


@pytest.mark.django_db
def test_no_index_is_on_what_moves_change():
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, Table._meta.db_table)
    indexed = {column for constraint in found.values() if constraint["index"] for column in constraint["columns"]}
    assert not indexed & {"seq", "to_act", "due", "bot_since"}
