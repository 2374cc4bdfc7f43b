"""Tables that wait for players: whose they are, and how many stand before the form that opens another."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import open_for
from tournaments.tables import selectors
from tournaments.tables.web.views.games import WAITING

pytestmark = pytest.mark.django_db


def card_of(html: str, table: str) -> str:
    """The table in a list of those that wait."""
    found = re.search(rf'<li class="tcard" id="open-{table}">.*?</ol>(.*?)</li>', html, re.DOTALL)
    assert found, "it is not in the list"
    return found[1]


def hidden(card: str) -> tuple[bool, bool]:
    """Whether "Join" is hidden, and whether the way to one's own table is."""
    join, way = re.search(r"<button[^>]*>", card), re.search(r"<a [^>]*>", card)
    assert join
    assert way
    return " hidden" in join[0], " hidden" in way[0]


def test_who_sits_at_a_table_and_joins_it_again_is_taken_there(as_ann: Client, ann: User, ben: User) -> None:
    table = open_for(ann, None)
    answer = as_ann.post(f"/tables/{table}/join")
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table}")
    assert selectors.summary(table).seats.count(None) == 1
    client = Client()
    client.force_login(ben)
    assert client.post(f"/tables/{table}/join").status_code == 302
    assert client.post(f"/tables/{table}/join").status_code == 302, "it is being played, and the seat is theirs"


def test_on_a_games_page_ones_own_table_is_not_to_be_joined(as_ann: Client, client: Client, ann: User) -> None:
    table = open_for(ann, None)
    assert hidden(card_of(as_ann.get("/games/duck-soup").content.decode(), table)) == (True, False)
    assert hidden(card_of(client.get("/games/duck-soup").content.decode(), table)) == (False, True)


@pytest.mark.parametrize("path", ["/tables", "/my-games", "/my-games?as=list"])
def test_a_page_says_which_tables_are_the_readers_own(as_ann: Client, client: Client, ann: User, path: str) -> None:
    """What all share cannot; the script goes by this."""
    table = open_for(ann, None)
    assert f'data-own="{table}"' in as_ann.get(path).content.decode()
    assert 'data-own=""' in client.get(path).content.decode()


def test_a_games_page_shows_a_few_waiting_tables_after_its_form_and_leads_to_all(client: Client, ann: User) -> None:
    def waiting(path: str = "/games/duck-soup") -> int:
        return len(re.findall('id="open-(?!h")', client.get(path).content.decode()))

    for _ in range(WAITING):
        open_for(ann, None)
    every = "/games/duck-soup?waiting=all"
    assert f'href="{every}' not in client.get("/games/duck-soup").content.decode()
    open_for(ann, None)
    html = client.get("/games/duck-soup").content.decode()
    assert f'href="{every}#open-h"' in html
    assert html.index('id="new-h"') < html.index('id="open-h"') < html.index('id="rules-h"')
    assert (waiting(), waiting(every)) == (WAITING, WAITING + 1)
    assert f'href="{every}' not in client.get(every).content.decode()
