"""Feeds of tournaments: of what everybody may know of, and nothing else."""

import xml.etree.ElementTree as Tree

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.clubs.founding import founded
from tests.factories import announced
from tournaments.director import services

pytestmark = pytest.mark.django_db
ATOM = {"": "http://www.w3.org/2005/Atom"}


@pytest.fixture(autouse=True)
def _nothing_kept_of_feeds() -> None:
    cache.clear()


def entries(client: Client, address: str) -> dict[str | None, str | None]:
    """Links by title."""
    answer = client.get(address)
    assert answer["Content-Type"].startswith("application/atom+xml")
    feed = Tree.fromstring(answer.content)  # noqa: S314  our own
    found = {}
    for entry in feed.findall("entry", ATOM):
        link = entry.find("link", ATOM)
        assert link is not None
        found[entry.findtext("title", None, ATOM)] = link.get("href")
    return found


def test_the_feed_has_public_tournaments_each_with_its_address(client: Client, ann: User, bob: User) -> None:
    club = founded(bob, visibility="private", join="invitation")
    public = announced(ann.pk, name="Winter & Spring")
    announced(bob.pk, name="Among ourselves", club=club)
    found = entries(client, "/tournaments/feed.atom")
    assert list(found) == ["Winter & Spring"]
    assert str(found["Winter & Spring"]).endswith(f"/tournaments/{public}")
    assert 'href="/tournaments/feed.atom"' in client.get("/tournaments").content.decode()


def test_a_club_has_its_own_and_a_private_one_has_none(client: Client, ann: User, bob: User) -> None:
    club = founded(ann)
    announced(ann.pk, name="Thursday", club=club)
    announced(bob.pk, name="Elsewhere")
    page = client.get(f"/clubs/{club}", follow=True)
    (address,) = [
        part.split('"')[0] for part in page.content.decode().split('href="')[1:] if "feed.atom" in part.split('"')[0]
    ]
    assert list(entries(client, address)) == ["Thursday"]
    cache.clear()
    private = founded(bob, slug="quiet", visibility="private", join="invitation")
    for asked in (private, "quiet", "nobody"):
        assert client.get(f"/clubs/{asked}/feed.atom").status_code == 404


def test_one_that_is_called_off_is_still_told_of(client: Client, ann: User) -> None:
    tournament = announced(ann.pk, name="Off")
    services.cancel(tournament_id=tournament, by=ann.pk)
    assert list(entries(client, "/tournaments/feed.atom")) == ["Off"]


def test_parameters_behind_an_address_are_ignored_and_nothing_is_kept_for_them(client: Client, ann: User) -> None:
    announced(ann.pk, name="First")
    assert list(entries(client, "/tournaments/feed.atom?x=1")) == ["First"]
    announced(ann.pk, name="Second")
    assert list(entries(client, "/tournaments/feed.atom?x=2")) == ["First"], "kept from before"
