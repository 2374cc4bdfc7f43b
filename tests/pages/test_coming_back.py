"""Signing up and logging in come back to the club or tournament that one came from, and to no other site."""

import html
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from tests.clubs.making import facts
from tests.factories import announced, client_of
from tournaments.clubs import services as clubs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]

PASSWORD = "a long enough phrase 7"
NEW = {"username": "newcomer", "password1": PASSWORD}


@pytest.fixture(params=["club", "tournament", "night"])
def place(request: pytest.FixtureRequest, ann: User, organiser: User) -> str:
    User.objects.update(date_joined=timezone.now() - timedelta(days=30))
    if request.param == "tournament":
        return f"/tournaments/{announced(organiser.pk)}"
    clubs.found(by=ann.pk, facts=facts())
    return "/clubs/harbour-street" + ("/calendar?month=2027-03" if request.param == "night" else "")


def link(client: Client, path: str, to: str) -> str:
    """The first link of the page to signing up, or logging in."""
    found = re.findall(rf'href="(/account/{to}/[^"]*)"', client.get(path).content.decode())
    assert found, f"no way to {to}"
    return html.unescape(found[0])


def sent(client: Client, at: str, **given: str) -> str:
    """Where the form at *at* leads, sent as a browser would send it."""
    page = client.get(at).content.decode()
    page = page[page.index("<main") : page.index("</main>")]
    hidden = dict(re.findall(r'<input type="hidden" name="(next)" value="([^"]*)"', page))
    answer = client.post(at.split("?")[0], {**{name: html.unescape(value) for name, value in hidden.items()}, **given})
    assert answer.status_code == 302, answer.content.decode()[:2000]
    return str(answer["Location"])


@pytest.fixture
def eva(db: None) -> User:
    return User.objects.create_user("eva", password=PASSWORD)


def test_who_signs_up_comes_back(client: Client, place: str) -> None:
    at = link(client, link(client, place, "login"), "signup")
    assert sent(client, at, **NEW) == place
    assert client.get(place).wsgi_request.user.username == "newcomer"


def test_who_logs_in_comes_back(client: Client, place: str, eva: User) -> None:
    assert sent(client, link(client, place, "login"), login="eva", password=PASSWORD) == place


def test_a_guest_who_signs_up_comes_back_as_the_same_user(place: str) -> None:
    guest = accounts.create_guest()
    assert sent(client_of(guest), link(client_of(guest), place, "signup"), **NEW) == place
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("newcomer", False)


def test_a_refused_form_still_knows_the_way(client: Client, place: str) -> None:
    at = link(client, place, "login")
    answer = client.post("/account/login/", {"login": "eva", "password": "wrong", "next": place})
    assert f'name="next" value="{html.escape(place)}"' in answer.content.decode()
    assert html.escape(at) in client.get("/account/signup/" + at[at.index("?") :]).content.decode()


def test_a_passkey_leads_back_too(client: Client, place: str) -> None:
    page = client.get(link(client, place, "login")).content.decode()
    passkey = page[page.index("data-passkey") :]
    assert f'name="next" value="{html.escape(place)}"' in passkey


@pytest.mark.parametrize(
    "evil", ["https://evil.example/x", "//evil.example/x", "/\\evil.example", "javascript:alert(1)"]
)
def test_no_other_site_is_led_to(client: Client, eva: User, evil: str) -> None:
    for to in ("login", "signup"):
        page = client.get(f"/account/{to}/", {"next": evil}).content.decode()
        assert not re.findall(r'href="/account/[^"]*evil', page)
    answer = client.post("/account/login/", {"login": "eva", "password": PASSWORD, "next": evil})
    assert answer["Location"] == "/"
    other = Client().post("/account/signup/", {**NEW, "next": evil})
    assert other["Location"] == "/"
