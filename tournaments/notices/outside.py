"""Requests to addresses that users have given: https, public addresses only, no redirects.

A name is resolved once; what was checked is what is connected to, so that no second answer of a name server can lead
the request into the house.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

import certifi
import urllib3

from engine.text import gettext_noop as _
from tournaments.notices.errors import Refused

SECONDS: Final = 8.0
LONGEST: Final = 2_000
"""Bytes of an answer that are read."""
NAT64: Final = ipaddress.ip_network("64:ff9b::/96")


class Answer(NamedTuple):
    """What came back, in the shape that pywebpush expects."""

    status_code: int
    text: str
    reason: str = ""
    headers: Mapping[str, str] = {}


class Unreachable(Exception):
    """The other side did not answer."""


class Target(NamedTuple):
    """Where a request goes: the name for the certificate, the address that was checked."""

    host: str
    port: int
    address: str
    path: str


def check(url: str) -> SplitResult:
    """*url* as far as it can be seen without asking for it; raises ``Refused``."""
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname
    except ValueError:
        raise _not_https() from None
    if parts.scheme != "https" or not host or parts.username or parts.password or port == 0 or not url.isascii():
        raise _not_https()
    return parts


def resolved(url: str) -> Target:
    """Where *url* leads; raises ``Refused`` if that is not public, ``Unreachable`` if the name has no address."""
    parts = check(url)
    host, port = parts.hostname or "", parts.port or 443
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as unknown:
        raise Unreachable(f"{host}: {unknown}") from unknown
    addresses = [str(each[4][0]) for each in found]
    if not addresses or not all(is_public(address) for address in addresses):
        raise Refused("private_address", _("That address is not a public one."), field="url")
    query = f"?{parts.query}" if parts.query else ""
    return Target(host, port, addresses[0], (parts.path or "/") + query)


def is_public(text: str) -> bool:
    """Whether anybody may be sent to *text*, an IP address.

    >>> [is_public(each) for each in ("1.1.1.1", "10.0.0.1", "127.0.0.1", "169.254.169.254", "::ffff:10.0.0.1", "::1")]
    [True, False, False, False, False, False]
    """
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(str(address.ipv4_mapped))
        if address.sixtofour is not None or address.teredo is not None or address in NAT64:
            return False
    return address.is_global and not address.is_multicast


def post(url: str, body: bytes, headers: Mapping[str, str], *, seconds: float = SECONDS) -> Answer:
    """Send *body*; raises ``Refused`` or ``Unreachable``. What it is redirected to is not asked."""
    target = resolved(url)
    pool = urllib3.HTTPSConnectionPool(
        target.address,
        target.port,
        server_hostname=target.host,
        assert_hostname=target.host,
        ssl_context=_trusted(),
        timeout=urllib3.Timeout(connect=seconds, read=seconds),
        retries=False,
    )
    host = target.host if target.port == 443 else f"{target.host}:{target.port}"
    try:
        answer = pool.urlopen(
            "POST",
            target.path,
            body=body,
            headers={"User-Agent": "Cardroom", **headers, "Host": host},
            redirect=False,
            assert_same_host=False,
            preload_content=False,
        )
        text = answer.read(LONGEST).decode("utf-8", "replace")
        answer.close()
        return Answer(answer.status, text, answer.reason or "")
    except (urllib3.exceptions.HTTPError, OSError) as failed:
        raise Unreachable(f"{target.host}: {type(failed).__name__}") from failed
    finally:
        pool.close()


@lru_cache
def _trusted() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=certifi.where())


def _not_https() -> Refused:
    return Refused("not_https", _("Give an address that begins with https://."), field="url")
