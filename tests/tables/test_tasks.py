"""Bots' turns and the tick: delivered any number of times, with one effect."""

import json

import pytest
from celery import current_app

from engine.bots.base import VERSION
from engine.chance import FastRng, bot_seed
from engine.events import Seat
from engine.registry import BOTS
from tests.factories import begin, give_up, open_for
from tournaments.log import selectors as log
from tournaments.log import sources
from tournaments.tables import push, selectors, services, tasks
from tournaments.tables.events import Clock
from tournaments.tables.models import Tick
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db


@pytest.fixture
def later(monkeypatch):
    """Let a number of seconds pass."""
    now = sources.now_ms

    def pass_seconds(seconds: float) -> None:
        monkeypatch.setattr(sources, "now_ms", lambda: now() + int(seconds * 1000))

    return pass_seconds


def test_a_bots_turn_delivered_three_times_is_played_once(robot, ann):
    table_id = open_for(robot, ann)
    before = TABLES.current(table_id).state
    assert before.bots_to_act == [0]
    for _ in range(3):
        tasks.play_bot_turn(table_id, before.seq)
    played = log.load(TABLES.name(table_id), after=before.seq)
    assert sum(event.command is not None for event in played) == 1
    assert TABLES.current(table_id).state.to_act == (1,)


def test_a_bots_move_can_be_made_again_from_what_its_command_says(robot, ann):
    table_id = open_for(robot, ann)
    before = TABLES.current(table_id).state
    tasks.play_bot_turn(table_id, before.seq)
    played = log.load(TABLES.name(table_id), after=before.seq)[0]
    assert played.command is not None
    word, level, version, turn = played.command.split()
    assert (word, level, int(version)) == ("bot", "greedy", VERSION)
    view, moves = before.game.view(before.state, Seat(0)), before.game.legal(before.state, Seat(0))
    again = BOTS[level](before.game).choose(view, moves, FastRng(bot_seed(bytes.fromhex(before.seed), turn)))
    assert json.loads(played.payload)["card"] == before.game.move_text(again)


def test_a_turn_that_is_over_is_not_played(robot, ann):
    table_id = open_for(robot, ann)
    seq = TABLES.current(table_id).state.seq
    services.resign(table_id=table_id, user_id=ann.pk)
    tasks.play_bot_turn(table_id, seq)
    assert selectors.summary(table_id).status == "aborted"


def test_without_a_pace_one_message_plays_until_a_person_is_to_act(robot, ann, settings):
    settings.BOT_PACE = 0
    table_id = open_for(robot, ann)
    tasks.play_bot_turn(table_id, TABLES.current(table_id).state.seq)
    assert TABLES.current(table_id).state.bots_to_act == []


def test_a_bot_that_was_forgotten_is_queued_again_after_five_seconds(robot, ann, sent, later):
    table_id = open_for(robot, ann)
    sent.clear()
    tasks.tick()
    assert (push.PLAY, [table_id, TABLES.current(table_id).state.seq]) not in sent
    later(6)
    tasks.tick()
    assert (push.PLAY, [table_id, TABLES.current(table_id).state.seq]) in sent


def test_a_result_that_was_not_taken_in_is_sent_again(ann, bob, sent, later):
    table_id = open_for(ann, bob)
    give_up(table_id=table_id, user_id=ann.pk)
    sent.clear()
    later(6)
    tasks.tick()
    assert (push.SETTLE_WAITING, []) in sent
    services.mark_settled(table_id=table_id)
    sent.clear()
    later(20)
    tasks.tick()
    assert sent == []


def test_however_many_results_wait_a_tick_sends_one_message(ann, bob, sent, later):
    for _ in range(3):
        give_up(table_id=open_for(ann, bob), user_id=ann.pk)
    sent.clear()
    later(6)
    tasks.tick()
    assert sent == [(push.SETTLE_WAITING, [])]


def test_what_the_tick_sends_is_dropped_by_workers_that_come_back_late(robot, ann, bob, later, monkeypatch):
    give_up(table_id=open_for(ann, bob), user_id=ann.pk)
    open_for(robot, ann)
    expires: dict[str, object] = {}
    monkeypatch.setattr(current_app, "send_task", lambda name, *_, **given: expires.update({name: given["expires"]}))
    later(6)
    tasks.tick()
    assert expires == dict.fromkeys([push.SETTLE_WAITING, push.PLAY], tasks.SWEPT_FOR)


def test_a_table_that_nobody_joins_is_called_off(ann, later, settings):
    table_id = open_for(ann, None)
    later(settings.OPEN_TABLE_SECONDS - 1)
    tasks.tick()
    assert selectors.summary(table_id).status == "open"
    later(settings.OPEN_TABLE_SECONDS + 1)
    tasks.tick()
    assert selectors.summary(table_id).status == "aborted"


def test_a_player_who_has_run_out_of_time_is_flagged(ann, bob, later):
    table_id = open_for(ann, bob, clock=Clock(60))
    begin(table_id)
    for second in range(0, 62, 20):
        later(second)
        tasks.tick()
    assert selectors.summary(table_id).status == "finished"


def test_time_that_the_service_stood_still_is_given_back_once(ann, bob, later):
    table_id = open_for(ann, bob, clock=Clock(60))
    tasks.tick()
    later(300)
    tasks.tick()
    tasks.tick()
    assert selectors.summary(table_id).status == "playing"
    kinds = [event.kind for event in log.load(TABLES.name(table_id))]
    assert kinds.count("table.time_credited") == 1


def test_the_same_gap_credited_again_changes_nothing(ann, bob, later):
    table_id = open_for(ann, bob, clock=Clock(60))
    tasks.tick()
    last = Tick.objects.get().at
    later(300)
    tasks.tick()
    Tick.objects.update(at=last)  # as if the service had died before it noted the time
    tasks.tick()
    kinds = [event.kind for event in log.load(TABLES.name(table_id))]
    assert kinds.count("table.time_credited") == 1


@pytest.mark.parametrize(
    "name", [push.PLAY, push.SETTLE, push.SETTLE_WAITING, "tables.tick", "director.tick", "director.proceed"]
)
def test_every_task_that_is_sent_by_name_is_registered(name):
    current_app.loader.import_default_modules()
    assert name in current_app.tasks
