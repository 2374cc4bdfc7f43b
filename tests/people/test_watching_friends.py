"""Who watches a table is told to their friends alone, if they let it be seen; never to those who play there."""

import pytest
from django.test import Client

from accounts import privacy
from accounts.models import User
from tests.factories import client_of, concede, open_for
from tournaments.people import friends
from tournaments.tables import presence

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


def befriend(one: User, other: User) -> None:
    for user in (one, other):
        privacy.choose(user=user, choices={"invitations": "anyone"})
    friends.ask(user=one, name=other.username)
    friends.ask(user=other, name=one.username)


@pytest.fixture
def people(db: None) -> dict[str, User]:
    found = {name: User.objects.create_user(name) for name in ("ann", "bob", "mia", "leo", "eve")}
    for one, other in (("mia", "leo"), ("mia", "ann")):
        befriend(found[one], found[other])
    return found


@pytest.fixture
def table(people: dict[str, User]) -> str:
    """Ann and bob play; mia and eve watch."""
    made = open_for(people["ann"], people["bob"])
    presence.note_watching("a", {made: (2, [people["mia"].pk, people["eve"].pk])})
    return made


def told(user: User, table: str) -> str:
    answer = client_of(user).get(f"/tables/{table}/watchers")
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_friend_is_told_and_of_nobody_else(people: dict[str, User], table: str) -> None:
    html = told(people["leo"], table)
    assert "mia" in html
    assert "eve" not in html


def test_who_does_not_let_it_be_seen_is_not_named(people: dict[str, User], table: str) -> None:
    privacy.choose(user=people["mia"], choices={"show_presence": False})
    assert "mia" not in told(people["leo"], table)


def test_somebody_who_plays_there_is_told_nobody_until_it_is_over(people: dict[str, User], table: str) -> None:
    assert "mia" not in told(people["ann"], table)
    concede(table)
    assert "mia" in told(people["ann"], table)


def test_a_stranger_is_told_nobody(table: str) -> None:
    answer = Client().get(f"/tables/{table}/watchers")
    assert answer.status_code == 302


def test_the_page_says_how_many(people: dict[str, User], table: str) -> None:
    html = client_of(people["leo"]).get(f"/tables/{table}").content.decode()
    assert '<b id="watching-n">4</b>' in html
    assert "watchers" in html
    assert f"/tables/{table}/watchers" not in client_of(people["ann"]).get(f"/tables/{table}").content.decode()
