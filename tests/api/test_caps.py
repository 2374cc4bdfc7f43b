"""How much a user may have at a time: by API and on the pages, no matter what it is asked with."""

from copy import copy
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings

from accounts import services as accounts
from accounts.models import User
from tests.api.client import Caller
from tests.factories import client_of
from tournaments.director import selectors as director
from tournaments.platform.callers import Caller as Origin
from tournaments.platform.callers import calling
from tournaments.tables import caps, selectors

DUCK = {"game": "duck-soup", "seats": ["me", None]}
WITH_BOT = {"game": "duck-soup", "seats": ["me", "bot:greedy"]}
BOTS_ALONE = {"game": "duck-soup", "seats": ["bot:greedy", "bot:uniform"]}
PLAN = {"name": "Evening", "game": "duck-soup", "format": "swiss", "starts_at": 9_000_000_000_000, "round_minutes": 60}
FORM = {"seats": "2", "against": "people"}


def capped(settings: Settings, **caps: int) -> None:
    settings.CAPS = {**settings.CAPS, **caps}


@pytest.mark.parametrize(
    ("cap", "body", "code"),
    [
        ("tables", DUCK, "too_many_tables"),
        ("bot_tables", WITH_BOT, "too_many_bot_tables"),
        ("bots_alone", BOTS_ALONE, "too_many_bots_alone"),
    ],
)
def test_one_table_too_many_is_refused(
    ann: Caller, bob: Caller, settings: Settings, cap: str, body: Any, code: str
) -> None:
    capped(settings, **{cap: 2})
    assert [ann.post("/api/tables", body).status for _ in range(2)] == [201, 201]
    refused = ann.post("/api/tables", body)
    assert (refused.status, refused["code"]) == (422, code)
    assert len(selectors.listed()) == 2
    assert bob.post("/api/tables", body).status == 201


def test_a_table_that_is_over_makes_room(ann: Caller, settings: Settings) -> None:
    capped(settings, tables=1)
    opened = ann.post("/api/tables", DUCK)
    assert ann.post("/api/tables", DUCK).status == 422
    ann.post(f"/api/tables/{opened['id']}/abort")
    assert ann.post("/api/tables", DUCK).status == 201


def test_a_command_repeated_at_the_cap_gets_its_first_answer(ann: Caller, settings: Settings) -> None:
    capped(settings, tables=1, tournaments=1)
    for path, body in (("/api/tables", DUCK), ("/api/tournaments", PLAN)):
        first = ann.post(path, body, key="one")
        again = ann.post(path, body, key="one")
        assert (again.status, again.body) == (201, first.body)
        assert ann.post(path, body, key="two").status == 422


def test_guests_may_have_fewer_tables_and_those_of_one_address_together(guest: Caller, settings: Settings) -> None:
    capped(settings, guest_tables=1, tables=5)
    assert [guest.post("/api/tables", DUCK).status for _ in range(2)] == [201, 422]
    capped(settings, guest_tables=9, address_bot_tables=2)
    with calling(Origin("127.0.0.1")):
        others = [Caller(accounts.create_guest()) for _ in range(3)]
    assert [other.post("/api/tables", WITH_BOT).status for other in others] == [201, 201, 422]
    assert others[2].post("/api/tables", DUCK).status == 201
    capped(settings, address_bot_tables=9, bots_alone=1)
    answers = [other.post("/api/tables", BOTS_ALONE) for other in others]
    assert [answer.status for answer in answers] == [201, 422, 422]
    assert answers[1]["code"] == "too_many_bots_alone"


def test_one_tournament_too_many_is_refused(ann: Caller, settings: Settings) -> None:
    capped(settings, tournaments=2)
    answers = [ann.post("/api/tournaments", PLAN) for _ in range(3)]
    assert [answer.status for answer in answers] == [201, 201, 422]
    assert answers[2]["code"] == "too_many_tournaments"


def test_one_bot_too_many_in_a_tournament_is_refused(ann: Caller, bots: list[User], settings: Settings) -> None:
    capped(settings, tournament_bots=2, organiser_bots=3)
    made = [ann.post("/api/tournaments", PLAN)["id"] for _ in range(2)]

    def enter(tournament: str, bot: User) -> tuple[int, str]:
        answer = ann.post(f"/api/tournaments/{tournament}/join", {"player": bot.username}, key=f"{tournament}{bot.pk}")
        return answer.status, answer.body.get("code", "")

    assert [enter(made[0], bot)[0] for bot in bots[:2]] == [200, 200]
    assert enter(made[0], bots[2]) == (422, "too_many_bots")
    assert enter(made[0], bots[0])[0] == 200
    assert enter(made[1], bots[0])[0] == 200
    assert enter(made[1], bots[1]) == (422, "too_many_bots")
    assert len(director.detail(made[0]).entries) == 2


def test_pages_have_the_same_caps_and_say_so(ann: Caller, settings: Settings) -> None:
    capped(settings, tables=1, tournaments=0)
    assert ann.user is not None
    client = client_of(ann.user)
    answers = [client.post("/games/duck-soup/open", FORM) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 422]
    assert "You already have 1 tables" in answers[1].content.decode()
    assert client.post("/play", {"game": "duck-soup"}).status_code == 422


def test_the_owner_is_held_while_something_is_made(ann: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[int | str] = []
    monkeypatch.setattr(caps, "hold", held.append)
    ann.post("/api/tables", DUCK)
    ann.post("/api/tournaments", PLAN)
    assert ann.user is not None
    assert held == [ann.user.pk, ann.user.pk]


@pytest.mark.django_db(transaction=True)
def test_of_two_requests_at_once_at_the_cap_exactly_one_passes(ann: Caller, settings: Settings) -> None:
    capped(settings, tables=2)
    assert ann.post("/api/tables", DUCK).status == 201
    together, statuses = Barrier(2), []

    def open_one() -> None:
        try:
            other = copy(ann)
            other.client = Client(raise_request_exception=False)
            together.wait()
            statuses.append(other.post("/api/tables", DUCK).status)
        finally:
            connection.close()

    threads = [Thread(target=open_one) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [201, 422]
    assert len(selectors.listed()) == 2


def test_a_guests_token_is_held_to_the_limits_of_guests_and_of_their_address(settings: Settings) -> None:
    settings.RATES = {"guest_tables": "2/min", "tables": "9/min", "address_tables": "3/min"}
    settings.CAPS = {**settings.CAPS, "guest_tables": 9}
    guests = [Caller(accounts.create_guest()) for _ in range(2)]
    assert [guests[0].post("/api/tables", DUCK).status for _ in range(3)] == [201, 201, 429]
    assert [guests[1].post("/api/tables", DUCK).status for _ in range(2)] == [201, 429]
