from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from accounts.models import User
from tests.tables.conftest import sent
from tournaments.director import services
from tournaments.director.events import Settings
from tournaments.director.models import Match
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import sources
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services
from tournaments.tables.streams import TABLES

__all__ = ["announce", "concede", "open_tables", "organiser", "people", "plan", "play_out", "sent"]


@pytest.fixture(autouse=True)
def _own_caches() -> Iterator[None]:
    """What is kept in the process outlives what a test rolls back."""
    TOURNAMENTS.forget()
    TABLES.forget()
    yield
    TOURNAMENTS.forget()
    TABLES.forget()


@pytest.fixture
def people(db: None) -> list[User]:
    return [User.objects.create(username=f"player{number}") for number in range(1, 9)]


@pytest.fixture
def organiser(db: None) -> User:
    return User.objects.create(username="olga")


Announce = Callable[..., str]


@pytest.fixture
def announce(organiser: User) -> Announce:
    """Announce a tournament of Olga's and enter *users*."""

    def announced(*users: User, **given: Any) -> str:
        command = given.pop("command", None)
        tournament_id = services.announce(by=organiser.pk, settings=plan(**given), command=command)
        for user in users:
            services.enter(tournament_id=tournament_id, user_id=user.pk)
        return tournament_id

    return announced


def plan(**given: Any) -> Settings:
    usual: dict[str, Any] = {
        "name": "Tuesday",
        "round_minutes": 60,
        "game": "duck-soup",
        "format": "swiss",
        "starts_at": sources.now_ms() + 60_000,
    }
    options = {"options": {"length": "deal"}} if given.get("game", "duck-soup") == "duck-soup" else {}
    return Settings(**(usual | options | given))


def open_tables(tournament_id: str) -> list[str]:
    waiting = Match.objects.filter(tournament_id=tournament_id, places__isnull=True).order_by("round", "id")
    return [str(table) for table in waiting.values_list("table", flat=True)]


def gather(table_id: str) -> None:
    """Everybody comes to the table."""
    for user in tables.summary(table_id).seats:
        if user is not None:
            table_services.arrive(table_id=table_id, user_id=user)


def concede(table_id: str, *, settle: bool = True) -> None:
    """End a table quickly: everybody but the first seat's user gives up, the last seat first."""
    gather(table_id)
    for user in reversed(tables.summary(table_id).seats[1:]):
        if user is not None and tables.summary(table_id).status == "playing":
            table_services.resign(table_id=table_id, user_id=user)
    if settle:
        settle_table(table_id=table_id)


def play_out(tournament_id: str) -> None:
    while waiting := open_tables(tournament_id):
        for table_id in waiting:
            concede(table_id)
