"""Logging in by a code that is entered in a browser (RFC 8628): no password and no token is typed here."""

import sys
import time
from typing import Final

import httpx
import msgspec

from cardroom.command import Wrong
from cardroom.command.saying import plain

APP: Final = "cardroom"
SCOPES: Final = ("account:read", "tournament:read", "tournament:direct", "table:read", "club:read")
"""What the commands need."""
DEVICE: Final = "urn:ietf:params:oauth:grant-type:device_code"
REFUSED: Final = (400, 401)
WAITS: Final = ("authorization_pending", "slow_down")
_SLOWER: Final = 5
"""Seconds that are waited longer where the site asks for that."""


class Code(msgspec.Struct):
    """What somebody enters in a browser, and where."""

    device_code: str
    user_code: str
    verification_uri: str
    expires_in: int
    verification_uri_complete: str = ""
    interval: int = 5


class Granted(msgspec.Struct):
    """A token for *expires_in* seconds, and what another is had with after that, once."""

    access_token: str
    expires_in: int
    refresh_token: str = ""


def log_in(http: httpx.Client) -> Granted:
    """Wait until somebody has agreed; raises :class:`Wrong` if nobody does."""
    asked = http.post("/api/oauth/device", data={"client_id": APP, "scope": " ".join(SCOPES)})
    code = msgspec.json.decode(_checked(asked).content, type=Code)
    where = code.verification_uri_complete or code.verification_uri
    sys.stderr.write(plain(f"Open {where} and agree. The code is {code.user_code}.\n"))
    wait, until = code.interval, time.monotonic() + code.expires_in
    while time.monotonic() < until:
        time.sleep(wait)
        answer = _token(http, grant_type=DEVICE, device_code=code.device_code)
        if answer.is_success:
            return msgspec.json.decode(answer.content, type=Granted)
        error = _error(_checked(answer) if answer.status_code not in REFUSED else answer)
        if error not in WAITS:
            raise Wrong(f"The site let nobody log in: {error}.")
        wait += _SLOWER if error == "slow_down" else 0
    raise Wrong("Nobody has agreed in time. Log in again.")


def renewed(http: httpx.Client, refresh_token: str) -> Granted:
    """Another token; raises :class:`Wrong` if the site gives none any more."""
    answer = _token(http, grant_type="refresh_token", refresh_token=refresh_token)
    if _error(answer):
        raise Wrong("You are logged in no more: cardroom login")
    return msgspec.json.decode(_checked(answer).content, type=Granted)


def _token(http: httpx.Client, **asked: str) -> httpx.Response:
    return http.post("/api/oauth/token", data={"client_id": APP} | asked)


def _error(answer: httpx.Response) -> str:
    """What OAuth calls it; empty if it is none."""
    if answer.status_code not in REFUSED:
        return ""
    return str(answer.json().get("error", "unknown"))


def _checked(answer: httpx.Response) -> httpx.Response:
    if not answer.is_success:
        raise Wrong(f"The site lets nobody log in here (status {answer.status_code}): cardroom login --token")
    return answer
