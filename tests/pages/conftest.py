from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from celery import current_app
from django.test import Client
from django.utils import translation

from accounts import services as accounts
from accounts.models import User
from tournaments.director.streams import TOURNAMENTS
from tournaments.pages import now
from tournaments.tables import services
from tournaments.tables.events import Clock
from tournaments.tables.streams import TABLES

MARKUP = "<i>&amp;x"
"""A name that would show if it were not escaped. No form lets it in; a service might."""


@pytest.fixture(autouse=True)
def _own_cache() -> Iterator[None]:
    """Tables are rolled back behind the cache's back."""
    TABLES.forget()
    TOURNAMENTS.forget()
    now.forget()
    yield
    TABLES.forget()
    TOURNAMENTS.forget()


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """A request leaves its language behind in the thread."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[object]]]:
    """The tasks sent, by name, instead of a broker."""
    tasks: list[tuple[str, list[object]]] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args=(), **_: tasks.append((name, list(args))))
    return tasks


@pytest.fixture(autouse=True)
def _no_limits(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.RATES = {}


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", password="six green bottles")


@pytest.fixture
def ben(db: None) -> User:
    return User.objects.create_user("ben", password="six green bottles")


@pytest.fixture
def robot(db: None) -> User:
    return accounts.make_bot("Robot", "greedy")


@pytest.fixture
def as_ann(ann: User) -> Client:
    client = Client()
    client.force_login(ann)
    return client


def open_for(*users: User | None, game: str = "duck-soup", clock: Clock | None = None, rated: bool = False) -> str:
    """A table of *game* for *users* in that order."""
    return services.open_table(
        game=game,
        options={"length": "deal"} if game == "duck-soup" else {},
        seats=[user.pk if user else None for user in users],
        clock=clock,
        rated=rated,
        opener=next(user.pk for user in users if user),
    )
