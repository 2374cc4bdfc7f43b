"""A tournament's page leads to its files, as they stood at the moment that the page shows."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import announced, started
from tournaments.director import selectors

pytestmark = pytest.mark.django_db
LINK = re.compile(r'href="(/api/[^"]+\.(?:csv|trf|ics)[^"]*)"')


def files(client: Client, page: str) -> dict[str, str]:
    """The answers' kinds, by the links of *page*."""
    found = {}
    for link in LINK.findall(client.get(page).content.decode()):
        answer = client.get(link)
        assert answer.status_code == 200, link
        assert answer["Content-Disposition"].startswith("attachment")
        found[link] = answer["Content-Type"]
    return found


def test_every_file_of_a_tournament_is_a_link_on_its_page(as_ann: Client, ann: User, ben: User) -> None:
    tournament_id = started(ann.pk, [ann.pk, ben.pk])
    root = f"/api/tournaments/{tournament_id}"
    assert files(as_ann, f"/tournaments/{tournament_id}") == {
        f"{root}/entries.csv": "text/csv; charset=utf-8",
        f"{root}/pairings.csv": "text/csv; charset=utf-8",
        f"{root}/standings.csv": "text/csv; charset=utf-8",
        f"{root}/report.trf": "text/plain; charset=utf-8",
        f"{root}/calendar.ics": "text/calendar; charset=utf-8",
        f"/api/players/{ann.username}/calendar.ics": "text/calendar; charset=utf-8",
    }


def test_a_page_of_the_past_leads_to_files_of_that_moment(client: Client, ann: User, ben: User) -> None:
    tournament_id = started(ann.pk, [ann.pk, ben.pk])
    past = f"/tournaments/{tournament_id}?as_of=2"
    assert selectors.detail(tournament_id).seq > 2
    links = files(client, past)
    assert links
    assert all(link.endswith("?as_of=2") for link in links)


def test_before_the_start_there_are_no_pairings(client: Client, ann: User) -> None:
    tournament_id = announced(ann.pk, game="gasp", format="pods")
    assert [link.rpartition("/")[2] for link in files(client, f"/tournaments/{tournament_id}")] == [
        "entries.csv",
        "calendar.ics",
    ]
