"""What is wrong with an address, a password or a file is said of its part alone, in words, and without the secret."""

from types import SimpleNamespace

import amqp
import pytest
import redis
from pytest_django import Settings

from tournaments.config.condition.facts import Site
from tournaments.config.condition.looking import elsewhere, queues, site


@pytest.mark.parametrize(
    ("broker", "answer"),
    [("redis://:wr0ng@{host}", "refuses"), ("redis://:wr0ng@{host}?socket_timeout=wr0ng", "unfit")],
)
def test_a_broker_that_refuses_us_and_an_address_that_is_none_are_said_to_and_no_secret_is_told(
    broker: str, answer: str, settings: Settings, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    settings.CELERY_BROKER_URL = broker.format(host=settings.REDIS_URL.rpartition("@")[2])
    assert queues.look(patience=0.05) == (answer, ())
    assert "wr0ng" not in "".join([*capfd.readouterr(), caplog.text])


@pytest.mark.parametrize(
    ("error", "answer"),
    [
        (amqp.AccessRefused("ACCESS_REFUSED - Login was refused", (0, 0)), "refuses"),
        (amqp.NotAllowed("vhost not found", (10, 40)), "refuses"),
        (ConnectionRefusedError(111, "Connection refused"), "silent"),
        (TypeError("an unexpected keyword argument"), "unfit"),
    ],
)
def test_what_rabbitmq_says_is_told_apart(
    error: Exception, answer: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise error

    settings.CELERY_BROKER_URL = "amqp://me:wr0ng@host"
    monkeypatch.setattr(queues, "current_app", SimpleNamespace(connection_for_write=refuse))
    assert queues.look(patience=0.05) == (answer, ())


@pytest.mark.parametrize("message", ["no message", "[1]", "{}", '{"headers": 1}', '{"headers": {"sent_at": "x"}}'])
def test_what_is_no_message_of_ours_has_no_age(message: str, lists: redis.Redis, settings: Settings) -> None:
    lists.rpush(f"{settings.REDIS_PREFIX}bots", message)
    answer, found = queues.look(patience=0.05)
    assert (answer, {queue.name: (queue.length, queue.oldest) for queue in found}["bots"]) == ("answers", (1, None))


@pytest.mark.parametrize("address", ["http://a..b", "https://a..b", f"http://{'a' * 70}.example"])
def test_an_address_that_is_no_name_is_one_where_nobody_answers(address: str, settings: Settings) -> None:
    settings.SITE_URL = address
    assert site.look() == Site(None)


def test_a_question_that_breaks_has_the_answer_of_one_that_is_not_answered() -> None:
    def question() -> str:
        raise KeyError("broken")

    assert elsewhere.ask("broken", question, otherwise="nothing") == "nothing"
    assert elsewhere.ask("broken", lambda: "something", otherwise="nothing") == "something"
