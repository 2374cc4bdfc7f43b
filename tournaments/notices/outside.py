"""Requests to addresses that users have given: https, public addresses only, no redirects.

A name is resolved once; what was checked is what is connected to, so that no second answer of a name server can lead
the request into the house. Resolving takes part in the deadline of the whole, and never happens in a request of ours.
"""

import ipaddress
import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from http.client import HTTPConnection, HTTPException
from threading import Event, Timer
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

import certifi

from engine.text import gettext_noop as _
from tournaments.notices import resolving
from tournaments.notices.errors import Refused
from tournaments.notices.resolving import UnknownHost

SECONDS: Final = 8.0
"""For a delivery: the name, the connection, and everything that goes over it."""
LONGEST: Final = 2_000
"""Bytes of an answer that are read."""
UNICAST: Final = ipaddress.ip_network("2000::/3")
"""What of IPv6 has been given out (IANA). The rest, old ways of writing IPv4 addresses among it, leads nowhere good."""
SPECIAL: Final = (ipaddress.ip_network("192.0.0.0/24"), ipaddress.ip_network("192.88.99.0/24"))
"""Of IPv4, what older releases of Python hold for public (RFC 6890, RFC 7526)."""


class Answer(NamedTuple):
    """What came back, in the shape that pywebpush expects."""

    status_code: int
    text: str
    reason: str = ""
    headers: Mapping[str, str] = {}


class Unreachable(Exception):
    """The other side did not answer."""


class Target(NamedTuple):
    """Where a request goes: the name for the certificate, the addresses that were checked."""

    host: str
    port: int
    addresses: tuple[str, ...]
    path: str


def check(url: str) -> SplitResult:
    """*url* as far as it can be seen without asking a name server; raises ``Refused``."""
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname
    except ValueError:
        raise _not_https() from None
    if parts.scheme != "https" or not host or parts.username or parts.password or port == 0 or not _is_plain(url):
        raise _not_https()
    with suppress(ValueError):  # a name
        _check_public((str(ipaddress.ip_address(host.partition("%")[0])),))
    return parts


def resolved(url: str, *, seconds: float = resolving.PATIENCE) -> Target:
    """Where *url* leads; raises ``Refused`` if that is not public, ``Unreachable`` if the name has no address."""
    parts = check(url)
    host, port = parts.hostname or "", parts.port or 443
    try:
        addresses = resolving.addresses(host, seconds=min(seconds, resolving.PATIENCE))
    except UnknownHost as unknown:
        raise Unreachable("unknown_host") from unknown
    _check_public(addresses)
    query = f"?{parts.query}" if parts.query else ""
    return Target(host, port, addresses, (parts.path or "/") + query)


def _is_plain(url: str) -> bool:
    """Whether *url* can stand in a request line: ``urlsplit`` passes over line ends and blanks at its edges."""
    return url.isascii() and url.isprintable() and " " not in url


def _check_public(addresses: tuple[str, ...]) -> None:
    if not addresses or not all(map(is_public, addresses)):
        raise Refused("private_address", _("That address is not a public one."), field="url")


def is_public(text: str) -> bool:
    """Whether anybody may be sent to *text*, an IP address.

    >>> [is_public(each) for each in ("1.1.1.1", "10.0.0.1", "127.0.0.1", "169.254.169.254", "::ffff:10.0.0.1", "::1")]
    [True, False, False, False, False, False]
    >>> [is_public(each) for each in ("192.0.0.192", "192.0.1.1", "192.88.99.1")]
    [False, True, False]
    >>> [is_public(each) for each in ("2a00:1450::1", "fec0::1", "::127.0.0.1", "::ffff:0:127.0.0.1", "2002:7f00:1::")]
    [True, False, False, False, False]
    """
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(str(address.ipv4_mapped))
        if address not in UNICAST or address.sixtofour is not None or address.teredo is not None:
            return False
    elif any(address in network for network in SPECIAL):
        return False
    return address.is_global and not address.is_multicast


def post(url: str, body: bytes, headers: Mapping[str, str], *, seconds: float = SECONDS) -> Answer:
    """Send *body*, within *seconds* in all; raises ``Refused`` or ``Unreachable``. What it is redirected to is
    not asked."""
    until = time.monotonic() + seconds
    target = resolved(url, seconds=seconds)
    try:
        opened = _connected(target, until)
        with opened, _ended_after(_left(until), opened) as ended:
            answer = _exchange(opened, target, body, headers)
    except (HTTPException, OSError, ValueError) as failed:
        raise Unreachable(f"{target.host}: {type(failed).__name__}") from failed
    if ended.is_set():  # what was read of it looks whole
        raise Unreachable(f"{target.host}: too slow")
    return answer


def _connected(target: Target, until: float) -> socket.socket:
    """To its first IPv4 address, or else to its first of IPv6: a machine may reach only one kind."""
    by_kind = {":" in address: address for address in reversed(target.addresses)}
    *first, last = (by_kind[kind] for kind in sorted(by_kind))
    for address in first:
        with suppress(OSError):
            return socket.create_connection((address, target.port), _left(until) / 2)
    return socket.create_connection((last, target.port), _left(until))


def _left(until: float) -> float:
    """Seconds; raises :class:`TimeoutError` when there are none."""
    seconds = until - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds


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
    """End the connection after *seconds*, whatever it does, and say so by the event. A socket's own timeout
    starts again with every byte, so an endpoint that sends one now and then would hold up everybody's notices."""
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
    return Refused("not_https", _("Give an address that begins with https:// and names no user."), field="url")
