"""Apps that act for somebody, as a browser sees it: the question, the way back to the app, devices, the settings."""

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from urllib.parse import urlencode

import pytest
from allauth.idp.oidc.models import Token
from django.test import Client
from playwright.sync_api import expect

from accounts.models import User
from accounts.oauth import apps
from tests.browser.conftest import PASSWORD, Opener, log_in
from tests.browser.test_account_pages import seen


@pytest.fixture
def nora(transactional_db: None) -> User:
    return User.objects.create_user("Nora", password=PASSWORD)


@pytest.fixture
def back() -> Iterator[str]:
    """Where an app on the same device waits for the answer."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<title>Back</title>")

        def log_message(self, *_given: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answers)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/back"
    server.shutdown()
    thread.join()
    server.server_close()


def asking(app: str, back: str) -> str:
    asked = {
        "response_type": "code",
        "client_id": app,
        "redirect_uri": back,
        "scope": "openid profile bot:play tournament:direct account:write",
        "state": "s1",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "code_challenge_method": "S256",
    }
    return f"/oauth/authorize?{urlencode(asked)}"


def test_the_question_leads_back_to_the_app(open_page: Opener, nora: User, back: str) -> None:
    """The page's policy lets its form lead there, and nowhere else."""
    app = apps.register(owner=nora, name="A keeper of long scores", redirects=[back], devices=True)
    page = open_page(locale="es")
    log_in(page, nora)
    assert seen(page, asking(app.pk, back)) == []
    page.get_by_role("button", name="Conectar", exact=True).click()
    page.wait_for_url(re.compile(re.escape(back)))
    assert re.search(r"[?&]code=\w+", page.url)
    assert "state=s1" in page.url


def test_a_device_is_connected_and_disconnected(open_page: Opener, nora: User) -> None:
    sent = urlencode({"client_id": apps.COMMAND_LINE, "scope": "account:read bot:play"})
    device = Client().post("/api/oauth/device", sent, content_type="application/x-www-form-urlencoded").json()
    page = open_page()
    log_in(page, nora)
    found = seen(page, "/oauth/device")
    page.locator("[name=code]").fill(device["user_code"])
    page.get_by_role("button", name="Continue").click()
    found += seen(page)
    page.get_by_role("button", name="Connect", exact=True).click()
    expect(page.get_by_text("Cardroom is connected.")).to_be_visible()
    found += seen(page)
    Token.objects.create(
        type=Token.Type.REFRESH_TOKEN, hash="x", user=nora, client_id=apps.COMMAND_LINE, scopes="account:read\nbot:play"
    )
    apps.register(owner=nora, name="Mine", redirects=["https://app.example.org/" + "long/" * 40], devices=False)
    found += seen(page, "/settings/apps")
    page.get_by_role("button", name="Disconnect").click()
    expect(page.get_by_text("No app may act for you.")).to_be_visible()
    assert not Token.objects.exists()
    assert found == []
