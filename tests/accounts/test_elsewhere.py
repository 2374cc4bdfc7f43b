"""Accounts elsewhere that open an account here: the other service is one of this process, on loopback."""

import json
import re
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, parse_qsl, quote, urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client as App
from allauth.socialaccount.models import SocialAccount
from django.conf import LazySettings
from django.test import Client

from accounts import erasure, services
from accounts.adapter import AccountAdapter
from accounts.models import User
from tests.accounts.consent import Asking
from tests.accounts.entrance import PASSWORD, is_in, log_in
from tournaments.config import providers
from tournaments.people import export

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


@pytest.fixture
def ann(ann: User) -> User:
    ann.set_password(PASSWORD)
    ann.save()
    return ann


SECRET = "a shared secret"
Person = dict[str, object]
ANN: Person = {
    "sub": "7",
    "preferred_username": "ann.x",
    "email": "ann@example.org",
    "email_verified": True,
    "given_name": "Ann",
    "family_name": "Example",
    "picture": "https://example.org/ann.png",
}


class Service:
    """Another service that knows people: it hands out codes, and says who somebody is to the app that shows one."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.codes: dict[str, tuple[str, Person]] = {}
        self.tokens: dict[str, Person] = {}
        self.broken = False

    def agree(self, address: str, person: Person = ANN) -> str:
        """*person* says yes to what *address* asks; where they are sent back."""
        asked = {name: value[0] for name, value in parse_qs(urlsplit(address).query).items()}
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe()
        self.codes[code] = asked["code_challenge"], person
        return f"{asked['redirect_uri']}?code={code}&state={asked['state']}"

    def configuration(self) -> dict[str, object]:
        ends = {"authorization": "authorize", "token": "token", "userinfo": "userinfo"}
        return {"issuer": self.address, **{f"{name}_endpoint": f"{self.address}/{end}" for name, end in ends.items()}}

    def exchange(self, form: dict[str, str]) -> dict[str, object] | None:
        challenge, person = self.codes.pop(form.get("code", ""), ("", {}))
        verifier = sha256(form.get("code_verifier", "").encode()).digest()
        if not challenge or urlsafe_b64encode(verifier).decode().rstrip("=") != challenge:
            return None
        if (form.get("client_id"), form.get("client_secret")) != ("cards", SECRET):
            return None
        token = secrets.token_urlsafe()
        self.tokens[token] = person
        return {"access_token": token, "token_type": "Bearer", "expires_in": 60}


class Handler(BaseHTTPRequestHandler):
    service: Service

    def do_GET(self) -> None:
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        told = self.service.tokens.get(token) if self.path == "/userinfo" else self.service.configuration()
        self._answer(told)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self._answer(self.service.exchange(dict(parse_qsl(body))))

    def _answer(self, told: object) -> None:
        body = b"not JSON" if self.service.broken else json.dumps(told or {"error": "invalid_grant"}).encode()
        self.send_response(200 if told else 400)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_given: object) -> None: ...


@pytest.fixture
def service(settings: LazySettings) -> Iterator[Service]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        made = Service(f"http://127.0.0.1:{server.server_port}")
        server.RequestHandlerClass = type("Bound", (Handler,), {"service": made})
        thread = Thread(target=server.serve_forever)
        thread.start()
        named = f"Club%20House=http://cards:{quote(SECRET)}@127.0.0.1:{server.server_port}"
        settings.SOCIALACCOUNT_PROVIDERS = {
            "openid_connect": {"OAUTH_PKCE_ENABLED": True, "APPS": providers.apps(named)}
        }
        yield made
        server.shutdown()
        thread.join()


def leave(client: Client, **given: str) -> str:
    """Where the form on a page leads."""
    page = client.post("/account/elsewhere/club-house/login/", given)
    assert page.status_code == 200
    address = str(page.headers["Refresh"]).removeprefix("0; url=")
    assert address.replace("&", "&amp;") in page.content.decode()
    return address


def come_back(client: Client, address: str) -> Any:
    return client.get(address.removeprefix("http://testserver"), follow=True)


def sign_up(client: Client, service: Service, name: str = "ann", person: Person = ANN) -> Any:
    come_back(client, service.agree(leave(client), person))
    return client.post("/account/elsewhere/signup/", {"username": name, "email": "ann@example.org"}, follow=True)


def test_somebody_from_elsewhere_chooses_a_name_and_is_in(service: Service) -> None:
    client = Client()
    assert "Go on with Club House" in client.get("/account/login/").content.decode()
    page = come_back(client, service.agree(leave(client)))
    assert "Choose a name" in page.content.decode()
    assert not User.objects.filter(username__startswith="ann").exists()
    client.post("/account/elsewhere/signup/", {"username": "Ann", "email": ""})
    assert is_in(client)
    user = User.objects.get(username="Ann")
    assert not user.is_guest
    assert not user.has_usable_password()
    assert not EmailAddress.objects.exists()
    assert (user.email, user.first_name, user.last_name) == ("", "", "")
    assert SocialAccount.objects.get().extra_data == {"called": "ann@example.org"}
    again = Client()
    come_back(again, service.agree(leave(again)))
    assert int(again.session["_auth_user_id"]) == user.pk


def test_an_address_is_confirmed_by_a_mail_of_ours_alone(service: Service) -> None:
    sign_up(Client(), service)
    assert not EmailAddress.objects.get(email="ann@example.org").verified


def test_an_address_that_is_elsewhere_too_opens_no_account(service: Service, ann: User) -> None:
    EmailAddress.objects.create(user=ann, email="ann@example.org", verified=True, primary=True)
    client = Client()
    come_back(client, service.agree(leave(client)))
    assert not is_in(client)
    client.post("/account/elsewhere/signup/", {"username": "somebody", "email": "ann@example.org"})
    assert "_auth_user_id" not in client.session or int(client.session["_auth_user_id"]) != ann.pk


def test_a_guest_who_comes_from_elsewhere_keeps_the_account(service: Service) -> None:
    client = Client()
    guest = services.create_guest()
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    page = come_back(client, service.agree(leave(client)))
    assert f'value="{guest.username}"' in page.content.decode()
    client.post("/account/elsewhere/signup/", {"username": "Ann", "email": ""})
    assert int(client.session["_auth_user_id"]) == guest.pk
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("Ann", False)


def test_a_name_must_be_free_and_plain(service: Service, ann: User) -> None:
    page = sign_up(Client(), service, ann.username)
    assert page.status_code == 200
    assert "errorlist" in page.content.decode() or "aria-invalid" in page.content.decode()
    assert not SocialAccount.objects.exists()


def test_somebody_who_was_too_slow_tries_another_name(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    come_back(client, service.agree(leave(client)))
    check = AccountAdapter.clean_username

    def just_before(self: AccountAdapter, username: str, shallow: bool = False) -> str:
        name = check(self, username, shallow)
        User.objects.create_user("Ann")
        return name

    monkeypatch.setattr(AccountAdapter, "clean_username", just_before)
    given = {"username": "Ann", "email": ""}
    assert client.post("/account/elsewhere/signup/", given).status_code == 422
    monkeypatch.undo()
    client.post("/account/elsewhere/signup/", given | {"username": "Anna"})
    assert is_in(client)


def test_whoever_is_in_connects_it_and_disconnects_it(service: Service, ann: User) -> None:
    client = Client()
    log_in(client)
    assert "Log in with Club House as well" in client.get("/settings/security").content.decode()
    come_back(client, service.agree(leave(client, process="connect")))
    page = client.get("/settings/security").content.decode()
    assert "ann@example.org" in page
    other = Client()
    come_back(other, service.agree(leave(other)))
    assert int(other.session["_auth_user_id"]) == ann.pk
    (path,) = re.findall(r"/account/elsewhere/\d+/disconnect", page)
    client.post(path)
    assert not SocialAccount.objects.exists()


def test_somebody_who_has_nothing_to_show_again_here_goes_on_or_out(
    service: Service, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Out only for an app that wants a new log-in."""
    client, asking = Client(), Asking(app)
    sign_up(client, service)
    now = time.time
    monkeypatch.setattr("time.time", lambda: now() + 3_600)
    assert asking.tokens(client)["access_token"]
    out = asking.ask(client, prompt="login")["Location"]
    assert out.startswith("/account/logout/?next=%2Foauth%2Fauthorize%3F")
    after = client.post(out, {"next": parse_qs(urlsplit(out).query)["next"]})["Location"]
    assert not is_in(client)
    assert "prompt" not in after
    assert client.get(after)["Location"].startswith("/account/login/?next=/oauth/authorize%3F")


def test_the_last_way_in_stays(service: Service) -> None:
    client = Client()
    sign_up(client, service)
    (path,) = re.findall(r"/account/elsewhere/\d+/disconnect", client.get("/settings/security").content.decode())
    page = client.post(path, follow=True)
    assert "no password" in page.content.decode()
    assert SocialAccount.objects.exists()


def test_nobody_takes_away_what_is_somebody_elses(service: Service, ann: User) -> None:
    sign_up(Client(), service, "Other")
    client = Client()
    log_in(client)
    client.post(f"/account/elsewhere/{SocialAccount.objects.get().pk}/disconnect")
    assert SocialAccount.objects.exists()
    come_back(client, service.agree(leave(client, process="connect")))
    assert SocialAccount.objects.get().user_id != ann.pk


def test_a_second_factor_is_asked_for_all_the_same(service: Service, ann: User) -> None:
    from allauth.mfa.totp.internal import auth as totp

    SocialAccount.objects.create(user=ann, provider="club-house", uid="7", extra_data={"called": "ann"})
    totp.TOTP.activate(ann, totp.generate_totp_secret())
    client = Client()
    page = come_back(client, service.agree(leave(client)))
    assert not is_in(client)
    assert page.redirect_chain[-1][0].startswith("/account/second-factor/authenticate/")


def test_an_account_of_a_service_that_is_named_no_more_can_be_disconnected(service: Service, ann: User) -> None:
    row = SocialAccount.objects.create(user=ann, provider="gone", uid="7", extra_data={"called": "ann"})
    client = Client()
    log_in(client)
    assert "gone" in client.get("/settings/security").content.decode()
    client.post(f"/account/elsewhere/{row.pk}/disconnect")
    assert not SocialAccount.objects.exists()


def test_a_closed_account_stays_closed(service: Service, ann: User) -> None:
    SocialAccount.objects.create(user=ann, provider="club-house", uid="7", extra_data={"called": "ann"})
    ann.is_active = False
    ann.save()
    client = Client()
    come_back(client, service.agree(leave(client)))
    assert not is_in(client)


@pytest.mark.parametrize("change", [("code=", "code=x"), ("state=", "state=x")])
def test_a_code_or_a_state_that_is_not_ours_opens_nothing(service: Service, change: tuple[str, str]) -> None:
    client = Client()
    page = come_back(client, service.agree(leave(client)).replace(*change))
    assert page.status_code == 403
    assert "Nothing has changed here" in page.content.decode()
    assert not is_in(client)


def test_an_answer_for_another_browser_opens_nothing(service: Service) -> None:
    address = service.agree(leave(Client()))
    victim = Client()
    assert come_back(victim, address).status_code == 403
    assert "socialaccount_sociallogin" not in victim.session


def test_who_stops_there_is_told_so(service: Service) -> None:
    client = Client()
    state = parse_qs(urlsplit(leave(client)).query)["state"][0]
    page = client.get(
        "/account/elsewhere/club-house/callback/", {"error": "access_denied", "state": state}, follow=True
    )
    assert "You stopped it" in page.content.decode()


def test_a_service_that_says_nonsense_is_no_fault_of_ours(service: Service) -> None:
    client = Client()
    address = service.agree(leave(client))
    service.broken = True
    assert client.post("/account/elsewhere/club-house/login/").status_code == 403
    assert come_back(client, address).status_code == 403


def test_a_service_that_does_not_say_who_it_is_opens_nothing(service: Service) -> None:
    client = Client()
    nameless: list[Person] = [{"email": "x@example.org"}, {"sub": "7", "name": ["x"]}]
    for told in nameless:
        assert come_back(client, service.agree(leave(client), told)).status_code == 403
    assert not is_in(client)


def test_one_leaves_by_a_form_alone(service: Service) -> None:
    assert Client().get("/account/elsewhere/club-house/login/").headers["Location"] == "/"
    forged = Client(enforce_csrf_checks=True)
    assert forged.post("/account/elsewhere/club-house/login/").status_code == 403


def test_without_the_variable_there_is_no_such_way() -> None:
    client = Client()
    assert "Go on with" not in client.get("/account/login/").content.decode()
    assert client.post("/account/elsewhere/club-house/login/").status_code == 404
    assert client.get("/account/elsewhere/club-house/callback/").status_code == 404
    assert client.get("/account/elsewhere/openid_connect/callback/").status_code == 404


def test_the_export_names_it_and_the_erasure_ends_it(service: Service, ann: User) -> None:
    SocialAccount.objects.create(user=ann, provider="club-house", uid="7", extra_data={"called": "ann"})
    (row,) = json.loads(export.document(ann))["accounts_elsewhere"]
    assert (row["provider"], row["uid"]) == ("club-house", "7")
    erasure.ask(user=ann)
    erasure.clear(ann.pk)
    assert not SocialAccount.objects.exists()


def test_it_is_in_spanish_too(service: Service) -> None:
    page = Client(headers={"Accept-Language": "es"}).get("/account/login/").content.decode()
    assert "Seguir con Club House" in page


@pytest.mark.parametrize(
    "text",
    [
        "https://ID:SECRET@example.org",
        "Club=https://example.org",
        "Club=https://ID@example.org",
        "Club=http://ID:SECRET@example.org",
        "Club=https://ID:SECRET@example.org?x=1",
        "!=https://ID:SECRET@example.org",
        "A=https://ID:SECRET@example.org a=https://ID:SECRET@example.com",
    ],
)
def test_a_variable_that_does_not_say_all_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        providers.apps(text)


def test_several_services_stand_in_one_variable() -> None:
    club, big = providers.apps("Club%20House=https://a%3Ab:c%40d@login.example.org/realm Big=https://e:f@example.com")
    assert (club["name"], club["provider_id"]) == ("Club House", "club-house")
    assert (club["client_id"], club["secret"]) == ("a:b", "c@d")
    assert club["settings"]["server_url"] == "https://login.example.org/realm"
    assert big["name"] == "Big"
