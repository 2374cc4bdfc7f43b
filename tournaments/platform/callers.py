"""Who is calling, as far as the wire says: known to services without being handed through every signature."""

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal, NamedTuple, TypeAlias

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

NETWORK = 64
"""Bits of an IPv6 address that count as one: a household has a network, not an address."""


LONGEST_DEVICE = 200
"""Characters of what a browser says of itself."""


Program: TypeAlias = Literal["", "token", "bot"]
"""What shows a token is a program: it plays for a person, or it is a bot."""


class Caller(NamedTuple):
    """Somebody outside, whose request is being carried out."""

    address: str
    device: str = ""
    """What their browser says it is."""
    program: Program = ""


_CALLER: ContextVar[Caller | None] = ContextVar("caller", default=None)


def caller() -> Caller | None:
    """Whose request this is; ``None`` for what the service does by itself: tasks, the tick, commands."""
    return _CALLER.get()


def is_program() -> bool:
    """Whether a program asks."""
    asks = caller()
    return asks is not None and asks.program != ""


def is_bot() -> bool:
    """Whether it is the program of a bot."""
    asks = caller()
    return asks is not None and asks.program == "bot"


def show_program(program: Program) -> None:
    """From here on the caller is known as *program*; what the service does by itself has none."""
    if (asks := caller()) is not None:
        _CALLER.set(asks._replace(program=program))


@contextmanager
def calling(caller: Caller) -> Iterator[None]:
    """For the length of the block *caller* is the one who asks."""
    token = _CALLER.set(caller)
    try:
        yield
    finally:
        _CALLER.reset(token)


def origin() -> str:
    """Tells callers of one address from others, without naming it; empty for the service itself."""
    asks = caller()
    return "" if asks is None else salted_hmac("tournaments.platform.callers.origin", asks.address).hexdigest()[:32]


def address_of(request: HttpRequest) -> str:
    """Where *request* came from: the proxy puts the client's address last, and nothing else reaches us."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
    text = str(forwarded or request.META.get("REMOTE_ADDR", ""))
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if address.version == 4:
        return text
    return str(ipaddress.ip_network((int(address), NETWORK), strict=False).network_address)


def device_of(request: HttpRequest) -> str:
    """What the browser says it is, as far as it is kept."""
    return str(request.META.get("HTTP_USER_AGENT", ""))[:LONGEST_DEVICE]
