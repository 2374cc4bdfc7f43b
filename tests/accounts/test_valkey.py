"""What a process does while Valkey is dead or frozen: everything but what only Valkey could do, and at once."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from django.core.cache import cache, caches
from django.test import Client
from pytest_django import Settings

from tournaments.config.supervisor.crew import Crew
from tournaments.config.supervisor.home import Home
from tournaments.config.supervisor.valkey import Valkey
from tournaments.platform import valkey


@pytest.fixture
def server(tmp_path: Path, settings: Settings) -> Iterator[int]:
    """A Valkey of the test's own, which this process uses; its process id."""
    home = Home(tmp_path)
    home.make()
    crew, own = Crew(home, say=lambda line: None), Valkey(home)
    crew.start([own.spec(dict(os.environ))])
    settings.REDIS_URL = settings.CELERY_BROKER_URL = own.url
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": own.url}}
    valkey.breaker.reset()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(valkey, "current_app", valkey.Sender("own", broker=own.url, set_as_current=False))
        yield crew["valkey"].pid
    os.kill(crew["valkey"].pid, signal.SIGCONT) if crew["valkey"].running() else None
    crew.stop()
    valkey.breaker.reset()


@pytest.fixture(params=[signal.SIGKILL, signal.SIGSTOP], ids=["killed", "frozen"])
def gone(server: int, request: pytest.FixtureRequest) -> None:
    cache.set("kept", 1)
    valkey.send_task("nobody.knows", [])
    assert valkey.client().llen("celery") == 1
    os.kill(server, request.param)


@pytest.mark.usefixtures("gone")
def test_nothing_is_found_in_the_cache_and_nothing_kept() -> None:
    assert cache.get("kept", "nothing") == "nothing"
    cache.set("other", 1)
    cache.set_many({"a": 1})
    cache.delete("other")
    assert cache.get_many(["kept", "other"]) == {}
    assert not cache.has_key("kept")
    assert cache.get_or_set("made", lambda: 5) == 5


@pytest.mark.usefixtures("gone")
def test_the_first_to_ask_may_go_on() -> None:
    assert cache.add("lock", 1)


@pytest.mark.usefixtures("gone")
def test_a_wake_up_is_dropped_without_a_word_to_the_caller() -> None:
    valkey.publish("table", 3)
    assert_away()


@pytest.mark.usefixtures("gone")
def test_a_task_is_dropped_without_a_word_to_the_caller() -> None:
    valkey.send_task("nobody.knows", [1], countdown=1)
    assert_away()


def assert_away() -> None:
    with pytest.raises(valkey.Away):
        valkey.client().ping()


@pytest.mark.usefixtures("gone")
def test_after_one_failure_nobody_waits_for_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(redis.RedisError):
        valkey.client().ping()
    asked: list[str] = []
    monkeypatch.setattr(redis.Redis, "execute_command", lambda *_, **__: asked.append("command"))
    monkeypatch.setattr(redis.client.Pipeline, "execute", lambda *_, **__: asked.append("pipeline"))
    monkeypatch.setattr(valkey.Sender, "send_task", lambda *_, **__: asked.append("task"))
    for _ in range(3):
        with pytest.raises(valkey.Away):
            valkey.client().ping()
        with pytest.raises(valkey.Away):
            valkey.client().pipeline().execute()
        cache.get("kept")
        valkey.send_task("nobody.knows", [])
    assert asked == []


@pytest.mark.django_db
@pytest.mark.usefixtures("gone")
@pytest.mark.parametrize("path", ["/", "/account/login/", "/games", "/tables"])
def test_pages_are_shown(client: Client, path: str) -> None:
    assert client.get(path, follow=True).status_code == 200


def test_one_call_at_a_time_asks_whether_it_is_back() -> None:
    now = 100.0
    breaker = valkey.Breaker(pause=60, clock=lambda: now)
    with pytest.raises(redis.TimeoutError), breaker.guard():
        raise redis.TimeoutError("frozen")
    with pytest.raises(valkey.Away), breaker.guard():
        pass
    now += 61
    with breaker.guard(), pytest.raises(valkey.Away), breaker.guard():
        pass
    with breaker.guard():
        pass


def test_it_is_used_again_once_it_is_back(server: int) -> None:
    cache.set("kept", 1)
    os.kill(server, signal.SIGSTOP)
    assert cache.get("kept") is None
    os.kill(server, signal.SIGCONT)
    valkey.breaker.reset()
    assert cache.get("kept") == 1
    assert valkey.client().ping()


def test_what_valkey_refuses_is_no_failure_of_the_server(server: int) -> None:
    """A wrong command is its caller's mistake: it must not keep everybody else away."""
    with pytest.raises(redis.ResponseError):
        valkey.client().execute_command("NO-SUCH-COMMAND")
    assert valkey.client().ping()
    assert caches["default"].add("a", 1)
