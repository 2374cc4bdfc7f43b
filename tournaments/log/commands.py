"""What the log keeps of the names that requests go by.

A client's key may say what the request was (``page-10-bid-2C``), and commands stand beside events that not everybody
may read. So the log holds a keyed digest of it: the same request is known again, and nobody reads or guesses the key.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from functools import lru_cache

from django.conf import settings

from tournaments.log.encoding import check_text

BYTES = 18
"""Of the digest are kept: 24 characters, and no two requests of a stream ever meet in them."""


class Plain(str):
    """A command of the service's own, stored as it is: nothing in it is secret while its stream can be read."""

    __slots__ = ()


def stored_as(stream: str, actor: int | None, command: str) -> str:
    """What stands in *stream* for *command* of *actor*."""
    check_text(command)
    if isinstance(command, Plain):
        return str(command)
    return urlsafe_b64encode(digest(stream, actor, command)[:BYTES]).decode()


def digest(place: str, actor: int | None, command: str) -> bytes:
    """The keyed digest of *command*, another one for every actor and *place* (a stream, or a purpose)."""
    message = f"{place}\n{actor}\n{command}".encode()
    return hmac.digest(_key(settings.SECRET_KEY), message, "sha256")


@lru_cache(maxsize=1)
def _key(secret: str) -> bytes:
    return hmac.digest(secret.encode(), b"cardroom log commands", "sha256")
