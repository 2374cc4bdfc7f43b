"""A player's page: numbers for each game, and the way to the search of their games."""

import pytest
from django.test import Client

from accounts import privacy
from accounts.models import User

pytestmark = pytest.mark.django_db


def test_numbers_stand_for_each_game_with_what_it_counts(client: Client, games: list[str]) -> None:
    page = " ".join(client.get("/players/ann").content.decode().split())
    assert "By game" in page
    assert "100 %" in page
    assert "tokens" in page


def test_a_players_page_leads_to_the_search_of_their_games(client: Client, ann: User, games: list[str]) -> None:
    assert 'href="/games/search?player=ann"' in client.get("/players/ann").content.decode()
    found = client.get("/games/search?player=ann").content.decode()
    assert all(f"/tables/{table}/replay" in found for table in games)


def test_hidden_games_have_no_numbers_and_are_not_searched_by_others(
    client: Client, ann: User, games: list[str]
) -> None:
    privacy.choose(user=ann, choices={"show_games": False})
    page = client.get("/players/ann").content.decode()
    assert "By game" not in page
    assert "/games/search?player=ann" not in page
    client.force_login(ann)
    page = client.get("/players/ann").content.decode()
    assert "By game" in page
    assert "/games/search?player=ann" in page
