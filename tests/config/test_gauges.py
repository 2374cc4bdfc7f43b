"""What is asked whenever metrics are collected: what waits, who is behind, who does not answer."""

from typing import LiteralString

import pytest
from django.db import OperationalError
from pytest_django import Settings

from accounts.models import User
from tests.factories import announced, open_for, started
from tournaments.config.telemetry.gauges import Gauges
from tournaments.config.telemetry.questions import DATABASE
from tournaments.director.models import Match, Tournament
from tournaments.log import sources
from tournaments.log.models import Follower
from tournaments.notices.following import catch_up
from tournaments.platform import valkey
from tournaments.platform.database import execute
from tournaments.tables.events import Clock
from tournaments.tables.models import Table, Tick


def asked() -> dict[tuple[str, str], float]:
    """The gauges, by name and label."""
    metrics = Gauges().collect()
    return {(s.name, next(iter(s.labels.values()), "")): s.value for metric in metrics for s in metric.samples}


def asking(statement: LiteralString) -> tuple[dict[str, float], ...]:
    return tuple({"": float(number)} for (number,) in execute(statement, {}))


@pytest.fixture
def kept_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test's own connection, with its transaction: it is not given back."""
    monkeypatch.setattr("tournaments.config.telemetry.gauges.connection.close", lambda: None)


@pytest.mark.django_db
def test_gauges_say_what_waits(kept_connection: None, ann: User, bob: User, robot: User) -> None:
    clocked, botted = open_for(ann, bob, clock=Clock(60_000, 0)), open_for(ann, robot)
    now = sources.now_ms()
    Table.objects.filter(pk=clocked).update(due=now - 40_000)
    Table.objects.filter(pk=botted).update(bot_since=now - 20_000)
    Tick.objects.create(pk=1, at=now - 5_000)
    found = asked()
    assert (found["cardroom_tables_overdue", ""], found["cardroom_bot_queue_tables", ""]) == (1, 1)
    assert 40 <= found["cardroom_tables_overdue_seconds", ""] < 60
    assert 20 <= found["cardroom_bot_queue_age_seconds", ""] < 40
    assert 5 <= found["cardroom_tick_age_seconds", ""] < 25
    assert found["cardroom_results_waiting", ""] == 0
    assert abs(found["cardroom_clock_drift_seconds", ""]) < 1  # it is the same machine
    assert [found[f"cardroom_{server}_up", ""] for server in ("database", "valkey", "broker")] == [1, 1, 1]
    assert found["cardroom_queue_messages", "clocks"] == 0


@pytest.mark.django_db(transaction=True)
def test_a_follower_is_behind_until_it_has_taken_everything_in(ann: User, bob: User, sent: object) -> None:
    while catch_up():
        pass
    before = asked()
    open_for(ann, bob)
    behind = asked()
    while catch_up():
        pass
    name = Follower.objects.get().name
    assert before["cardroom_follower_lag_positions", name] == 0
    assert behind["cardroom_follower_lag_positions", name] >= 1  # what was rolled back has drawn one, too
    assert 0 < behind["cardroom_follower_lag_seconds", name] < 20
    after = asked()
    assert (after["cardroom_follower_lag_positions", name], after["cardroom_follower_lag_seconds", name]) == (0, 0)


@pytest.mark.django_db
def test_a_tournament_waits_where_nothing_is_being_played(
    kept_connection: None, organiser: User, people: list[User], sent: object
) -> None:
    started(organiser.pk, [user.pk for user in people[:4]])
    assert asked()["cardroom_rounds_waiting", ""] == 0
    Match.objects.update(places=[1, 2])
    announced(organiser.pk, starts_at=sources.now_ms() + 60_000)
    assert (asked()["cardroom_rounds_waiting", ""], asked()["cardroom_tournaments_late", ""]) == (1, 0)
    Tournament.objects.filter(status="announced").update(starts_at=sources.now_ms() - 1)
    assert (asked()["cardroom_rounds_waiting", ""], asked()["cardroom_tournaments_late", ""]) == (1, 1)


@pytest.mark.django_db
def test_a_question_that_fails_is_left_out_and_the_database_is_there(
    kept_connection: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where one of the servers is away that the log lies on."""
    before = asked()
    (lag,) = [each for each in DATABASE if each.gauges[0].name == "cardroom_follower_lag_positions"]
    failing = lag._replace(ask=lambda: asking("SELECT 1 / 0"))
    others = [failing if each is lag else each for each in DATABASE]
    monkeypatch.setattr("tournaments.config.telemetry.gauges.DATABASE", others)
    names = {name for name, _label in before} - {gauge.name for gauge in lag.gauges}
    found = asked()
    assert {name for name, _label in found} == names
    assert found["cardroom_database_up", ""] == 1


@pytest.mark.django_db
def test_a_question_that_takes_too_long_is_no_answer(kept_connection: None, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = DATABASE[0]._replace(ask=lambda: asking("SELECT pg_sleep(9)"))
    monkeypatch.setattr("tournaments.config.telemetry.gauges.DATABASE", [slow, *DATABASE[1:]])
    monkeypatch.setattr("tournaments.config.telemetry.gauges.PATIENCE", 0.1)
    found = asked()
    assert found["cardroom_database_up", ""] == 0
    assert "cardroom_tick_age_seconds" not in {name for name, _label in found}


@pytest.mark.django_db
def test_what_does_not_answer_is_said_to_be_away(
    kept_connection: None, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OperationalError("a-secret-host")

    monkeypatch.setattr("tournaments.config.telemetry.gauges.execute", fail)
    monkeypatch.setattr(valkey.Client, "ping", lambda *_, **__: (_ for _ in ()).throw(valkey.Away("gone")))
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    assert asked() == {(f"cardroom_{server}_up", ""): 0 for server in ("database", "valkey", "broker")}
