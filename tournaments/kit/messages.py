"""What a page says once, at its next load (``messages``), and beside a board that a script asked for (``X-Note``)."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

from django.contrib.messages import get_messages
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.fallback import FallbackStorage
from django.http import HttpRequest, HttpResponseBase
from django.utils.html import escape

from engine.text import shortened

KEPT = 5
"""The most messages that wait for one reader; older ones are dropped."""
LONGEST = 200
"""Characters of a message, or of a note as it stands in its header."""


class LastFew(FallbackStorage):
    """Django's storage, which would let messages that nobody reads pile up in a cookie and in the session."""

    def add(self, level: int, message: object, extra_tags: str | None = "") -> None:
        super().add(level, shortened(str(message), LONGEST), extra_tags)

    def _store(self, messages: Sequence[Message], response: HttpResponseBase, *args: Any, **kwargs: Any) -> Any:
        kept = [*messages][-KEPT:]
        return super()._store(kept, response, *args, **kwargs)  # type: ignore[misc]  # the stubs leave it out


def noted(reason: str) -> str:
    """*reason* as a header may hold it: one line of ASCII, other characters as in HTML."""
    line = shortened(" ".join(reason.split()), LONGEST)
    characters = [escape(one).encode("ascii", "xmlcharrefreplace").decode() for one in line]
    fitting = sum(size <= LONGEST for size in accumulate(map(len, characters)))
    return "".join(characters[:fitting])


def waiting(request: HttpRequest) -> dict[str, Iterable[Message]]:
    """The messages for templates: drawing them uses them up, so only a page that somebody reads has them."""
    return {"messages": () if asked_by_script(request) else get_messages(request)}


def asked_by_script(request: HttpRequest) -> bool:
    """Whether a script asks, which takes a part of what is answered: of a whole page it leaves the messages away."""
    return "HX-Request" in request.headers or "X-Board" in request.headers
