"""Requests to addresses that users have given: https, public addresses only, no redirects.

A name is resolved once; what was checked is what is connected to, so that no second answer of a name server can lead
the request into the house.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from http.client import HTTPConnection, HTTPException
from threading import Event, Timer
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

import certifi

from engine.text import gettext_noop as _
from tournaments.notices.errors import Refused

SECONDS: Final = 8.0
"""For a connection, and for everything that goes over it."""
LONGEST: Final = 2_000
"""Bytes of an answer that are read."""
UNICAST: Final = ipaddress.ip_network("2000::/3")
"""What of IPv6 has been given out (IANA). The rest, old ways of writing IPv4 addresses among it, leads nowhere good."""


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
    >>> [is_public(each) for each in ("2a00:1450::1", "fec0::1", "::127.0.0.1", "::ffff:0:127.0.0.1", "2002:7f00:1::")]
    [True, False, False, False, False]
    """
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(str(address.ipv4_mapped))
        if address not in UNICAST or address.sixtofour is not None or address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast


def post(url: str, body: bytes, headers: Mapping[str, str], *, seconds: float = SECONDS) -> Answer:
    """Send *body*, within so many *seconds* in all; raises ``Refused`` or ``Unreachable``. What it is redirected to is
    not asked."""
    target = resolved(url)
    try:
        opened = socket.create_connection((target.address, target.port), seconds)
        with opened, _ended_after(seconds, opened) as ended:
            answer = _exchange(opened, target, body, headers)
    except (HTTPException, OSError, ValueError) as failed:
        raise Unreachable(f"{target.host}: {type(failed).__name__}") from failed
    if ended.is_set():  # what was read of it looks whole
        raise Unreachable(f"{target.host}: too slow")
    return answer


def _exchange(opened: socket.socket, target: Target, body: bytes, headers: Mapping[str, str]) -> Answer:
    with _trusted().wrap_socket(opened, server_hostname=target.host) as secured:
        connection = HTTPConnection(target.host, target.port)
        connection.sock = secured
        host = target.host if target.port == 443 else f"{target.host}:{target.port}"
        given = {"User-Agent": "Cardroom", **headers, "Host": host, "Connection": "close"}
        connection.request("POST", target.path, body=body, headers=given)
        answer = connection.getresponse()
        return Answer(answer.status, answer.read(LONGEST).decode("utf-8", "replace"), answer.reason or "")


@contextmanager
def _ended_after(seconds: float, opened: socket.socket) -> Iterator[Event]:
    """End the connection after so many *seconds*, whatever it does, and say so by the event. The timeout of a socket
    begins anew with every byte: who sends one now and then would hold a sender, and everybody's notices with it."""
    spare, ended = opened.dup(), Event()  # the other one is handed on to TLS
    timer = Timer(seconds, _cut, [spare, ended])
    timer.start()
    try:
        yield ended
    finally:
        timer.cancel()
        spare.close()


def _cut(opened: socket.socket, ended: Event) -> None:
    ended.set()
    with suppress(OSError):  # it has ended by itself
        opened.shutdown(socket.SHUT_RDWR)


@lru_cache
def _trusted() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=certifi.where())


def _not_https() -> Refused:
    return Refused("not_https", _("Give an address that begins with https://."), field="url")
