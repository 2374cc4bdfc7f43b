"""Which site is meant, and the token that is kept for it."""

import argparse
import getpass
import os
import sys
import time
from pathlib import Path

import httpx
import msgspec

from cardroom import Cardroom
from cardroom.command import Wrong, device
from cardroom.command.saying import plain


class Kept(msgspec.Struct, omit_defaults=True):
    """A token. One that ends has a moment (seconds since 1970), and what another is had with."""

    token: str
    until: float | None = None
    refresh: str = ""


def place(url: str | None) -> str:
    """The site's address: ``--site``, then ``CARDROOM_URL``, then where somebody logged in last."""
    found = url or os.environ.get("CARDROOM_URL") or next(iter(known()), None)
    if not found:
        raise Wrong("Which site? Name it with --site or in CARDROOM_URL.")
    if not found.startswith(("https://", "http://")):
        raise Wrong(f"{found}: an address begins with https://")
    return found.rstrip("/")


def token(address: str) -> str | None:
    """``CARDROOM_TOKEN``, then what was kept. A token for one site is sent to no other: that of the environment is for
    ``CARDROOM_URL``, if that names any."""
    named = os.environ.get("CARDROOM_URL")
    given = os.environ.get("CARDROOM_TOKEN") if not named or named.rstrip("/") == address else None
    return given or _token(address, known())


def login(site: Cardroom, given: argparse.Namespace) -> None:
    """Have somebody agree in a browser, or ask for a token; see whose it is, and keep it."""
    address = str(site.http.base_url).rstrip("/")
    kept = _asked_for(address) if given.token else _kept(device.log_in(site.http))
    with Cardroom(address, kept.token) as mine:
        name = mine.get_account().name
    keep(address, kept)
    sys.stderr.write(plain(f"You are {name}. The token is in {store()}.\n"))


def keep(address: str, kept: Kept) -> None:
    """The first from now on."""
    path, others = store(), {url: each for url, each in known().items() if url != address}
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_bytes(msgspec.json.encode({address: kept} | others))
    draft.replace(path)


def store() -> Path:
    folder = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(folder) / "cardroom" / "tokens.json"


def known() -> dict[str, Kept]:
    """What is kept, by address; that of the last login first."""
    try:
        return msgspec.json.decode(store().read_bytes(), type=dict[str, Kept])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError) as error:
        raise Wrong(f"{store()} cannot be read: {error}. Remove it and log in again.") from error


def _asked_for(address: str) -> Kept:
    sys.stderr.write(f"Make a token at {address}/settings/tokens and paste it here.\n")
    return Kept((getpass.getpass("Token: ") if sys.stdin.isatty() else sys.stdin.readline()).strip())


def _kept(granted: device.Granted) -> Kept:
    return Kept(granted.access_token, time.time() + granted.expires_in, granted.refresh_token)


def _token(address: str, kept: dict[str, Kept]) -> str | None:
    """The token for *address*, renewed if it ends within a minute."""
    own = kept.get(address)
    if own is None or own.until is None or own.until > time.time() + 60:
        return own.token if own else None
    try:
        with httpx.Client(base_url=address, timeout=30) as http:
            fresh = _kept(device.renewed(http, own.refresh))
    except Wrong:
        now = known().get(address)
        if now is None or now.refresh == own.refresh:
            raise
        return now.token  # another command was quicker: a refresh token is used once
    keep(address, fresh)
    return fresh.token
