"""A finished table counts once, no matter who delivers it and how often."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.db import connection

from accounts.models import User
from tests.factories import concede, open_for, open_tables
from tournaments.config.celery import app
from tournaments.director import selectors, services
from tournaments.log import selectors as log
from tournaments.ratings import services as ratings
from tournaments.settlement.services import settle_table
from tournaments.settlement.tasks import RATE
from tournaments.tables import push
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services
from tournaments.tables.models import Table


@pytest.mark.django_db
def test_a_table_outside_tournaments_is_rated_and_marked(people):
    table_id = open_for(*people[:2], rated=True)
    settle_table(table_id=table_id)
    assert not log.load("pool:duck-soup")
    concede(table_id)
    concede(table_id)
    assert tables.summary(table_id).settled
    assert len(log.load("pool:duck-soup")) == 1
    assert [event.kind for event in log.load(f"table:{table_id}")].count("table.settled") == 1


@pytest.mark.django_db
def test_if_any_part_fails_the_rest_is_done_the_next_time_and_nothing_twice(announce, people, organiser, monkeypatch):
    tournament_id = announce(*people[:2])
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table_id,) = open_tables(tournament_id)
    concede(table_id, settle=False)
    with monkeypatch.context() as broken:
        broken.setattr("tournaments.settlement.services.mark_settled", _fail)
        with pytest.raises(RuntimeError):
            settle_table(table_id=table_id)
    assert not tables.summary(table_id).settled
    settle_table(table_id=table_id)
    assert tables.summary(table_id).settled
    assert selectors.detail(tournament_id).status == "finished"
    kinds = [event.kind for event in log.load(f"tournament:{tournament_id}")]
    assert kinds.count("tournament.result_recorded") == 1
    assert [event.kind for event in log.load("pool:duck-soup")] == ["rating.table_rated"]


def _fail(**_given: object) -> None:
    raise RuntimeError("no")


@pytest.mark.django_db(transaction=True)
def test_deliveries_at_the_same_time_have_one_effect(announce, people, organiser):
    tournament_id = announce(*people[:8], rounds=2)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    for _round in range(2):
        waiting = open_tables(tournament_id)
        assert len(waiting) == 4
        for table_id in waiting:
            concede(table_id, settle=False)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(_settle_in_a_thread, waiting * 3))
    seen = selectors.detail(tournament_id)
    assert seen.status == "finished"
    kinds = [event.kind for event in log.load(f"tournament:{tournament_id}")]
    assert kinds.count("tournament.round_paired") == 2
    assert kinds.count("tournament.result_recorded") == 8
    assert kinds.count("tournament.finished") == 1
    assert len(log.load("pool:duck-soup")) == 8
    matches = [match.match for paired in seen.rounds for match in paired.matches]
    assert len(tables.of_matches(matches)) == len(matches) == 8


@pytest.mark.django_db(transaction=True)
def test_starts_at_the_same_time_open_each_table_once(announce, people, organiser):
    tournament_id = announce(*people[:8])
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(_start_in_a_thread, [tournament_id] * 6))
    (paired,) = selectors.at(tournament_id).rounds
    assert Table.objects.filter(status="open").count() == len(paired.matches) == 4


def _settle_in_a_thread(table_id: str) -> None:
    try:
        settle_table(table_id=table_id)
    finally:
        connection.close()


def _start_in_a_thread(tournament_id: str) -> None:
    try:
        services.start(tournament_id=tournament_id, by=None, command="start")
    finally:
        connection.close()


@pytest.mark.django_db
def test_a_table_called_off_or_not_there_settles_nothing(people):
    table_id = open_for(people[0], None)
    table_services.abort(table_id=table_id, user_id=people[0].pk)
    settle_table(table_id=table_id)
    assert not tables.summary(table_id).settled


def test_every_task_that_is_sent_by_name_is_registered():
    app.loader.import_default_modules()
    sent = {
        push.SETTLE,
        push.SETTLE_WAITING,
        RATE,
        push.PLAY,
        services.PROCEED,
        ratings.CORRECT,
        *(sent["task"] for sent in settings.CELERY_BEAT_SCHEDULE.values()),
    }
    assert sent <= set(app.tasks)


@pytest.mark.django_db
def test_a_bot_may_win_a_match(announce, organiser, people):
    bot = User.objects.create(username="robot", bot_level="greedy")
    tournament_id = announce(people[0], rounds=1)
    services.enter(tournament_id=tournament_id, user_id=bot.pk, by=organiser.pk)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table_id,) = open_tables(tournament_id)
    table_services.arrive(table_id=table_id, user_id=people[0].pk)
    table_services.resign(table_id=table_id, user_id=people[0].pk)
    settle_table(table_id=table_id)
    assert [line.entry.name for line in selectors.at(tournament_id).standings()] == ["robot", "player1"]
