from __future__ import annotations

from collections.abc import Iterator

import pytest
from celery import current_app
from msgspec.structs import asdict

from accounts.models import User
from tournaments.tables import services
from tournaments.tables.events import Clock
from tournaments.tables.streams import TABLES


@pytest.fixture(autouse=True)
def _own_cache() -> Iterator[None]:
    """Tables are rolled back behind the cache's back."""
    TABLES.forget()
    yield
    TABLES.forget()


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[object]]]:
    """The tasks sent, by name, instead of a broker."""
    tasks: list[tuple[str, list[object]]] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args=(), **_: tasks.append((name, list(args))))
    return tasks


@pytest.fixture
def ann(db) -> User:
    return User.objects.create(username="ann")


@pytest.fixture
def bob(db) -> User:
    return User.objects.create(username="bob")


@pytest.fixture
def robot(db) -> User:
    return User.objects.create(username="robot", bot_level="greedy")


@pytest.fixture
def cleo(db) -> User:
    return User.objects.create(username="cleo")


def open_for(*users: User | None, game: str = "duck-soup", clock: Clock | None = None, **given) -> str:
    """A table of *game* for *users* in that order."""
    setup = services.Setup(
        game=game,
        options=given.pop("options", {"length": "deal"} if game == "duck-soup" else {}),
        seats=[user.pk if user else None for user in users],
        clock=clock,
        rated=given.pop("rated", False),
    )
    opener = given.pop("opener", next(user.pk for user in users if user))
    if "match" in given:
        return services.open_match(setup, organiser=opener, **given)
    return services.open_table(**asdict(setup), opener=opener, **given)
