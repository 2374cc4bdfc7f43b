"""Accounts elsewhere that open an account here (``LOG_IN_WITH``). Nothing of Django is imported here."""

import re
from ipaddress import ip_address
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit


def apps(text: str) -> list[dict[str, Any]]:
    """*text* as django-allauth takes it: ``NAME=https://ID:SECRET@HOST``, several with spaces between them.

    Raises ``ValueError`` if one is not so, or two have the same name.
    """
    found = [_app(*each.partition("=")[::2]) for each in text.split()]
    if len({app["provider_id"] for app in found}) < len(found):
        raise ValueError("two of the same name")
    return found


def _app(name: str, address: str) -> dict[str, Any]:
    parts = urlsplit(address)
    key = re.sub("[^a-z0-9]+", "-", unquote(name).lower()).strip("-")
    if not (key and parts.username and parts.password and _is_private(parts)) or parts.query or parts.fragment:
        raise ValueError("not NAME=https://ID:SECRET@HOST")
    server = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    return {
        "provider_id": key,
        "name": unquote(name),
        "client_id": unquote(parts.username),
        "secret": unquote(parts.password),
        "settings": {"server_url": server.rstrip("/")},
    }


def _is_private(parts: SplitResult) -> bool:
    """Whether nobody listens on the way: TLS, or this machine."""
    host, _port = parts.hostname or "", parts.port
    if parts.scheme == "http":
        return host == "localhost" or ip_address(host).is_loopback
    return parts.scheme == "https" and bool(host)
