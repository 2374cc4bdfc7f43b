"""What somebody's page shows of them is theirs to choose, alike on pages and in the API; never the rank."""

from typing import Any

import pytest
from django.test import Client

from accounts import privacy
from accounts.models import User
from tests.api.client import Caller
from tests.clubs.founding import founded
from tests.factories import announced, concede, open_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def clients(ann: User, bob: User) -> dict[str, Any]:
    found = {}
    for name, user in (("ann", ann), ("bob", bob)):
        found[name] = Client()
        found[name].force_login(user)
    return found | {"": Client()}


@pytest.mark.parametrize(("shown", "who", "told"), [(True, "", True), (False, "", False), (False, "bob", False)])
def test_games_on_ones_page_are_shown_or_not(
    clients: dict[str, Any], ann: User, bob: User, shown: bool, who: str, told: bool
) -> None:
    table = open_for(ann, bob, rated=True)
    concede(table)
    privacy.choose(user=ann, choices={"show_games": shown})
    page = clients[who].get("/players/ann").content.decode()
    assert (f"/tables/{table}" in page) == told
    assert bool(Caller(None).get("/api/players/ann")["tables"]) == shown
    assert f"/tables/{table}" in clients["ann"].get("/players/ann").content.decode()
    assert Caller(ann).get("/api/players/ann")["tables"]
    assert Caller(None).get("/api/players/ann")["ratings"]
    assert clients[who].get(f"/tables/{table}").status_code == 200


@pytest.mark.parametrize(("shown", "who"), [(True, ""), (False, ""), (False, "bob"), (False, "ann")])
def test_no_list_tells_the_games_of_somebody_who_does_not_show_them(
    clients: dict[str, Any], ann: User, bob: User, shown: bool, who: str
) -> None:
    table = open_for(ann, bob)
    concede(table, settle=False)
    event = announced(bob.pk, [ann.pk], name="Their cup")
    privacy.choose(user=ann, choices={"show_games": shown})
    client, told = clients[who], shown or who == "ann"
    assert (table in client.get("/api/tables?player=ann").content.decode()) == told
    assert (table in client.get("/tables?player=ann").content.decode()) == told
    assert (event in client.get("/api/tournaments?player=ann").content.decode()) == told
    assert (f"/tournaments/{event}" in client.get("/tournaments?player=ann").content.decode()) == told
    assert (event in client.get("/api/players/ann/calendar.ics").content.decode()) == told
    assert table in client.get("/api/tables").content.decode()


def test_the_page_of_the_settings_keeps_what_is_chosen(clients: dict[str, Any], ann: User) -> None:
    chosen = {"challenges": "people", "invitations": "nobody", "show_clubs": "on"}
    assert clients["ann"].post("/settings/privacy", chosen).status_code == 302
    kept = privacy.choices(ann.pk)
    assert (kept["challenges"], kept["invitations"], kept["show_clubs"]) == ("people", "nobody", True)
    assert [kept[name] for name in ("show_games", "show_presence", "chat")] == [False] * 3
    assert clients["ann"].post("/settings/privacy", chosen | {"challenges": "x"}).status_code == 422
    assert privacy.choices(ann.pk) == kept


def test_blocks_are_lifted_on_the_page(clients: dict[str, Any], ann: User, bob: User) -> None:
    clients["ann"].post("/friends/block", {"player": "bob"})
    assert "bob" in clients["ann"].get("/settings/privacy").content.decode()
    assert privacy.blocked(bob) == []
    clients["ann"].post("/settings/unblock", {"player": "bob"})
    assert privacy.blocked(ann) == []
    assert clients["ann"].post("/settings/unblock", {"player": "nobody"}).status_code == 404


def test_a_member_who_keeps_their_clubs_to_themselves_is_listed_with_none(ann: User, bob: User) -> None:
    founded(ann)
    privacy.choose(user=ann, choices={"show_clubs": False})
    assert len(Caller(ann).get("/api/clubs", player="ann")["clubs"]) == 1
    assert Caller(bob).get("/api/clubs", player="ann")["clubs"] == []
    assert Caller(None).get("/api/clubs", player="ann")["clubs"] == []
    privacy.choose(user=ann, choices={"show_clubs": True})
    assert len(Caller(bob).get("/api/clubs", player="ann")["clubs"]) == 1
