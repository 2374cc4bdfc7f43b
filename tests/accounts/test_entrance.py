"""Signing up, logging in, resetting the password, and guests who stay."""

import re
import threading
from typing import Any

import pytest
from django.core import mail
from django.db import connections
from django.test import Client

from accounts import services
from accounts.adapter import AccountAdapter
from accounts.models import User
from tests.accounts.entrance import PASSWORD, owner_of, reset, sign_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


def test_a_name_and_a_password_make_an_account(client: Client) -> None:
    sign_up(client, "ann")
    user = User.objects.get(username="ann")
    assert user.password.startswith("argon2")
    assert client.session["_auth_user_id"] == str(user.pk)


def test_a_guest_who_signs_up_keeps_the_account(client: Client) -> None:
    guest = services.create_guest()
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    sign_up(client, "ann", email="ann@example.org")
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("ann", False)
    assert guest.check_password(PASSWORD)
    assert User.objects.count() == 1
    assert client.session["_auth_user_id"] == str(guest.pk)


def test_a_guest_may_keep_the_guests_name(client: Client) -> None:
    guest = services.create_guest()
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    html = client.get("/account/signup/").content.decode()
    assert re.search(rf'<input[^>]* value="{guest.username}"', html), "it stands there already"
    assert "API" not in html.partition('class="panel notice"')[2].partition("</p>")[0], "there are no tokens to end"
    sign_up(client, guest.username)
    guest.refresh_from_db()
    assert not guest.is_guest


def test_a_guest_may_not_take_the_name_of_another(client: Client) -> None:
    User.objects.create_user("ann")
    client.force_login(services.create_guest(), backend="django.contrib.auth.backends.ModelBackend")
    answer = sign_up(client, "ANN")
    assert re.search(r'name="username".*?field-errors', answer.content.decode(), re.DOTALL)
    assert User.objects.filter(is_guest=True).count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("guests", [False, True])
def test_of_two_who_sign_up_at_once_by_one_name_the_second_is_told(
    monkeypatch: pytest.MonkeyPatch, *, guests: bool
) -> None:
    ready, check = threading.Barrier(2), AccountAdapter.clean_username

    def checked_together(self: AccountAdapter, username: str, shallow: bool = False) -> str:
        name = check(self, username, shallow)
        ready.wait(timeout=30)
        return name

    clients, answers = [Client(raise_request_exception=False) for _ in range(2)], []
    for client in clients if guests else []:
        client.force_login(services.create_guest(), backend="django.contrib.auth.backends.ModelBackend")
    monkeypatch.setattr(AccountAdapter, "clean_username", checked_together)

    def enter(client: Client) -> None:
        try:
            answers.append(client.post("/account/signup/", {"username": "ann", "password1": PASSWORD}))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=enter, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done, told = sorted(answers, key=lambda answer: answer.status_code)
    assert (done.status_code, told.status_code) == (302, 422)
    assert re.search(r'name="username".*?field-errors.*?That name is taken', told.content.decode(), re.DOTALL)
    assert User.objects.filter(username="ann").count() == 1
    assert User.objects.filter(is_guest=True).count() == int(guests)


@pytest.mark.parametrize("name", ["a", "x" * 31, "<b>", "me", "a b", ""])
def test_a_name_that_cannot_be_is_refused_beside_its_field(client: Client, name: str) -> None:
    answer = sign_up(client, name)
    assert 'class="field-errors"' in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("by", ["ann", "ann@example.org"])
def test_one_logs_in_by_name_or_address(client: Client, by: str) -> None:
    sign_up(client, "ann", email="ann@example.org")
    other = Client()
    other.post("/account/login/", {"login": by, "password": PASSWORD})
    assert "_auth_user_id" in other.session


def test_a_guest_may_log_in_as_somebody_else(client: Client) -> None:
    ann = User.objects.create_user("ann", password=PASSWORD)
    client.force_login(services.create_guest(), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/account/login/").status_code == 200
    client.post("/account/login/", {"login": "ann", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(ann.pk)


def test_a_forgotten_password_is_set_anew_by_mail(client: Client) -> None:
    sign_up(client, "ann", email="ann@example.org")
    mail.outbox.clear()
    reset("ann@example.org", "ten brown bears")
    assert User.objects.get().check_password("ten brown bears")


@pytest.mark.usefixtures("fresh_allowances")
def test_too_many_guests_from_one_address_are_told_to_wait(client: Client, settings: Any) -> None:
    settings.RATES = {"address_guests": "2/m"}
    services.make_bot("Robot", "greedy")
    answers = [Client().post("/play", {"game": "duck-soup"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert answers[2]["Retry-After"]
    assert User.objects.filter(is_guest=True).count() == 2


def test_too_many_sign_ups_from_one_address_are_told_to_wait(client: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/m"}
    answers = [sign_up(Client(), f"ann{i}") for i in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2]["Retry-After"] == "60"
    assert "Too many attempts" in answers[2].content.decode()


# -- settings and the zone


def test_times_are_shown_in_the_zone_of_the_cookie_unless_the_account_has_one(client: Client) -> None:
    ann = User.objects.create_user("ann", password=PASSWORD)
    client.force_login(ann)
    client.cookies["tz"] = "Europe/Madrid"
    assert "Europe/Madrid" in client.get("/tournaments/new?game=duck-soup").content.decode()
    client.post("/settings", {"name": "ann", "timezone": "Asia/Tokyo"})
    assert "Asia/Tokyo" in client.get("/tournaments/new?game=duck-soup").content.decode()


@pytest.mark.parametrize("zone", ["../../etc/passwd", "Mars/Olympus", "", "x" * 500])
def test_a_made_up_zone_is_ignored(client: Client, zone: str) -> None:
    client.cookies["tz"] = zone
    assert client.get("/").status_code == 200


def test_a_token_is_shown_once_and_can_be_revoked(client: Client) -> None:
    ann = User.objects.create_user("ann")
    client.force_login(ann)
    made = client.post("/settings/tokens", {"name": "my bot", "scopes": "bot:play", "days": "365"}).content.decode()
    text = re.search(r"crd_\w{40}", made)
    assert text
    assert owner_of(text[0]) == ann
    page = client.get("/settings").content.decode()
    assert text[0] not in page
    client.post(f"/settings/tokens/{ann.tokens.get().pk}/revoke")
    assert owner_of(text[0]) is None
