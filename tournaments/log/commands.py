"""What the log keeps of the names that requests go by.

A client's key may say what the request was (``page-10-bid-2C``), and commands stand beside events that not everybody
may read. So the log holds a keyed digest of it: the same request is known again, and nobody reads or guesses the key.
Next to it stands a digest of what was asked for under that key. It is keyed too, since there are so few bids that a
plain one could be found by trying them all; it is never shown.
"""

import hmac
from base64 import urlsafe_b64encode
from functools import lru_cache
from typing import TypeAlias

import msgspec
from django.conf import settings

from tournaments.log.encoding import check_text, encode_request

BYTES = 18
"""Of the digest are kept: 24 characters, and no two requests of a stream ever meet in them."""


class Plain(str):
    """A command of the service's own, stored as it is: nothing in it is secret while its stream can be read."""

    __slots__ = ()


class Keyed(msgspec.Struct, frozen=True):
    """A client's *key* for a request, and what it asks for: the name of an act and its arguments."""

    key: str
    request: tuple[object, ...]


Command: TypeAlias = Plain | Keyed | None


def command_for(key: str | None, *request: object) -> Command:
    """The command for what is asked for under *key*: plain values and structs, read and with their defaults."""
    return key if isinstance(key, Plain) else Keyed(key, request) if key else None


def stored_as(stream: str, actor: int | None, command: str | Keyed) -> str:
    """What stands in *stream* for *command* of *actor*."""
    key = command.key if isinstance(command, Keyed) else command
    check_text(key)
    if isinstance(key, Plain):
        return str(key)
    return urlsafe_b64encode(digest(stream, actor, key)[:BYTES]).decode()


def digest_of_request(stream: str, actor: int | None, command: str | Keyed | None) -> bytes | None:
    """The keyed digest of what *command* asks for; equal requests under two keys have two. ``None`` for the service's
    own."""
    if not isinstance(command, Keyed):
        return None
    message = encode_request([stream, actor, command.key, command.request])
    return hmac.digest(_key(settings.SECRET_KEY), message, "sha256")[:BYTES]


def digest(place: str, actor: int | None, command: str) -> bytes:
    """The keyed digest of *command*, another one for every actor and *place* (a stream, or a purpose)."""
    message = f"{place}\n{actor}\n{command}".encode()
    return hmac.digest(_key(settings.SECRET_KEY), message, "sha256")


@lru_cache(maxsize=1)
def _key(secret: str) -> bytes:
    return hmac.digest(secret.encode(), b"cardroom log commands", "sha256")
