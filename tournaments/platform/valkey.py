"""The one way of synchronous code to Valkey (or Redis): cache, counters, wake-ups, tasks. It can be done without.

Every call gives up after a moment, and after a failure none is tried for a while: a frozen server costs a process one
short wait now and then, and not one a call.

    client()        counters, scripts, pipelines; raises ``redis.RedisError``, of which ``Away`` comes at once
    Cache           Django's cache; while the server is away nothing is found and nothing kept
    publish()       \\ hints: a process that misses one finds the truth in the database;
    send_task()     / these never raise

Tasks may go by another broker (``BROKER_URL``): it is away by itself.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final, ParamSpec, TypeVar

import redis
import structlog
from amqp import AMQPError
from celery import Celery, current_app
from django.conf import settings
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from kombu.exceptions import OperationalError
from redis.backoff import NoBackoff
from redis.client import Pipeline
from redis.retry import Retry

from tournaments.platform import tracing

_log = structlog.get_logger(__name__)
_P = ParamSpec("_P")
_T = TypeVar("_T")

PATIENCE: Final = 0.3
"""Seconds to wait for a connection or an answer."""
PAUSE: Final = 1.5
"""Seconds without a try after a failure."""
OPTIONS: Final = {
    "socket_connect_timeout": PATIENCE,
    "socket_timeout": PATIENCE,
    "retry": Retry(NoBackoff(), 0),
}
TRANSPORT_OPTIONS: Final = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE, "max_retries": 0}
"""The same for Celery's senders. Its workers wait for messages as long as it takes."""
AMQP_PATIENCE: Final = 1.0
"""A connection to RabbitMQ is seven messages there and back. One that is short of memory takes nothing from senders."""
AMQP_OPTIONS: Final = {"read_timeout": AMQP_PATIENCE, "write_timeout": AMQP_PATIENCE, "max_retries": 0}
NOT_SENT: Final = (redis.RedisError, OperationalError, AMQPError)
FAILURES: Final = (redis.ConnectionError, redis.TimeoutError, OperationalError, AMQPError)


SENT_AT: Final = "sent_at"
"""The header of a message that says when it was sent, in epoch seconds."""


class Away(redis.ConnectionError):
    """It did not answer a moment ago, so it was not asked again."""


class Breaker:
    """Open after a failure; every *pause* seconds a single call is let through to see whether the server is back."""

    def __init__(
        self, pause: float = PAUSE, clock: Callable[[], float] = time.monotonic, *, server: str = "valkey"
    ) -> None:
        self._server = server
        self._pause = pause
        self._clock = clock
        self._shut_until = 0.0
        self._lock = threading.Lock()

    @contextmanager
    def guard(self) -> Iterator[None]:
        self._enter()
        try:
            yield
        except FAILURES as error:
            if not self._shut_until:
                _log.warning(f"{self._server}_away", error=str(error))
            self._shut_until = self._clock() + self._pause
            raise
        if self._shut_until:
            self._shut_until = 0.0
            _log.info(f"{self._server}_back")

    def reset(self) -> None:
        self._shut_until = 0.0

    def _enter(self) -> None:
        if not self._shut_until:
            return
        with self._lock:
            now = self._clock()
            if now < self._shut_until:
                raise Away(f"{self._server} did not answer a moment ago")
            self._shut_until = now + self._pause  # this call tries; the others don't wait for it


breaker: Final = Breaker()
_broker: Final = Breaker(server="broker")


class Client(redis.Redis):
    """A client whose every command and pipeline goes through the breaker."""

    def execute_command(self, *args: Any, **options: Any) -> Any:
        with breaker.guard():
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:
        return _Pipeline(self.connection_pool, self.response_callbacks, transaction, shard_hint)


class _Pipeline(Pipeline):
    def execute(self, raise_on_error: bool = True) -> list[Any]:
        with breaker.guard():
            done: list[Any] = super().execute(raise_on_error)
            return done


def client() -> Client:
    """The client of this process, for any thread."""
    return _client(settings.REDIS_URL)


@lru_cache
def _client(url: str) -> Client:
    return Client(connection_pool=redis.ConnectionPool.from_url(url, **OPTIONS))


def publish(channel: str, message: str | int) -> None:
    """Wake those who listen."""
    try:
        client().publish(channel, message)
    except redis.RedisError as error:
        _log.info("not_published", channel=channel, error=str(error))


def send_task(
    name: str, arguments: Sequence[object], *, countdown: float | None = None, expires: float | None = None
) -> None:
    """Ask a worker to do something soon. What must be done in any case is found by the tick as well: what that sends
    *expires* after that many seconds, or the messages of an outage would be done one by one when it is over."""
    own = breaker if settings.CELERY_BROKER_URL == settings.REDIS_URL else _broker
    try:
        known = structlog.contextvars.get_contextvars()
        given, asked_by = list(arguments), _asked_by(known)
        with own.guard(), tracing.sending(new_trace="task" in known):
            current_app.send_task(name, given, countdown=countdown, expires=expires, retry=False, headers=asked_by)
    except NOT_SENT as error:
        _log.info("task_not_sent", task=name, error=str(error))


def _asked_by(known: Mapping[str, Any]) -> dict[str, str]:
    """The request that a task comes from, for its log. What a task sends comes from no request, in traces as well:
    bots' turns lead to bots' turns, for as long as there are bots."""
    return {"request_id": known["request_id"]} if "request_id" in known and "task" not in known else {}


class Sender(Celery):
    """A Celery application whose senders give up as soon as everything else does, and whose messages say when they
    were sent."""

    def send_task(self, name: str, *args: Any, headers: dict[str, Any] | None = None, **options: Any) -> Any:
        return super().send_task(name, *args, headers={**(headers or {}), SENT_AT: time.time()}, **options)

    def connection_for_write(self, url: str | None = None, **options: Any) -> Any:
        given = options.pop("transport_options", None) or {}
        if str(url or self.conf.broker_write_url).startswith("amqp"):
            own, options = AMQP_OPTIONS, {"connect_timeout": AMQP_PATIENCE, **options}
        else:
            own = TRANSPORT_OPTIONS
        return super().connection_for_write(url, transport_options={**own, **given}, **options)


def _or(answer: Callable[[], _T], call: Callable[_P, _T]) -> Callable[_P, _T]:
    """*call*, or while the server is away *answer*."""

    def attempt(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        try:
            return call(*args, **kwargs)
        except redis.RedisError:
            return answer()

    return attempt


def _nothing() -> None:
    """Nothing was kept."""


class _CacheClient(RedisCacheClient):
    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **{**OPTIONS, **options})
        self._client = Client

    def get(self, key: Any, default: Any) -> Any:
        return _or(lambda: default, super().get)(key, default)

    def incr(self, key: Any, delta: int) -> Any:
        """A key that is not there cannot be counted up, says Django's contract."""
        try:
            return super().incr(key, delta)
        except redis.RedisError as error:
            raise ValueError(f"Key {key!r} not found.") from error

    # The first to add holds the lock, or does the work: better twice than not at all.
    add = _or(lambda: True, RedisCacheClient.add)
    set = _or(_nothing, RedisCacheClient.set)
    touch = _or(lambda: False, RedisCacheClient.touch)
    delete = _or(lambda: False, RedisCacheClient.delete)
    get_many = _or(dict, RedisCacheClient.get_many)
    has_key = _or(lambda: False, RedisCacheClient.has_key)
    set_many = _or(_nothing, RedisCacheClient.set_many)
    delete_many = _or(_nothing, RedisCacheClient.delete_many)
    clear = _or(lambda: False, RedisCacheClient.clear)


class Cache(RedisCache):
    """Django's cache in Valkey. While it is away: nothing is found, nothing is kept, and nobody is told."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _CacheClient
