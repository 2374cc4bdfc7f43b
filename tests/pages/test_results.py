"""A player's page: numbers for each game, and their games narrowed by a form that stands in the address."""

import pytest
from django.test import Client

from accounts import privacy
from accounts.models import User
from tests.factories import concede, open_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(ann: User, ben: User, robot: User) -> list[str]:
    """Ann has won against ben and lost at gasp."""
    tables = [open_for(ann, ben), open_for(ben, robot, ann, game="gasp")]
    for table in tables:
        concede(table)
    return tables


def shown(client: Client, games: list[str], query: str) -> list[str]:
    page = client.get(f"/players/ann?{query}")
    assert page.status_code == 200
    return [table for table in games if f"/tables/{table}/replay" in page.content.decode()]


def test_games_are_narrowed_in_the_address(client: Client, games: list[str]) -> None:
    duck, gasp = games
    assert shown(client, games, "") == games
    assert shown(client, games, "game=gasp") == [gasp]
    assert shown(client, games, "opponent=BEN&result=won") == [duck]
    assert shown(client, games, "since=2020-01-01&until=2099-12-31") == games
    assert shown(client, games, "until=2020-01-01") == []
    assert shown(client, games, "since=0001-01-01&until=9999-12-31") == games
    page = client.get("/players/ann?result=won&opponent=ben").content.decode()
    assert '<option value="won" selected>' in page
    assert 'value="ben"' in page


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("opponent=nobody", "There is no player with that name."),
        ("since=yesterday", "Enter a valid date."),
        ("game=bridge", "Select a valid choice."),
    ],
)
def test_what_makes_no_sense_is_said_beside_its_field(client: Client, games: list[str], query: str, words: str) -> None:
    page = client.get(f"/players/ann?{query}")
    assert page.status_code == 422
    assert words in page.content.decode()
    assert not any(f"/tables/{table}/replay" in page.content.decode() for table in games)


def test_numbers_stand_for_each_game_with_what_it_counts(client: Client, games: list[str]) -> None:
    page = " ".join(client.get("/players/ann").content.decode().split())
    assert "By game" in page
    assert "100 %" in page
    assert "tokens" in page


def test_hidden_games_have_no_numbers_and_no_form_for_others(client: Client, ann: User, games: list[str]) -> None:
    privacy.choose(user=ann, choices={"show_games": False})
    page = client.get("/players/ann?opponent=ben").content.decode()
    assert "By game" not in page
    assert 'name="opponent"' not in page
    assert shown(client, games, "game=gasp") == []
    client.force_login(ann)
    assert "By game" in client.get("/players/ann").content.decode()
