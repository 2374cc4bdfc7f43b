"""What each variable of the environment may be. Checked before anything starts, by the supervisor and by every process.

Nothing of Django is imported here: the supervisor has not got so far.
"""

import math
import re
from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from email.utils import parseaddr
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from tournaments.config import providers
from tournaments.config.allowances import are_limits, are_rates

ON: Final = ("1", "true", "on", "yes", "y", "ok")
OFF: Final = ("0", "false", "off", "no", "n")
POOLERS: Final = ("transaction", "prepared")
MIGRATING: Final = ("migrate", "prepare")
KEEPING: Final = ("backup", "restore")
P256: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many points the curve has; a private key is less."""


class Wrong(ValueError):
    """One line: which variable, and what it may be."""


class Rule(NamedTuple):
    """*allowed* ends the sentence "X must be ..."; a *secret* value is not repeated."""

    allowed: str
    holds: Callable[[str], bool]
    secret: bool = False


def check(environment: Mapping[str, str]) -> None:
    """Raise :class:`Wrong` for the first variable that is not as it must be. An empty one counts as not set."""
    for name, rule in RULES.items():
        value = environment.get(name, "")
        if value and not _holds(rule, value):
            shown = "" if rule.secret else f", not {value!r}"
            raise Wrong(f"{name} must be {rule.allowed}{shown}.")


def go_round_pooler(environment: MutableMapping[str, str], command: Sequence[str]) -> str:
    """A command that needs sessions of its own gets PostgreSQL itself; why not, in a line, if it cannot do without.

    PostgreSQL's programs leave settings in their session, which a pooler would hand on to the service.
    """
    name = next(iter(command), "")
    if name not in (*MIGRATING, *KEEPING) or not environment.get("DATABASE_POOLER"):
        return ""
    if direct := environment.get("DATABASE_DIRECT_URL"):
        environment.update(DATABASE_URL=direct, DATABASE_POOLER="")
        return ""
    return f"manage.py {name} goes round the pooler: set DATABASE_DIRECT_URL." if name in KEEPING else ""


def loopback_only(bind: str) -> bool:
    """Whether a service that listens there can be reached from this machine alone."""
    return all(host == "localhost" or ip_address(host.strip("[]")).is_loopback for host in bind.split())


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether strangers may reach what listens there; at an address that stands for all of them they may."""
    known = getattr(address, "ipv4_mapped", None) or address
    return bool(known.is_global or known.is_unspecified or known.is_multicast)


def _holds(rule: Rule, value: str) -> bool:
    try:
        return rule.holds(value)
    except ValueError:  # no number, no address
        return False


def _switch() -> Rule:
    return Rule("on or off", lambda value: value.lower() in ON + OFF)


def _whole(least: int, most: int) -> Rule:
    return Rule(
        f"a number from {least} to {most}",
        lambda value: value.isascii() and value.isdecimal() and least <= int(value) <= most,
    )


def _seconds(least: float, most: float) -> Rule:
    return Rule(
        f"a number of seconds from {least:g} to {most:g}",
        lambda value: math.isfinite(float(value)) and least <= float(value) <= most,
    )


def _is_server(value: str) -> bool:
    """The port is read as well: a wrong one raises."""
    parts = urlsplit(f"//{value.strip()}")
    return bool(ip_address(parts.hostname or "")) and (parts.port or 1) > 0


def _url(allowed: str, schemes: str, holds: Callable[[str], bool] = bool) -> Rule:
    """The port is read as well: a wrong one raises."""
    return Rule(
        allowed,
        lambda value: urlsplit(value).scheme in schemes.split() and (urlsplit(value).port or 1) > 0 and holds(value),
        secret=True,
    )


def _names_a_database(url: str) -> bool:
    return len(urlsplit(url).path) > 1


def _has_host(url: str) -> bool:
    return bool(urlsplit(url).hostname)


def _names_a_project(dsn: str) -> bool:
    return bool(urlsplit(dsn).username) and urlsplit(dsn).path.rpartition("/")[2].isdecimal()


def _is_origin(url: str) -> bool:
    parts = urlsplit(url)
    if url != f"{parts.scheme}://{parts.netloc}" or parts.scheme not in ("http", "https"):
        return False
    return bool(parts.hostname and re.fullmatch(r"[^\s@]*[^\s@:]", parts.netloc)) and (parts.port or 1) > 0


def _is_site(url: str) -> bool:
    return _is_origin(url.removesuffix("/"))


def _names_a_mail_server(url: str) -> bool:
    return not urlsplit(url).scheme.startswith("smtp") or bool(urlsplit(url).hostname)


def _all(items: str, holds: Callable[[str], object]) -> bool:
    return all(holds(item.strip()) for item in items.split(","))


def _address(text: str) -> bool:
    return "\n" not in text and re.fullmatch(r"[^@\s]+@[^@\s]+", parseaddr(text)[1]) is not None


def _is_p256(key: str) -> bool:
    if re.fullmatch(r"[A-Za-z0-9_-]{43}=?", key) is None:
        return False
    return 0 < int.from_bytes(urlsafe_b64decode(key[:43] + "=")) < P256


def _is_signing_key(key: str) -> bool:
    return re.fullmatch(r"[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]", key) is not None


def _is_plain(url: str) -> bool:
    """Without options that only the other purpose knows; all know the options of TLS."""
    site = urlsplit(url)
    options = [] if site.scheme == "unix" else parse_qsl(site.query)
    return all(site.scheme == "rediss" and name.startswith("ssl_") for name, _value in options)


def _listens(bind: str) -> bool:
    return bool(bind.split()) and loopback_only(bind) in (True, False)


def _is_quiet_corner(address: str) -> bool:
    """A host and a port. What a name stands for is seen when it is listened at."""
    host, _, port = address.rpartition(":")
    if not (port.isascii() and port.isdecimal() and 1 <= int(port) <= 65535):
        return False
    try:
        return not is_public(ip_address(host.strip("[]")))
    except ValueError:
        return re.fullmatch(r"[A-Za-z][A-Za-z0-9.-]{0,252}", host) is not None


def _rules() -> Iterator[tuple[str, Rule]]:
    yield "PORT", _whole(1, 65535)
    yield "BIND", Rule("an IP address to listen on, or several with spaces between them", _listens)
    yield "WEB_WORKERS", _whole(1, 64)
    yield "BOT_WORKERS", _whole(1, 64)
    yield "CARDROOM_HOME", Rule("a folder", lambda value: not Path(value).is_file())
    yield "STATIC_ROOT", Rule("a folder", lambda value: not Path(value).is_file())
    yield "DEBUG", _switch()
    yield "DEMO", _switch()
    yield "SITE_URL", Rule("the address that people type, such as https://cards.example.org", _is_site)
    contact = "an e-mail address, or one on the web that begins with https://"
    yield "SECURITY_CONTACT", Rule(contact, lambda value: value.startswith("https://") or _address(value))
    yield "SECRET_KEY", Rule("at least 20 characters that nobody can guess", lambda key: len(key) >= 20, secret=True)
    hosts = "names of hosts with commas between them, such as cards.example.org"
    yield "ALLOWED_HOSTS", Rule(hosts, lambda value: _all(value, re.compile(r"[^\s/,:]+|\[[\da-fA-F:.]+\]").fullmatch))
    origins = "addresses with commas between them, such as https://cards.example.org"
    yield "CSRF_TRUSTED_ORIGINS", Rule(origins, lambda value: _all(value, _is_origin))
    database = "an address such as postgres://USER:PASSWORD@HOST:5432/NAME"
    yield "DATABASE_URL", _url(database, "postgres postgresql psql pgsql", _names_a_database)
    yield "DATABASE_PASSWORD", Rule("one line of text", str.isprintable, secret=True)
    yield "DATABASE_DIRECT_URL", _url(database, "postgres postgresql psql pgsql", _names_a_database)
    yield "DATABASE_REPLICA_URL", _url(database, "postgres postgresql psql pgsql", _names_a_database)
    poolers = "transaction (any PgBouncer) or prepared (one from 1.21 on, with max_prepared_statements)"
    yield "DATABASE_POOLER", Rule(poolers, lambda value: value in POOLERS)
    cache = "an address such as redis://HOST:6379/0 (or unix://; or rediss://, with no options but ssl_...)"
    yield "REDIS_URL", _url(cache, "redis rediss unix", _is_plain)
    broker = (
        "an address such as amqp://USER:PASSWORD@HOST:5672/NAME without options (or as REDIS_URL; amqps:// for TLS)"
    )
    yield "BROKER_URL", _url(broker, "amqp amqps redis rediss", lambda url: _has_host(url) and _is_plain(url))
    prefix = re.compile("[!-~]{1,64}")
    yield "REDIS_PREFIX", Rule("1 to 64 characters without spaces", lambda value: bool(prefix.fullmatch(value)))
    mail = "an address such as smtp+tls://USER:PASSWORD@HOST:587, or consolemail://"
    schemes = "smtp smtps smtp+tls smtp+ssl consolemail filemail memorymail dummymail"
    elsewhere = "NAME=https://ID:SECRET@HOST, or several with spaces between them"
    yield "LOG_IN_WITH", Rule(elsewhere, lambda value: bool(providers.apps(value)), secret=True)
    yield "VAPID_PRIVATE_KEY", Rule("a private key of the curve P-256, in base64url", _is_p256, secret=True)
    yield "SIGNING_KEY", Rule("32 bytes in base64url", _is_signing_key, secret=True)
    yield "EMAIL_URL", _url(mail, schemes, _names_a_mail_server)
    yield "DEFAULT_FROM_EMAIL", Rule("an e-mail address, such as Cardroom <noreply@example.org>", _address)
    rates = "rates by name, such as moves=900/min chat=20/min,400/h (README.md lists the names)"
    yield "RATES", Rule(rates, are_rates)
    limits = "numbers by name, such as tables=60 bots_alone=0 (README.md lists the names)"
    yield "LIMITS", Rule(limits, are_limits)
    anchors = "a folder (from /), or an e-mail address"
    yield "ANCHORS", Rule(anchors, lambda value: _address(value) if "@" in value else value.startswith("/"))
    yield "LOG_APPEND", Rule("statement or function", lambda value: value in ("statement", "function"))
    yield "ARCHIVE", Rule("a folder (from /)", lambda value: value.startswith("/"))
    yield "ARCHIVE_AFTER", _whole(30, 36_500)
    yield "OPEN_DATA", Rule("a folder (from /)", lambda value: value.startswith("/"))
    yield "OPEN_DATA_LICENCE", Rule("a licence in some words, such as CC-BY-4.0", lambda value: len(value) <= 80)
    servers = "addresses of name servers with commas between them, such as 10.0.0.2 or 10.0.0.2:5353"
    yield "NAME_SERVERS", Rule(servers, lambda value: all(map(_is_server, value.split(","))))
    yield "METRICS", Rule("an address that is not public, such as 127.0.0.1:9100", _is_quiet_corner)
    collector = "the address of a collector of traces (OTLP over HTTP), such as http://localhost:4318"
    yield "OTEL_EXPORTER_OTLP_ENDPOINT", _url(collector, "http https", _has_host)
    reports = "an address that takes reports of errors, such as https://KEY@sentry.example.org/1"
    yield "SENTRY_DSN", _url(reports, "http https", lambda dsn: _has_host(dsn) and _names_a_project(dsn))
    yield "BOT_PACE", _seconds(0, 60)


RULES: Final = dict(_rules())
