"""A large tournament is shown in parts, with ways to all of it; the API and the files have it whole."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import open_tables, started
from tests.markup import tight
from tournaments.director import selectors
from tournaments.director.web import large_fields

pytestmark = pytest.mark.django_db
COUNT = 9


@pytest.fixture
def cup(monkeypatch: pytest.MonkeyPatch) -> str:
    """Of nine entries, where more than four are many."""
    monkeypatch.setattr(large_fields, "LARGE", 4)
    monkeypatch.setattr(large_fields, "LINES", 4)
    monkeypatch.setattr(large_fields, "BRIEF", 2)
    users = [User.objects.create_user(f"player{number}").pk for number in range(COUNT)]
    return started(users[0], users, rounds=3)


def named(client: Client, page: str) -> list[str]:
    part = client.get(page).content.decode().partition("<table")[2]
    return re.findall(r'href="/players/(player\d)"', part)


@pytest.mark.parametrize("tab", ["standings", "crosstable"])
def test_the_lines_of_all_pages_together_are_all_lines_in_their_order(client: Client, cup: str, tab: str) -> None:
    pages = [named(client, f"/tournaments/{cup}/{tab}?page={number}") for number in (1, 2, 3)]
    assert [len(page) for page in pages] == [4, 4, 1]
    assert sum(pages, []) == [line.entry.name for line in selectors.at(cup).standings()]  # noqa: RUF017
    assert "?page=2" in client.get(f"/tournaments/{cup}/{tab}").content.decode()
    assert client.get(f"/tournaments/{cup}/{tab}?page=x").status_code == 404


def test_the_overview_begins_the_standings_and_leads_to_them(client: Client, cup: str) -> None:
    page = client.get(f"/tournaments/{cup}").content.decode()
    assert "All standings" in page
    assert "All tables" in page
    assert page.count('class="tcard') == 2


def test_one_round_is_shown_and_its_tables_keep_their_numbers(client: Client, cup: str) -> None:
    assert len(open_tables(cup)) == 4
    page = tight(client.get(f"/tournaments/{cup}/rounds").content.decode())
    assert re.findall(r"Table (\d)<", page) == ["1", "2", "3", "4"]
    assert f'href="/tournaments/{cup}/rounds?round=1"' in page


def test_one_line_at_a_time_says_why(client: Client, cup: str) -> None:
    """So far only the one with the bye has something to be told."""
    pages = [client.get(f"/tournaments/{cup}/standings?page={number}").content.decode() for number in (1, 2, 3)]
    assert all("<details" not in page.partition("<table")[2].partition("</table>")[0] for page in pages)
    ((query, anchor),) = re.findall(r'href="(\?page=\d&amp;line=\d+)#(line-\d+)"', "".join(pages))
    told = client.get(f"/tournaments/{cup}/standings{query.replace('&amp;', '&')}").content.decode()
    assert told.count("<details open") == 1
    assert f'id="{anchor}"' in told
    assert client.get(f"/tournaments/{cup}/standings?line=x").status_code == 200


def test_one_table_at_a_time_says_why(client: Client, cup: str) -> None:
    page = client.get(f"/tournaments/{cup}/rounds").content.decode()
    links = re.findall(r'href="(\?round=1&amp;page=1&amp;match=[^"#]+)#', page)
    assert len(links) == 4
    assert "Nobody here has met before" not in page
    told = client.get(f"/tournaments/{cup}/rounds{links[0].replace('&amp;', '&')}").content.decode()
    assert told.count("Nobody here has met before") == 1


def test_a_small_tournament_is_shown_whole(client: Client) -> None:
    users = [User.objects.create_user(f"player{number}").pk for number in range(4)]
    tournament_id = started(users[0], users)
    assert "All standings" not in client.get(f"/tournaments/{tournament_id}").content.decode()
    assert len(named(client, f"/tournaments/{tournament_id}/standings")) == 4
