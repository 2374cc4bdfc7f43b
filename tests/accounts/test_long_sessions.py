"""A screen that was left open: who comes by makes no way in for themselves."""

import time
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts import services
from accounts.models import User
from tests.accounts.entrance import PASSWORD, log_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", password=PASSWORD)


@pytest.fixture
def left_open(ann: User, client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Ann logged in here an hour ago."""
    log_in(client)
    now = time.time
    monkeypatch.setattr("time.time", lambda: now() + 3_600)
    return client


def make_token(client: Client) -> Any:
    return client.post("/settings/tokens", {"name": "mine", "scopes": "bot:play", "days": "365"}, follow=True)


def test_a_token_wants_the_password_again_and_is_made_when_it_came(ann: User, left_open: Client) -> None:
    asked = make_token(left_open)
    assert "account/reauthenticate" in asked.request["PATH_INFO"]
    again = asked.request["PATH_INFO"] + "?" + asked.request["QUERY_STRING"]
    left_open.post(again, {"password": "a guess"})
    assert not ann.tokens.exists()
    made = left_open.post(again, {"password": PASSWORD}, follow=True).content.decode()
    assert ann.tokens.get().name == "mine"
    assert "crd_" in made
    make_token(left_open)
    assert ann.tokens.count() == 2


def test_another_address_wants_the_password_again(ann: User, left_open: Client) -> None:
    address = {"email": "mine@example.org", "action_add": ""}
    asked = left_open.post("/account/email/", address, follow=True)
    assert "account/reauthenticate" in asked.request["PATH_INFO"]
    assert mail.outbox == []
    ann.refresh_from_db()
    assert ann.email == ""


def test_the_api_makes_no_token_either(ann: User, left_open: Client) -> None:
    answer = left_open.post(
        "/api/account/tokens", {"name": "mine", "scopes": ["bot:play"]}, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "needs_fresh_login")
    assert not ann.tokens.exists()


def test_who_has_just_signed_up_is_not_asked(client: Client) -> None:
    client.post("/account/signup/", {"username": "annie", "password1": PASSWORD, "email": ""})
    assert make_token(client).status_code == 200
    assert User.objects.get(username="annie").tokens.count() == 1


@pytest.mark.parametrize(
    ("path", "given"),
    [
        ("/account/email/", {"email": "mine@example.org", "action_add": ""}),
        ("/account/password/set/", {"password1": PASSWORD, "password2": PASSWORD}),
        ("/account/password/change/", {"oldpassword": "", "password1": PASSWORD}),
    ],
)
def test_a_guest_gets_a_way_in_by_signing_up_alone(client: Client, path: str, given: dict[str, str]) -> None:
    guest = services.create_guest()
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(path, given).headers["Location"] == "/account/signup/"
    guest.refresh_from_db()
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert mail.outbox == []


def test_an_address_that_somebody_left_with_a_guest_opens_nothing_once_the_guest_has_signed_up(client: Client) -> None:
    guest = services.create_guest()
    EmailAddress.objects.create(user=guest, email="mine@example.org", verified=True, primary=True)
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    client.post("/account/signup/", {"username": "annie", "password1": PASSWORD, "email": ""})
    guest.refresh_from_db()
    assert (guest.username, guest.email) == ("annie", "")
    Client().post("/account/password/reset/", {"email": "mine@example.org"})
    assert [sent.subject for sent in mail.outbox if "key" in str(sent.body)] == []


def test_who_has_just_logged_in_is_not_asked(ann: User, client: Client) -> None:
    log_in(client)
    assert make_token(client).status_code == 200
    assert (
        client.post(
            "/api/account/tokens", {"name": "mine", "scopes": ["bot:play"]}, content_type="application/json"
        ).status_code
        == 201
    )
    assert ann.tokens.count() == 2
