"""Apps that act for people: OAuth 2.1 with PKCE and device codes, OpenID Connect."""

import json
import re
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import jwt
import pytest
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token as AppToken
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts import credentials, erasure, services
from accounts.credentials import Identity
from accounts.errors import NotYours
from accounts.models import User
from accounts.oauth import apps
from accounts.scopes import SCOPES
from tests.accounts.consent import BACK, DEVICE, Asking, asked, call, polled, signed
from tests.accounts.entrance import PASSWORD, owner_of
from tests.factories import bot_of
from tournaments.people import export
from tournaments.people.tasks import forget_sessions

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


def faults(page: Any, field: str) -> list[str]:
    """What the page says beside a field."""
    return re.findall(rf'id="id_{field}_error">\s*<p>([^<]+)', page.content.decode())


# -- the code flow


def test_an_app_acts_for_somebody_who_said_yes(anns: Client, ann: User, app: App) -> None:
    told = Asking(app).tokens(anns, scope="account:read table:play")
    assert told["access_token"].startswith("cro_")
    assert told["refresh_token"].startswith("crr_")
    assert (told["token_type"], set(told["scope"].split())) == ("Bearer", {"account:read", "table:play"})
    assert owner_of(told["access_token"]) == ann
    assert call(told["access_token"]).json()["name"] == "ann"
    opened = call(told["access_token"], "/api/tables", "post", {"game": "duck-soup", "seats": ["me", None]})
    assert opened.status_code == 201


def test_an_app_does_no_more_than_was_granted(anns: Client, app: App) -> None:
    text = Asking(app).tokens(anns)["access_token"]
    refused = call(text)
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")
    for path, method in (("/api/account/export", "get"), ("/api/account/tokens", "post")):
        assert call(text, path, method, None if method == "get" else {}).json()["code"] == "needs_session"


def test_the_page_names_the_app_its_maker_and_what_it_may_do(anns: Client, app: App) -> None:
    page = Asking(app).ask(anns)
    text = page.content.decode()
    assert "May Score keeper act for you?" in text
    assert "by ben" in text
    assert str(SCOPES["table:play"].words) in text
    assert str(SCOPES["club:read"].words) in text
    policy = page["Content-Security-Policy"]
    assert "form-action 'self' https://app.example.org" in policy
    assert "frame-ancestors 'none'" in policy


def test_the_page_is_in_spanish_too(anns: Client, app: App) -> None:
    anns.cookies["django_language"] = "es"
    text = Asking(app).ask(anns).content.decode()
    assert "¿Puede Score keeper actuar por ti?" in text


def test_whoever_takes_a_scope_out_grants_the_others(anns: Client, app: App) -> None:
    asking = Asking(app)
    sent = {"request": signed(asking.ask(anns)), "scopes": ["club:read"], "action": "grant"}
    code = dict(parse_qsl(urlsplit(anns.post("/oauth/authorize", sent)["Location"]).query))["code"]
    assert asking.exchange(code).json()["scope"] == "club:read"


def test_a_scope_that_was_not_asked_for_cannot_be_put_in(anns: Client, app: App) -> None:
    page = Asking(app).ask(anns)
    sent = {"request": signed(page), "scopes": ["club:lead"], "action": "grant"}
    assert anns.post("/oauth/authorize", sent).status_code == 200
    assert not AppToken.objects.exists()


def test_who_says_no_grants_nothing(anns: Client, app: App) -> None:
    assert Asking(app).granted(anns, action="cancel") == {"error": "access_denied", "state": "s1"}
    assert not AppToken.objects.exists()


def test_a_forged_yes_is_refused(anns: Client, app: App) -> None:
    page = Asking(app).ask(anns)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = anns.cookies
    sent = {"request": signed(page), "scopes": ["club:read"], "action": "grant"}
    assert strict.post("/oauth/authorize", sent).status_code == 403


@pytest.mark.parametrize(
    "wrong",
    [{"code_verifier": "x" * 50}, {"code_verifier": ""}, {"redirect_uri": BACK + "/other"}, {"code": "made-up"}],
)
def test_a_code_is_of_no_use_to_others(anns: Client, app: App, wrong: dict[str, str]) -> None:
    asking = Asking(app)
    answer = asking.exchange(**({"code": asking.granted(anns)["code"]} | wrong))
    assert answer.status_code == 400
    assert "access_token" not in answer.json()
    assert not AppToken.objects.exclude(type=AppToken.Type.AUTHORIZATION_CODE).exists()


def test_a_code_is_used_once(anns: Client, app: App) -> None:
    asking = Asking(app)
    code = asking.granted(anns)["code"]
    assert asking.exchange(code).status_code == 200
    again = asking.exchange(code)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")


@pytest.mark.parametrize(
    "other",
    [
        {"code_challenge_method": "plain"},
        {"code_challenge_method": None},
        {"code_challenge": None},
        {"code_challenge": None, "code_challenge_method": None},
        {"response_type": "token"},
        {"response_type": "code id_token", "scope": "openid"},
        {"scope": "everything"},
        {"scope": "email"},
    ],
)
def test_what_is_not_allowed_is_told_to_the_app_alone(anns: Client, app: App, other: dict[str, str | None]) -> None:
    answer = Asking(app).ask(anns, **other)
    assert answer.status_code == 302
    where = urlsplit(answer["Location"])
    assert f"{where.scheme}://{where.netloc}{where.path}" == BACK
    told = dict(parse_qsl(where.query or where.fragment))
    assert told["error"] in ("invalid_request", "unauthorized_client", "invalid_scope", "unsupported_response_type")
    assert "code" not in told


@pytest.mark.parametrize(
    "where",
    [
        "https://evil.example.org/back",
        "https://app.example.org.evil.org/back",
        "https://app.example.org/back/../other",
        "https://app.example.org:444/back",
        "https://app.example.org@evil.org/back",
        "http://app.example.org/back",
        "https://app.example.org/other",
        "javascript:alert(1)",
        "//evil.example.org/back",
        "",
    ],
)
def test_nobody_is_sent_where_the_app_is_not(anns: Client, app: App, where: str) -> None:
    answer = Asking(app).ask(anns, redirect_uri=where)
    assert answer.status_code == 400
    assert "Location" not in answer
    assert "The app cannot be connected" in answer.content.decode()


def test_an_app_that_is_none_is_refused_on_a_page(anns: Client, app: App) -> None:
    assert Asking(app).ask(anns, client_id="nobody").status_code == 400


def test_nothing_is_granted_without_a_question(anns: Client, app: App, ben: User) -> None:
    """allauth lets any app have by ``prompt=none`` what another was granted."""
    Asking(app).tokens(anns, scope="openid table:play")
    other = apps.register(owner=ben, name="Another", redirects=[BACK], devices=False)
    page = Asking(other).ask(anns, prompt="none", scope="openid table:play")
    assert page.status_code == 200
    assert "May Another act for you?" in page.content.decode()


def test_a_stranger_logs_in_first_and_comes_back(ann: User, app: App) -> None:
    ann.set_password(PASSWORD)
    ann.save()
    client = Client()
    answer = Asking(app).ask(client)
    assert answer["Location"].startswith("/account/login/?next=/oauth/authorize")
    back = client.post(answer["Location"], {"login": "ann", "password": PASSWORD})
    assert back["Location"].startswith("/oauth/authorize?")
    assert client.get(back["Location"]).status_code == 200


def test_a_guest_grants_nothing(app: App) -> None:
    client = Client()
    client.force_login(services.create_guest(), backend="django.contrib.auth.backends.ModelBackend")
    assert Asking(app).ask(client)["Location"].startswith("/account/login/?next=")
    assert client.get("/oauth/device")["Location"].startswith("/account/login/?next=")


def test_a_log_in_of_long_ago_is_confirmed_first(ann: User, app: App) -> None:
    ann.set_password(PASSWORD)
    ann.save()
    client = Client()
    client.force_login(ann, backend="django.contrib.auth.backends.ModelBackend")
    assert Asking(app).ask(client)["Location"].startswith("/account/reauthenticate/?next=")
    assert client.get("/oauth/device?code=x")["Location"].startswith("/account/reauthenticate/?next=")


# -- the end


def test_a_refresh_token_is_used_once(anns: Client, app: App) -> None:
    told = Asking(app).tokens(anns)
    given = {"grant_type": "refresh_token", "refresh_token": told["refresh_token"], "client_id": app.pk}
    answer = Client().post("/api/oauth/token", given)
    assert answer.status_code == 200
    assert answer.json()["refresh_token"] != told["refresh_token"]
    assert set(answer.json()["scope"].split()) == {"table:play", "club:read"}
    assert owner_of(answer.json()["access_token"]) is not None
    assert Client().post("/api/oauth/token", given).json()["error"] == "invalid_grant"


def test_a_refresh_token_is_not_for_more(anns: Client, app: App) -> None:
    told = Asking(app).tokens(anns)
    given = {"grant_type": "refresh_token", "refresh_token": told["refresh_token"], "client_id": app.pk}
    answer = Client().post("/api/oauth/token", given | {"scope": "club:lead"})
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_scope")


def test_a_refresh_token_opens_nothing(anns: Client, app: App) -> None:
    assert owner_of(Asking(app).tokens(anns)["refresh_token"]) is None


def test_an_access_token_has_an_end(anns: Client, app: App) -> None:
    text = Asking(app).tokens(anns)["access_token"]
    AppToken.objects.update(expires_at=timezone.now() - timedelta(hours=1))
    assert call(text).status_code == 401
    forget_sessions()
    assert not AppToken.objects.exists()


def stream_of(text: str, user: User) -> Identity:
    return Identity(user.pk, token=services.digest_of(text))


def test_disconnecting_ends_tokens_and_open_streams_at_once(anns: Client, ann: User, app: App) -> None:
    told = Asking(app).tokens(anns)
    open_stream = stream_of(told["access_token"], ann)
    assert credentials.still_good([open_stream]) == {open_stream}
    assert "Score keeper" in anns.get("/settings/apps").content.decode()
    done = anns.post(f"/settings/apps/{app.pk}/disconnect", follow=True)
    assert "The app is disconnected." in done.content.decode()
    assert owner_of(told["access_token"]) is None
    assert credentials.still_good([open_stream]) == set()
    given = {"grant_type": "refresh_token", "refresh_token": told["refresh_token"], "client_id": app.pk}
    assert Client().post("/api/oauth/token", given).status_code == 400
    assert anns.post(f"/settings/apps/{app.pk}/disconnect").status_code == 404


def test_revoking_is_for_apps_too(anns: Client, app: App) -> None:
    text = Asking(app).tokens(anns)["access_token"]
    assert Client().post("/api/oauth/revoke", {"token": text, "client_id": app.pk}).status_code == 200
    assert owner_of(text) is None


def test_a_new_password_disconnects_all(anns: Client, app: App) -> None:
    told = Asking(app).tokens(anns)
    new = {"oldpassword": PASSWORD, "password1": "ten brown bears", "password2": "ten brown bears"}
    anns.post("/account/password/change/", new)
    assert owner_of(told["access_token"]) is None
    assert not AppToken.objects.exists()


def test_of_a_closed_account_nothing_is_left(anns: Client, ann: User, app: App) -> None:
    told = Asking(app).tokens(anns)
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert owner_of(told["access_token"]) is None
    assert credentials.still_good([stream_of(told["access_token"], ann)]) == set()
    given = {"grant_type": "refresh_token", "refresh_token": told["refresh_token"], "client_id": app.pk}
    assert Client().post("/api/oauth/token", given).status_code == 400


def test_an_app_ends_with_its_makers_account(anns: Client, ann: User, ben: User, app: App) -> None:
    text = Asking(app).tokens(anns)["access_token"]
    User.objects.filter(pk=ben.pk).update(is_active=False)
    assert owner_of(text) is None
    assert credentials.still_good([stream_of(text, ann)]) == set()
    refused = Asking(app).ask(anns)
    assert refused["Location"].startswith(f"{BACK}?error=unauthorized_client")
    asked_for = {"client_id": app.pk, "scope": "account:read", "grant_type": "refresh_token", "refresh_token": "x"}
    for path in ("device", "token"):
        answer = Client().post(f"/api/oauth/{path}", asked_for)
        assert (answer.status_code, answer.json()["error"]) == (400, "unauthorized_client")
    seen = Client().get("/api/oauth/userinfo", headers={"Authorization": f"Bearer {text}"})
    assert (seen.status_code, seen.json()["error"]) == (401, "invalid_token")


def test_a_removed_app_takes_its_tokens_along(anns: Client, ben: User, app: App) -> None:
    text = Asking(app).tokens(anns)["access_token"]
    with pytest.raises(NotYours):
        apps.remove(owner=User.objects.get(username="ann"), app=app.pk)
    apps.remove(owner=ben, app=app.pk)
    assert owner_of(text) is None


def test_an_erased_account_has_neither_apps_nor_connections(anns: Client, ann: User, ben: User, app: App) -> None:
    Asking(app).tokens(anns)
    erasure.ask(user=ann)
    assert not AppToken.objects.exists()
    erasure.ask(user=ben)
    erasure.clear(ben.pk)
    assert not App.objects.exists()


def test_the_export_names_apps_and_connections(anns: Client, ann: User, ben: User, app: App) -> None:
    Asking(app).tokens(anns)
    told = json.loads(export.document(ann))
    assert [(one["name"], one["scopes"]) for one in told["connected_apps"]] == [
        ("Score keeper", ["club:read", "table:play"])
    ]
    assert [(one["name"], one["redirects"]) for one in json.loads(export.document(ben))["apps"]] == [
        ("Score keeper", [BACK])
    ]


# -- devices


def test_a_command_line_logs_in_by_a_code(anns: Client, ann: User) -> None:
    device = asked().json()
    assert device["verification_uri"].endswith("/oauth/device")
    assert device["expires_in"] == 600
    assert polled(device).json()["error"] == "authorization_pending"
    page = anns.get("/oauth/device", {"code": device["user_code"]})
    text = page.content.decode()
    assert device["user_code"] in text
    assert "by this site" in text
    assert str(SCOPES["tournament:direct"].words) in text
    done = anns.post(f"/oauth/device?code={device['user_code']}", {"action": "confirm"})
    assert "is connected" in done.content.decode()
    told = polled(device)
    assert told.status_code == 200, told.content
    assert set(told.json()["scope"].split()) == {"account:read", "tournament:direct"}
    assert owner_of(told.json()["access_token"]) == ann
    assert call(told.json()["access_token"]).json()["name"] == "ann"
    assert polled(device).json()["error"] == "invalid_grant"


def test_a_device_that_is_turned_away_gets_nothing(anns: Client) -> None:
    device = asked().json()
    anns.post(f"/oauth/device?code={device['user_code']}", {"action": "deny"})
    assert polled(device).json()["error"] == "access_denied"
    assert not AppToken.objects.exists()


def test_a_device_that_asks_too_often_is_slowed_down() -> None:
    device = asked().json()
    given = {"grant_type": DEVICE, "client_id": apps.COMMAND_LINE, "device_code": device["device_code"]}
    told = [Client().post("/api/oauth/token", given).json()["error"] for _ in range(2)]
    assert told == ["authorization_pending", "slow_down"]


def test_a_device_cannot_be_confirmed_by_a_forged_request(anns: Client) -> None:
    device = asked().json()
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = anns.cookies
    assert strict.post(f"/oauth/device?code={device['user_code']}", {"action": "confirm"}).status_code == 403
    assert polled(device).json()["error"] == "authorization_pending"


def test_a_wrong_code_is_told_at_the_field(anns: Client) -> None:
    page = anns.get("/oauth/device", {"code": "WRONG"})
    assert page.status_code == 200
    assert faults(page, "code")


@pytest.mark.parametrize(
    ("client_id", "scope", "error"),
    [
        ("nobody", "account:read", "unauthorized_client"),
        (apps.COMMAND_LINE, "", "invalid_scope"),
        (apps.COMMAND_LINE, "everything", "invalid_scope"),
        (apps.COMMAND_LINE, "account:write", "invalid_scope"),
    ],
)
def test_a_device_code_is_for_apps_and_scopes_that_there_are(client_id: str, scope: str, error: str) -> None:
    answer = asked(client_id, scope)
    assert (answer.status_code, answer.json()["error"]) == (400, error)


def test_an_app_without_devices_has_no_device_codes(ben: User) -> None:
    app = apps.register(owner=ben, name="Pages alone", redirects=[BACK], devices=False)
    assert asked(app.pk).json()["error"] == "unauthorized_client"


def test_the_command_line_is_nobodys_to_ask_by_the_code_flow(anns: Client) -> None:
    asked()
    answer = Asking(App.objects.get(pk=apps.COMMAND_LINE)).ask(anns)
    assert answer.status_code == 400


# -- OpenID Connect


def test_the_provider_says_what_it_does(app: App) -> None:
    told = Client().get("/.well-known/openid-configuration").json()
    assert told["issuer"] == settings.SITE_URL
    assert told["code_challenge_methods_supported"] == ["S256"]
    assert told["token_endpoint"] == f"{settings.SITE_URL}/api/oauth/token"
    assert set(SCOPES) < set(told["scopes_supported"])
    assert "email" not in told["scopes_supported"]


def test_an_id_token_says_who_it_is_and_its_signature_is_right(anns: Client, ann: User, app: App) -> None:
    User.objects.filter(pk=ann.pk).update(email="ann@example.org")
    told = Asking(app).tokens(anns, scope="openid profile", nonce="n1")
    (key,) = Client().get("/api/oauth/jwks.json").json()["keys"]
    assert "d" not in key
    claims = jwt.decode(
        told["id_token"], jwt.PyJWK(key).key, algorithms=["RS256"], audience=app.pk, issuer=settings.SITE_URL
    )
    assert (claims["sub"], claims["preferred_username"], claims["nonce"]) == (str(ann.pk), "ann", "n1")
    assert "email" not in claims
    who = call(told["access_token"], "/api/oauth/userinfo").json()
    assert who == {"sub": str(ann.pk), "preferred_username": "ann"}
    assert call(told["access_token"]).json()["code"] == "scope_missing"


def test_pages_of_other_sites_may_ask_for_tokens(app: App) -> None:
    asks = {"Origin": "https://app.example.org", "Access-Control-Request-Method": "POST"}
    assert Client().options("/api/oauth/token", headers=asks)["Access-Control-Allow-Origin"] == "*"
    answer = Client().post("/api/oauth/token", {"grant_type": "authorization_code"}, headers=asks)
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer


# -- registering


def test_somebody_registers_an_app_on_a_page(anns: Client, ann: User) -> None:
    sent = {"name": "My site", "redirects": f"{BACK}\nhttp://127.0.0.1:8000/back", "devices": "on"}
    page = anns.post("/settings/apps", sent, follow=True).content.decode()
    app = App.objects.get(owner=ann)
    assert app.pk in page
    assert app.pk.startswith("cra_")
    assert app.type == App.Type.PUBLIC
    assert app.get_redirect_uris() == [BACK, "http://127.0.0.1:8000/back"]
    anns.post(f"/settings/apps/{app.pk}/remove")
    assert not App.objects.exists()


@pytest.mark.parametrize(
    "redirects",
    [
        "http://app.example.org/back",
        "https://app.example.org/back#part",
        "https://*.example.org/back",
        "https://ann@example.org/back",
        "javascript:alert(1)",
        "https:///back",
        "https://example.org:port/",
        "ftp://example.org",
        "https://exämple.org/",
        "http://127.0.0.1.example.org/",
        "https://example.org/" + "x" * 300,
        "\n".join(f"https://example.org/{number}" for number in range(6)),
        "",
    ],
)
def test_an_address_that_is_no_safe_way_back_is_refused(anns: Client, redirects: str) -> None:
    page = anns.post("/settings/apps", {"name": "My site", "redirects": redirects})
    assert page.status_code == 422
    assert faults(page, "redirects")
    assert not App.objects.exists()


def test_an_apps_maker_changes_where_it_calls_people_back(anns: Client, ann: User, ben: User, app: App) -> None:
    own = apps.register(owner=ann, name="Mine", redirects=[BACK], devices=True)
    App.objects.filter(pk=own.pk).update(scopes="table:read")  # as of a time before there were more
    page = anns.get(f"/settings/apps/{own.pk}").content.decode()
    assert BACK in page
    refused = anns.post(f"/settings/apps/{own.pk}", {"redirects": "http://example.org/", "devices": "on"})
    assert (refused.status_code, bool(faults(refused, "redirects"))) == (422, True)
    done = anns.post(f"/settings/apps/{own.pk}", {"redirects": f"{BACK}/new", "name": "Cardroom"}, follow=True)
    assert "The app is changed." in done.content.decode()
    own.refresh_from_db()
    assert (own.name, own.get_redirect_uris(), own.get_grant_types()) == (
        "Mine",
        [f"{BACK}/new"],
        [apps.Kind.AUTHORIZATION_CODE, apps.Kind.REFRESH_TOKEN],
    )
    assert set(SCOPES) < set(own.get_scopes())
    for method in (anns.get, anns.post):
        assert method(f"/settings/apps/{app.pk}").status_code == 404


@pytest.mark.parametrize("name", ["Cardroom", "CARDR00M app", "a\u200bb", ""])
def test_an_app_has_a_name_that_hides_nothing(anns: Client, name: str) -> None:
    page = anns.post("/settings/apps", {"name": name, "redirects": BACK})
    assert page.status_code == 422
    assert faults(page, "name")


def test_there_are_ten_apps_at_most(anns: Client, ann: User) -> None:
    for number in range(apps.MOST):
        apps.register(owner=ann, name=f"App {number}", redirects=[BACK], devices=False)
    page = anns.post("/settings/apps", {"name": "One more", "redirects": BACK})
    assert page.status_code == 422
    assert "You have 10 apps." in page.content.decode()


def test_guests_and_bots_register_none(ben: User) -> None:
    for user in (services.create_guest(), bot_of(ben)):
        with pytest.raises(NotYours):
            apps.register(owner=user, name="Mine", redirects=[BACK], devices=False)


def test_an_app_stays_until_its_maker_removes_it(app: App, ben: User) -> None:
    App.objects.update(created_at=timezone.now() - timedelta(days=4_000))
    forget_sessions()
    assert list(App.objects.all()) == [app]


def test_what_one_address_asks_for_is_counted(settings: Any) -> None:
    settings.RATES = settings.RATES | {"address_app_tokens": "1/h"}
    assert asked().status_code == 200
    for path in ("device", "token", "revoke", "userinfo"):
        often = Client().post(f"/api/oauth/{path}", {"client_id": apps.COMMAND_LINE, "scope": "account:read"})
        assert (often.status_code, often.json()["error"]) == (429, "temporarily_unavailable"), path
        assert int(often["Retry-After"]) > 0
