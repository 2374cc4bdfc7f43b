"""An app that asks whether it may act for somebody, and what it does then."""

import base64
import hashlib
import json
import re
import secrets
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from allauth.idp.oidc.models import Client as App
from django.core.cache import cache
from django.test import Client

from accounts.oauth import apps

BACK = "https://app.example.org/back"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


def signed(page: Any) -> str:
    """What the page sends back of what the app asked for."""
    found = re.search(r'name="request" value="([^"]+)"', page.content.decode())
    assert found
    return found[1]


def ticked(page: Any) -> list[str]:
    return re.findall(r'name="scopes" value="([^"]+)"[^>]*checked', page.content.decode())


class Asking:
    """An app that asks by the code flow."""

    def __init__(self, app: App) -> None:
        self.app, self.verifier = app, secrets.token_urlsafe(48)
        digest = hashlib.sha256(self.verifier.encode()).digest()
        self.asked = {
            "response_type": "code",
            "client_id": app.pk,
            "redirect_uri": BACK,
            "scope": "table:play club:read",
            "state": "s1",
            "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
            "code_challenge_method": "S256",
        }

    def ask(self, anns: Client, **other: str | None) -> Any:
        asked = {name: value for name, value in (self.asked | other).items() if value is not None}
        return anns.get("/oauth/authorize", asked)

    def granted(self, anns: Client, action: str = "grant", **other: str | None) -> dict[str, str]:
        """What comes back to the app's address after the page was answered."""
        page = self.ask(anns, **other)
        assert page.status_code == 200, page.headers
        sent = {"request": signed(page), "scopes": ticked(page), "action": action}
        answer = anns.post("/oauth/authorize", sent)
        assert answer.status_code == 302, answer.content
        assert answer["Location"].startswith(BACK + "?")
        return dict(parse_qsl(urlsplit(answer["Location"]).query))

    def exchange(self, code: str, **other: str) -> Any:
        given = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "client_id": self.app.pk}
        return Client().post("/api/oauth/token", given | {"code_verifier": self.verifier} | other)

    def tokens(self, anns: Client, **other: str | None) -> dict[str, Any]:
        answer = self.exchange(self.granted(anns, "grant", **other)["code"])
        assert answer.status_code == 200, answer.content
        told: dict[str, Any] = answer.json()
        return told


def refreshed(app: App, text: str) -> Any:
    given = {"grant_type": "refresh_token", "refresh_token": text, "client_id": app.pk}
    return Client().post("/api/oauth/token", given)


def call(text: str, path: str = "/api/account", method: str = "get", body: Any = None) -> Any:
    headers = {"Authorization": f"Bearer {text}"}
    sent = {"data": json.dumps(body), "content_type": "application/json"} if body is not None else {}
    return getattr(Client(), method)(path, headers=headers, **sent)


def asked(client_id: str = apps.COMMAND_LINE, scope: str = "account:read tournament:direct") -> Any:
    sent = urlencode({"client_id": client_id, "scope": scope})
    return Client().post("/api/oauth/device", sent, content_type="application/x-www-form-urlencoded")


def polled(device: Any, client_id: str = apps.COMMAND_LINE) -> Any:
    """As after the interval that the answer named."""
    key = f"allauth.idp.oidc.device_code[{device['device_code']}]"
    if (state := cache.get(key)) is not None:
        cache.set(key, state | {"last_poll_at": 0}, 100)
    given = {"grant_type": DEVICE, "client_id": client_id, "device_code": device["device_code"]}
    return Client().post("/api/oauth/token", given)
