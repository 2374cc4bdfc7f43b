"""A screen that was left open: who comes by makes no way in for themselves."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]

PASSWORD = "six green bottles"


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


def log_in(client: Client) -> None:
    client.post("/account/login/", {"login": "ann", "password": PASSWORD})


def make_token(client: Client) -> Any:
    return client.post("/settings/tokens", {"name": "mine"}, follow=True)


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
    answer = left_open.post("/api/account/tokens", {"name": "mine"}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "needs_fresh_login")
    assert not ann.tokens.exists()


def test_who_has_just_logged_in_is_not_asked(ann: User, client: Client) -> None:
    log_in(client)
    assert make_token(client).status_code == 200
    assert client.post("/api/account/tokens", {"name": "mine"}, content_type="application/json").status_code == 201
    assert ann.tokens.count() == 2
