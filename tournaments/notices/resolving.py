"""The addresses of a name, within a bounded time.

The resolver of the C library waits for ten seconds and more, and nothing can end it. This one has a deadline; what name
servers answer is kept for as long as they say, and a name that none answers for in full :data:`PATIENCE` is not asked
for again for some minutes.
"""

import ipaddress
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from dns.exception import DNSException, Timeout
from dns.nameserver import Do53Nameserver
from dns.resolver import LRUCache, Resolver

PATIENCE: Final = 3.0
"""Seconds for all questions about a name."""
SILENCE: Final = 240
"""Seconds for which a name is left alone after no server answered for it."""
KEPT: Final = 1_000
"""Answers that are kept at most."""
LONGEST: Final = 253
"""Characters of a name (RFC 1035)."""


class UnknownHost(Exception):
    """The name has no address, as far as can be found out in time."""


def addresses(host: str, *, seconds: float = PATIENCE) -> tuple[str, ...]:
    """Of *host*, IPv4 first; raises :class:`UnknownHost`. An address is its own answer."""
    try:
        return (str(ipaddress.ip_address(host.partition("%")[0])),)
    except ValueError:
        return _asked(host, seconds)


def _asked(host: str, seconds: float) -> tuple[str, ...]:
    silent = f"notices/silent/{host}"
    if seconds <= 0 or len(host) > LONGEST or cache.get(silent):
        raise UnknownHost(host)
    try:
        found = _resolver().resolve_name(host, lifetime=seconds)
    except Timeout as late:
        if seconds >= PATIENCE:  # with less it says nothing of the name
            cache.set(silent, True, SILENCE)
        raise UnknownHost(host) from late
    except (DNSException, OSError, ValueError) as unknown:
        raise UnknownHost(host) from unknown
    return tuple(sorted(set(found.addresses()), key=lambda address: (":" in address, address)))


@lru_cache
def _resolver() -> Resolver:
    """Asks the servers of ``NAME_SERVERS``, or else as the machine is set up (``/etc/resolv.conf``)."""
    servers = [Do53Nameserver(*parse(server)) for server in settings.NAME_SERVERS]
    resolver = Resolver(configure=not servers)
    if servers:
        resolver.nameservers = servers
    resolver.cache = LRUCache(KEPT)
    return resolver


def parse(server: str) -> tuple[str, int]:
    """Address and port of a name server.

    >>> parse("10.0.0.2"), parse("10.0.0.2:5353"), parse("[fd00::2]:5353")
    (('10.0.0.2', 53), ('10.0.0.2', 5353), ('fd00::2', 5353))
    """
    parts = urlsplit(f"//{server.strip()}")
    return parts.hostname or "", parts.port or 53
