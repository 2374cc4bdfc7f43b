"""Sharing tournaments, clubs and club nights: a link, a QR code and a poster; and what the tabs are called."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.clubs.making import facts
from tests.factories import announced, client_of, started
from tests.pages.test_leagues import CLUB, PRESET, scheduled
from tournaments.clubs import services as clubs
from tournaments.leagues.nights import selectors

pytestmark = pytest.mark.django_db

LINK = '<input id="share-link" type="text" readonly value="{}">'


@pytest.fixture
def club(ann: User) -> str:
    User.objects.update(date_joined=timezone.now() - timedelta(days=30))
    return clubs.found(by=ann.pk, facts=facts())


@pytest.fixture
def night(as_ann: Client, club: str) -> str:
    as_ann.post(f"{CLUB}/presets/new?game=duck-soup", PRESET)
    (preset,) = selectors.calendar(club).presets
    scheduled(as_ann, preset=preset, after="15")
    found = selectors.next_night(club)
    assert found is not None
    return f"{CLUB}/nights/{found.id}"


def html(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", answer.content.decode())


def titled(client: Client, path: str) -> str:
    return html(client, path).split("<title>")[1].split("</title>")[0].strip()


def test_each_page_offers_its_own_link_as_text_as_a_code_and_as_a_poster(client: Client, organiser: User, night: str):
    for path in (f"/tournaments/{announced(organiser.pk)}", CLUB, night):
        page = html(client, path)
        assert LINK.format(settings.SITE_URL + path) in page
        assert f'href="{path}/poster"' in page
        assert page.count("The link to this page as a QR code") == 1


def test_a_tournament_s_poster_says_when_where_what_and_how_to_enter(client: Client, organiser: User):
    client.cookies["tz"] = "Europe/Berlin"
    at = round(datetime(2099, 1, 16, 8, tzinfo=UTC).timestamp() * 1000)
    tournament = announced(organiser.pk, starts_at=at, entry_code="open sesame", by_invitation=True, team_size=1)
    page = html(client, f"/tournaments/{tournament}/poster")
    assert "Friday 16 January 2099, 09:00 (Europe/Berlin)" in page
    for words in ("Tuesday", "Duck Soup · Swiss", "olga", "By invitation only.", "the entry code."):
        assert words in page
    assert f"{settings.SITE_URL}/tournaments/{tournament}</p>" in page.replace("<wbr>", "")
    assert "sesame" not in page


def test_a_club_s_poster_names_its_nights_by_its_own_clock_and_the_games(client: Client, night: str):
    for path, title in ((f"{CLUB}/poster", "Harbour Street"), (f"{night}/poster", "Thursday night")):
        page = html(client, path)
        assert f"<h1>{title}</h1>" in page
        assert re.search(r"(Monday|Thursday) \d+ \w+ \d{4}, 19:30 \(Europe/Lisbon\)", page)
        assert "Duck Soup" in page


def test_only_those_who_may_see_a_private_club_find_its_poster(client: Client, ann: User):
    User.objects.update(date_joined=timezone.now() - timedelta(days=30))
    clubs.found(by=ann.pk, facts=facts(visibility="private", join="invitation"))
    assert client.get(f"{CLUB}/poster").status_code == 404
    assert "New members need an invitation" in html(client_of(ann), f"{CLUB}/poster")


def test_a_poster_of_what_can_no_more_be_entered_says_so(client: Client, organiser: User):
    people = [User.objects.create_user(f"p{number}").pk for number in range(4)]
    page = html(client, f"/tournaments/{started(organiser.pk, people, format='knock-out')}/poster")
    assert "Entries are closed" in page
    assert "press Enter" not in page


def test_tabs_of_a_club_are_called_by_what_they_show(as_ann: Client, night: str):
    name = "Harbour Street · Cardroom"
    assert titled(as_ann, CLUB) == name
    for part, title in (
        ("calendar", "Calendar"),
        ("members", "Members"),
        ("settings", "Settings"),
        ("ladders", "Ladders"),
        ("seasons/new", "Open a season"),
        ("schedules", "What repeats"),
        ("archive", "Archive"),
        ("history", "History"),
    ):
        assert titled(as_ann, f"{CLUB}/{part}") == f"{title} · {name}"
    assert re.fullmatch(r"Thursday night, \w+day \d+ \w+ \d{4}, \d\d:\d\d · " + name, titled(as_ann, night))


def test_the_poster_of_an_evening_at_real_tables_names_no_site_as_its_place(client: Client, organiser: User) -> None:
    page = html(client, f"/tournaments/{announced(organiser.pk, in_room=True)}/poster")
    assert "<dd>At real tables, with real cards</dd>" in page
    assert "<dd>localhost" not in page


def test_a_poster_says_what_the_organiser_wrote_and_that_a_name_is_enough_in_the_room(
    client: Client, organiser: User
) -> None:
    told = announced(organiser.pk, in_room=True, rated=True, description="In the *back room* of the Anchor.")
    page = html(client, f"/tournaments/{told}/poster")
    assert "In the <em>back room</em> of the Anchor." in page
    assert "your name is enough" in page
    assert "You need an account" not in page
