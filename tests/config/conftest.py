import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from django.db import connections
from pytest_django import DjangoDbBlocker, Settings

from tests.config.standby import Standby, following
from tournaments.config.supervisor.crew import Crew
from tournaments.platform import replica


@pytest.fixture
def lists(settings: Settings) -> Iterator[redis.Redis]:
    """The broker's queues, that of the bots empty before and afterwards: other tests have sent messages, too."""
    client = redis.Redis.from_url(settings.CELERY_BROKER_URL)
    client.delete(f"{settings.REDIS_PREFIX}bots")
    yield client
    client.delete(f"{settings.REDIS_PREFIX}bots")
    client.close()


@pytest.fixture(scope="module")
def standby_server(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Crew]:
    folder = tempfile.TemporaryDirectory(prefix="cardroom-", ignore_cleanup_errors=True)
    with folder as path, django_db_blocker.unblock(), following(Path(path) / "home") as crew:
        yield crew


@pytest.fixture
def standby(transactional_db: None, standby_server: Crew, monkeypatch: pytest.MonkeyPatch) -> Iterator[Standby]:
    made = Standby(standby_server)
    monkeypatch.setattr(replica, "watch", made.watch)
    yield made
    connections[replica.REPLICA].close()
    made.resume()
