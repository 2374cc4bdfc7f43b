"""How pages look and sound is chosen in the browser, by everybody."""

import pytest
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db

CHOSEN = {"theme": "dark", "suits": "four", "letters": "on", "cards": "large", "taps": "one", "pace": "slow"}
MORE = {"sound": "mine", "vibration": "on"}


def test_each_choice_stands_on_every_page_until_it_is_taken_back(client: Client) -> None:
    answer = client.post("/settings/display", CHOSEN | MORE)
    assert (answer.status_code, answer["Location"]) == (302, "/settings/display")
    root = client.get("/games").content.decode().split("<head>")[0]
    for name, value in (CHOSEN | MORE).items():
        assert f'data-{name}="{value}"' in root
    assert "checked" in (page := client.get("/settings/display").content.decode()) or "selected" in page
    client.post("/settings/display", {})
    assert "data-theme" not in client.get("/games").content.decode().split("<head>")[0]
    assert client.cookies["display"].value == ""


def test_what_is_not_offered_is_refused_and_changes_nothing(client: Client) -> None:
    answer = client.post("/settings/display", {"theme": "pink"})
    assert answer.status_code == 422
    assert "display" not in client.cookies


@pytest.mark.parametrize("kept", ['theme="><script>', "theme=pink&onload=x", "%%%", "theme=dark&theme=pink"])
def test_a_cookie_of_something_else_says_nothing(client: Client, kept: str) -> None:
    client.cookies["display"] = kept
    root = client.get("/games").content.decode().split("<head>")[0]
    assert "data-theme" not in root
    assert "script" not in root
    assert "onload" not in root


def test_players_find_it_among_their_settings_and_strangers_at_the_foot(as_ann: Client, ann: User) -> None:
    assert "/settings/display" in as_ann.get("/settings").content.decode()
    assert "/settings/display" in Client().get("/games").content.decode()
