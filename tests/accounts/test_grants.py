"""Codes and refresh tokens: they are used once, and end with everything else."""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from typing import Any

import pytest
from allauth.idp.oidc.internal.oauthlib import device_codes
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token as AppToken
from django.core.cache import cache
from django.db import connection
from django.test import Client

from accounts import erasure, grants, services
from accounts.models import Session, User
from accounts.oauth import apps
from tests.accounts.consent import BACK, DEVICE, Asking, asked, polled, refreshed, signed
from tests.accounts.entrance import owner_of
from tests.meeting import blocked, until

pytestmark = pytest.mark.usefixtures("no_limits")


def at_once(call: Any) -> list[int]:
    """How eight are answered that come at one moment."""

    def answered(_number: int) -> int:
        try:
            return int(call().status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        return sorted(threads.map(answered, range(8)))


@pytest.mark.django_db(transaction=True)
def test_a_code_that_several_show_at_once_is_used_once_and_opens_nothing_after_that(anns: Client, app: App) -> None:
    """Several have it, so one has stolen it: RFC 6749, 10.5."""
    asking = Asking(app)
    code = asking.granted(anns)["code"]
    assert at_once(lambda: asking.exchange(code)) == [200, *[400] * 7]
    assert [each.type for each in AppToken.objects.all()] == [AppToken.Type.AUTHORIZATION_CODE]


@pytest.mark.django_db(transaction=True)
def test_a_refresh_token_that_several_show_at_once_is_used_once(anns: Client, app: App) -> None:
    text = Asking(app).tokens(anns)["refresh_token"]
    assert at_once(lambda: refreshed(app, text)) == [200, *[400] * 7]
    assert AppToken.objects.filter(type=AppToken.Type.REFRESH_TOKEN).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_device_code_that_several_show_at_once_is_used_once(anns: Client) -> None:
    """Whatever else each of them shows beside it."""
    device = asked().json()
    anns.post(f"/oauth/device?code={device['user_code']}", {"action": "confirm"})
    given = {"grant_type": DEVICE, "client_id": apps.COMMAND_LINE, "device_code": device["device_code"]}
    numbers = count()
    answers = at_once(lambda: Client().post("/api/oauth/token", given | {"code": str(next(numbers))}))
    assert answers == [200, *[400] * 7]


@pytest.mark.django_db
def test_a_code_from_before_a_new_password_is_not_helped_by_a_device(anns: Client, ann: User, app: App) -> None:
    asking = Asking(app)
    code = asking.granted(anns)["code"]
    services.revoke_tokens(ann)
    device = asked().json()
    anns.post(f"/oauth/device?code={device['user_code']}", {"action": "confirm"})
    assert asking.exchange(code, device_code=device["device_code"]).status_code == 400


@pytest.mark.django_db
def test_a_refresh_token_that_comes_again_later_was_stolen(anns: Client, app: App, monkeypatch: Any) -> None:
    """Nobody knows whose the tokens are that were made of it: all end."""
    stolen = Asking(app).tokens(anns)["refresh_token"]
    after = refreshed(app, stolen).json()
    assert refreshed(app, stolen).status_code == 400
    assert owner_of(after["access_token"]) is not None  # at once it is an answer that was lost
    later = time.time() + grants.GRACE + 1
    monkeypatch.setattr(time, "time", lambda: later)
    assert refreshed(app, stolen).status_code == 400
    assert owner_of(after["access_token"]) is None
    assert refreshed(app, after["refresh_token"]).status_code == 400


def new_password(user: User) -> None:
    services.revoke_tokens(user)


@pytest.mark.django_db
@pytest.mark.parametrize("end", [new_password, lambda user: erasure.ask(user=user)])
def test_a_code_from_before_the_end_of_everything_leads_to_nothing(anns: Client, ann: User, app: App, end: Any) -> None:
    asking = Asking(app)
    code = asking.granted(anns)["code"]
    device = asked().json()
    anns.post(f"/oauth/device?code={device['user_code']}", {"action": "confirm"})
    end(ann)
    for answer in (asking.exchange(code), polled(device)):
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
    assert not AppToken.objects.exists()


@pytest.mark.django_db
def test_who_agrees_after_a_new_password_is_heard(anns: Client, ann: User, app: App) -> None:
    services.revoke_tokens(ann)
    assert Asking(app).tokens(anns)["access_token"]
    device = asked().json()
    anns.post(f"/oauth/device?code={device['user_code']}", {"action": "confirm"})
    assert polled(device).status_code == 200


@pytest.mark.django_db
def test_a_new_password_ends_what_a_device_was_agreed_to_whatever_the_cache_forgets(anns: Client, ann: User) -> None:
    device = asked().json()
    anns.post(f"/oauth/device?code={device['user_code']}", {"action": "confirm"})
    key = device_codes.cache_device_code_key(device["device_code"])
    agreed = cache.get(key)
    services.revoke_tokens(ann)
    cache.clear()
    cache.set(key, agreed, 100)
    assert polled(device).json()["error"] == "invalid_grant"


@pytest.mark.django_db
def test_a_device_that_was_refused_leaves_nothing(anns: Client) -> None:
    device = asked().json()
    anns.post(f"/oauth/device?code={device['user_code']}", {"action": "deny"})
    assert polled(device).json()["error"] == "access_denied"
    assert not AppToken.objects.exists()


@pytest.mark.django_db
def test_the_code_of_a_device_is_none_of_an_app(anns: Client, app: App, ben: User) -> None:
    apps.change(owner=ben, app=app.pk, redirects=[BACK], devices=True)
    device = asked(app.pk, "account:read").json()
    anns.post(f"/oauth/device?code={device['user_code']}", {"action": "confirm"})
    assert Asking(app).exchange(device["device_code"]).json()["error"] == "invalid_grant"
    assert polled(device, app.pk).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_the_tokens_that_are_made_while_their_app_is_removed_end_with_it(
    anns: Client, app: App, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking = Asking(app)
    code = asking.granted(anns)["code"]
    keep_newest = grants.keep_newest
    with ThreadPoolExecutor(1) as threads:

        def removed_meanwhile(user: User, kept: str) -> None:
            removals.append(threads.submit(_remove, ben, kept))
            until(blocked, "the removal waits")
            keep_newest(user, kept)

        removals: list[Future[None]] = []
        monkeypatch.setattr(grants, "keep_newest", removed_meanwhile)
        assert asking.exchange(code).status_code == 200
        removals[0].result()
    assert not App.objects.filter(pk=app.pk).exists()
    assert not AppToken.objects.exists()
    assert asking.exchange(code).status_code == 401


@pytest.mark.django_db
def test_a_device_of_an_app_that_was_just_removed_is_told_so(
    anns: Client, app: App, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    apps.change(owner=ben, app=app.pk, redirects=[BACK], devices=True)
    device = asked(app.pk, "account:read").json()
    path = f"/oauth/device?code={device['user_code']}"
    monkeypatch.setattr(grants, "lock", lambda _secret: apps.remove(owner=ben, app=app.pk))
    answer = anns.post(path, {"action": "confirm"})
    assert (answer.status_code, answer["Location"]) == (302, path)
    assert "Incorrect code." in anns.get(path).content.decode()
    assert not AppToken.objects.exists()


def _remove(owner: User, app: str) -> None:
    try:
        apps.remove(owner=owner, app=app)
    finally:
        connection.close()


@pytest.mark.django_db
def test_disconnecting_an_app_ends_what_it_has_not_fetched(anns: Client, ann: User, app: App) -> None:
    asking = Asking(app)
    asking.tokens(anns)
    code = asking.granted(anns)["code"]
    apps.disconnect(user=ann, app=app.pk)
    assert asking.exchange(code).status_code == 400


@pytest.mark.django_db
def test_with_a_refresh_token_goes_what_was_made_of_it(anns: Client, app: App) -> None:
    told = Asking(app).tokens(anns)
    given = {"token": told["refresh_token"], "client_id": app.pk}
    assert Client().post("/api/oauth/revoke", given).status_code == 200
    assert owner_of(told["access_token"]) is None


@pytest.mark.django_db
def test_an_app_has_twenty_tokens_of_a_kind_for_one_user(anns: Client, app: App, monkeypatch: Any) -> None:
    monkeypatch.setattr(grants, "MOST", 2)
    told = Asking(app).tokens(anns)
    for _time in range(4):
        told = refreshed(app, told["refresh_token"]).json()
    assert AppToken.objects.filter(type=AppToken.Type.ACCESS_TOKEN).count() == 2
    assert owner_of(told["access_token"]) is not None


# -- what is asked


@pytest.mark.django_db
@pytest.mark.parametrize(
    "where", [f"{BACK};other", f"{BACK}?next=//evil.example.org", BACK.replace("app", "APP"), BACK.replace("h", "H", 1)]
)
def test_an_address_is_the_one_that_was_registered_letter_by_letter(anns: Client, app: App, where: str) -> None:
    for other in ({}, {"scope": "everything"}):
        answer = Asking(app).ask(anns, redirect_uri=where, **other)
        assert answer.status_code == 400
        assert "Location" not in answer


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("registered", "where", "found"),
    [
        ("http://127.0.0.1/back", "http://127.0.0.1:51234/back", True),
        ("http://[::1]:80/back", "http://[::1]/back", True),
        ("http://127.0.0.1/back", "http://127.0.0.1:51234/other", False),
        ("http://127.0.0.1/back", "http://127.0.0.1:5@evil.org/back", False),
        ("https://app.example.org/back", "https://app.example.org:444/back", False),
    ],
)
def test_on_the_device_itself_the_port_is_free(ben: User, registered: str, where: str, found: bool) -> None:
    app = apps.register(owner=ben, name="Desk", redirects=[registered], devices=False)
    assert apps.calls_back(app, where) == found


@pytest.mark.django_db
@pytest.mark.parametrize("prompt", ["none", "none login", "login none"])
def test_a_stranger_who_is_not_to_be_asked_logs_in_as_well(app: App, prompt: str) -> None:
    answer = Asking(app).ask(Client(), prompt=prompt)
    assert answer["Location"].startswith("/account/login/?next=")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["device", "token", "revoke"])
def test_what_cannot_be_read_is_refused(path: str) -> None:
    sent = {"client_id": "\0", "token": "x", "scope": "account:read", "grant_type": "refresh_token"}
    for headers in ({}, {"Authorization": "Basic ADp4"}):
        answer = Client().post(f"/api/oauth/{path}", sent, headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


@pytest.mark.django_db
def test_a_secret_in_a_header_is_not_looked_at() -> None:
    """No app has one; its text would be looked for in the database."""
    sent = {"token": "x", "grant_type": "refresh_token", "refresh_token": "x"}
    for path in ("token", "revoke"):
        answer = Client().post(f"/api/oauth/{path}", sent, headers={"Authorization": "Basic ADp4"})
        assert answer.status_code in (400, 401), path


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["x.org;sandbox", "x.org,", "x.org'", "x.org$"])
def test_an_address_adds_nothing_to_the_policy_of_the_page(anns: Client, host: str) -> None:
    page = anns.post("/settings/apps", {"name": "My site", "redirects": f"https://{host}/back"})
    assert page.status_code == 422


def test_the_public_keys_are_made_once(monkeypatch: Any) -> None:
    first = Client().get("/api/oauth/jwks.json")
    monkeypatch.setattr("allauth.core.internal.jwkkit.load_pem", None)
    assert Client().get("/api/oauth/jwks.json").json() == first.json()


def test_a_session_that_ends_while_it_is_asked_agrees_to_nothing(
    anns: Client, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = {"request": signed(Asking(app).ask(anns)), "scopes": ["club:read"], "action": "grant"}
    monkeypatch.setattr(grants, "_lock", lambda user: Session.objects.filter(user=user).delete())
    assert "error=access_denied" in anns.post("/oauth/authorize", sent)["Location"]
    assert not AppToken.objects.exists()


@pytest.mark.django_db
def test_a_resource_that_is_none_is_refused(app: App) -> None:
    answer = Client().post("/api/oauth/token", {"grant_type": "refresh_token", "client_id": app.pk, "resource": "x"})
    assert (answer.status_code, answer.json()) == (400, {"error": "invalid_target"})


def test_a_code_or_token_is_of_no_use_to_another_app(anns: Client, app: App, ben: User) -> None:
    other = apps.register(owner=ben, name="Other", redirects=[BACK], devices=False).pk
    asking = Asking(app)
    assert asking.exchange(asking.granted(anns)["code"], client_id=other).status_code == 400
    shown = {"grant_type": "refresh_token", "refresh_token": Asking(app).tokens(anns)["refresh_token"]}
    assert Client().post("/api/oauth/token", shown | {"client_id": other}).status_code == 400
    assert not AppToken.objects.filter(client=other).exists()
