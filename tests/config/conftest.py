from collections.abc import Iterator

import pytest
import redis
from pytest_django import Settings


@pytest.fixture
def lists(settings: Settings) -> Iterator[redis.Redis]:
    """The broker's queues, that of the bots empty before and afterwards: other tests have sent messages, too."""
    client = redis.Redis.from_url(settings.CELERY_BROKER_URL)
    client.delete(f"{settings.REDIS_PREFIX}bots")
    yield client
    client.delete(f"{settings.REDIS_PREFIX}bots")
    client.close()
