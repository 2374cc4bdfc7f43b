"""The broker: how long its queues are, how old what waits in them is, and whether anybody takes from them."""

import json
import time
from collections.abc import Collection
from typing import Any, Final

import redis
import structlog
from amqp import AccessRefused, AMQPError, NotAllowed
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from tournaments.config.condition.facts import Answer, Queue
from tournaments.platform import valkey

_log = structlog.get_logger(__name__)

AWAY: Final = (redis.RedisError, OperationalError, AMQPError, OSError)
REFUSING: Final = (redis.AuthenticationError, redis.exceptions.NoPermissionError, AccessRefused, NotAllowed)
REDIS: Final = ("redis://", "rediss://", "unix://")


def names() -> list[str]:
    routes = settings.CELERY_TASK_ROUTES.values()
    return sorted({settings.CELERY_TASK_DEFAULT_QUEUE, *(route["queue"] for route in routes)})


def look(*, patience: float) -> tuple[Answer, tuple[Queue, ...]]:
    """Whether the broker answers, and the queues, once workers have had *patience* seconds to answer."""
    try:
        known, taken = waiting(), _taken(patience)
    except AWAY as error:
        _log.warning("not_ready", server="broker", error=repr(error))
        return "refuses" if isinstance(error, REFUSING) else "silent", ()
    except Exception as error:  # whatever it is: it may repeat what is in the address
        _log.warning("not_ready", server="broker", error=type(error).__name__)
        return "unfit", ()
    return "answers", tuple(Queue(name, length, oldest, name in taken) for name, (length, oldest) in known.items())


def waiting() -> dict[str, tuple[int, float | None]]:
    """How many messages each queue has, and how old the oldest is; raises one of ``AWAY``."""
    return _in_redis() if settings.CELERY_BROKER_URL.startswith(REDIS) else _in_any_broker()


def _in_redis() -> dict[str, tuple[int, float | None]]:
    """Lists, of which the tail is taken next."""
    client = redis.Redis.from_url(settings.CELERY_BROKER_URL, **valkey.OPTIONS)
    with client, client.pipeline(transaction=False) as asked:
        for name in names():
            asked.llen(settings.REDIS_PREFIX + name)
            asked.lindex(settings.REDIS_PREFIX + name, -1)
        told = asked.execute()
    return {name: (told[2 * at], _age(told[2 * at + 1])) for at, name in enumerate(names())}


def _age(message: bytes | None) -> float | None:
    """``None`` if there is none, or the message is not ours."""
    try:
        sent: Any = json.loads(message or b"{}")["headers"][valkey.SENT_AT]
    except (ValueError, TypeError, LookupError):
        return None
    return max(0.0, time.time() - sent) if isinstance(sent, float) else None


def _in_any_broker() -> dict[str, tuple[int, float | None]]:
    """By the protocol, which tells no ages: a message is seen by taking it. A queue nobody has declared is empty."""
    found: dict[str, tuple[int, float | None]] = {}
    with current_app.connection_for_write() as connection:
        for name in names():
            channel: Any
            with connection.channel() as channel:
                try:
                    found[name] = (channel.queue_declare(name, passive=True).message_count, None)
                except connection.channel_errors:
                    found[name] = (0, None)
    return found


def _taken(patience: float) -> Collection[str]:
    """The queues from which those workers take that answer in time."""
    told = current_app.control.inspect(timeout=patience).active_queues() or {}
    return {queue["name"] for queues in told.values() for queue in queues}
