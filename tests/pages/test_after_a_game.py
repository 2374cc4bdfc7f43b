"""What follows a game: names that lead to people, a friend asked, and a guest who may keep it."""

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import announced, client_of, give_up, open_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(ann: User, ben: User) -> str:
    table = open_for(ann, ben)
    give_up(table_id=table, user_id=ben.pk)
    return table


def test_names_lead_to_profiles_and_the_other_may_be_asked_to_be_a_friend(as_ann: Client, ben: User, over: str) -> None:
    page = as_ann.get(f"/tables/{over}").content.decode()
    assert 'href="/players/ben"' in page
    assert 'form="friend-form"' in page
    assert 'value="ann"' not in page, "nobody asks themselves"
    answer = as_ann.post("/friends/ask", {"player": "ben", "table": over})
    assert answer["Location"] == f"/tables/{over}"
    assert "ann" in client_of(ben).get("/friends").content.decode()


def test_a_spectator_asks_nobody(over: str) -> None:
    assert 'form="friend-form"' not in Client().get(f"/tables/{over}").content.decode()


@pytest.mark.parametrize("table", ["../evil", "https://evil.example", "//evil"])
def test_the_way_back_is_a_table_or_none(as_ann: Client, over: str, table: str) -> None:
    assert as_ann.post("/friends/ask", {"player": "ben", "table": table})["Location"] == "/friends"


def test_a_guest_is_asked_to_keep_the_game_and_comes_back_to_it(ann: User) -> None:
    guest = User.objects.create(username="guest-7", is_guest=True)
    table = open_for(ann, guest)
    assert f"/account/signup/?next=/tables/{table}" in client_of(guest).get(f"/tables/{table}").content.decode()
    assert "keep-it" not in client_of(ann).get(f"/tables/{table}").content.decode()


def test_titles_name_what_they_show(as_ann: Client, ann: User) -> None:
    tournament = announced(ann.pk, name="Autumn Cup")
    for tab, title in (("cancel", "Call the tournament off"), ("desk", "Desk"), ("rulings", "Rulings")):
        page = as_ann.get(f"/tournaments/{tournament}/{tab}").content.decode()
        head = page.split("<title>")[1].split("</title>")[0]
        assert title in head
        assert "Autumn Cup" in head
