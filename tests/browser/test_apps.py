"""Apps that act for somebody, as a browser sees it: the question, the way back to the app, devices, the settings."""

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from urllib.parse import urlencode

import httpx
import jwt
import pytest
from playwright.sync_api import expect

from accounts.models import User
from accounts.oauth import apps
from tests.browser.conftest import PASSWORD, Opener, log_in
from tests.browser.test_account_pages import seen
from tests.processes import Processes

VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
"""The example of RFC 7636, appendix B, as its challenge is."""
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


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


def test_the_question_leads_back_to_the_app(open_page: Opener, processes: Processes, nora: User, back: str) -> None:
    """The page's policy lets its form lead there, and nowhere else."""
    app = apps.register(owner=nora, name="A keeper of long scores", redirects=[back], devices=True)
    page = open_page(locale="es")
    log_in(page, nora)
    assert seen(page, asking(app.pk, back)) == []
    page.get_by_role("button", name="Conectar", exact=True).click()
    page.wait_for_url(re.compile(re.escape(back)))
    assert "state=s1" in page.url
    code = re.search(r"[?&]code=(\w+)", page.url)
    assert code
    given = {"grant_type": "authorization_code", "client_id": app.pk, "redirect_uri": back, "code": code[1]}
    refused = httpx.post(f"{processes.url}/api/oauth/token", data=given | {"code_verifier": "x" * 43})
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    page.goto(asking(app.pk, back))
    page.get_by_role("button", name="Conectar", exact=True).click()
    page.wait_for_url(re.compile(re.escape(back)))
    again = re.search(r"[?&]code=(\w+)", page.url)
    assert again
    told = httpx.post(f"{processes.url}/api/oauth/token", data=given | {"code": again[1], "code_verifier": VERIFIER})
    assert told.status_code == 200, told.text
    (key,) = httpx.get(f"{processes.url}/api/oauth/jwks.json").json()["keys"]
    claims = jwt.decode(told.json()["id_token"], jwt.PyJWK(key).key, algorithms=["RS256"], audience=app.pk)
    assert claims["preferred_username"] == "Nora"


def test_a_device_is_connected_and_disconnected(open_page: Opener, processes: Processes, nora: User) -> None:
    asked = {"client_id": apps.COMMAND_LINE, "scope": "account:read tournament:direct"}
    device = httpx.post(f"{processes.url}/api/oauth/device", data=asked).json()
    page = open_page()
    log_in(page, nora)
    found = seen(page, "/oauth/device")
    page.locator("[name=code]").fill(device["user_code"])
    page.get_by_role("button", name="Continue").click()
    found += seen(page)
    page.get_by_role("button", name="Connect", exact=True).click()
    expect(page.get_by_text("Cardroom is connected.")).to_be_visible()
    found += seen(page)
    given = {"grant_type": DEVICE, "client_id": apps.COMMAND_LINE, "device_code": device["device_code"]}
    told = httpx.post(f"{processes.url}/api/oauth/token", data=given).json()
    headers = {"Authorization": f"Bearer {told['access_token']}"}
    assert httpx.get(f"{processes.url}/api/account", headers=headers).json()["name"] == "Nora"
    apps.register(owner=nora, name="Mine", redirects=["https://app.example.org/" + "long/" * 40], devices=False)
    found += seen(page, "/settings/apps")
    page.get_by_role("button", name="Disconnect").click()
    expect(page.get_by_text("No app may act for you.")).to_be_visible()
    assert httpx.get(f"{processes.url}/api/account", headers=headers).status_code == 401
    assert found == []
