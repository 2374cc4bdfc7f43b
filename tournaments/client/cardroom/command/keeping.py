"""Which site is meant, and the token that is kept for it."""

import argparse
import getpass
import json
import os
import sys
from pathlib import Path

from cardroom import Cardroom
from cardroom.command import Wrong


def place(url: str | None) -> tuple[str, str | None]:
    """The site's address and a token: ``--site``, then ``CARDROOM_URL`` and ``CARDROOM_TOKEN``, then what was kept.
    A token that was kept for one site is sent to no other."""
    kept = known()
    found = url or os.environ.get("CARDROOM_URL") or next(iter(kept), None)
    if not found:
        raise Wrong("Which site? Name it with --site or in CARDROOM_URL.")
    if not found.startswith(("https://", "http://")):
        raise Wrong(f"{found}: an address begins with https://")
    return found, os.environ.get("CARDROOM_TOKEN") or kept.get(found.rstrip("/"))


def login(site: Cardroom, given: argparse.Namespace) -> None:
    """Ask for a token, see whose it is, and keep it."""
    address = str(site.http.base_url).rstrip("/")
    sys.stderr.write(f"Make a token at {address}/settings/tokens and paste it here.\n")
    token = getpass.getpass("Token: ") if sys.stdin.isatty() else sys.stdin.readline()
    with Cardroom(address, token.strip()) as mine:
        name = mine.get_account().name
    path, others = store(), {url: kept for url, kept in known().items() if url != address}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_text(json.dumps({address: token.strip()} | others), encoding="utf-8")
    sys.stderr.write(f"You are {name}. The token is in {path}.\n")


def store() -> Path:
    folder = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(folder) / "cardroom" / "tokens.json"


def known() -> dict[str, str]:
    """The tokens that are kept, by address; that of the last login first."""
    try:
        found = json.loads(store().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise Wrong(f"{store()} cannot be read: {error}") from error
    return {str(url): str(token) for url, token in found.items()} if isinstance(found, dict) else {}
