"""Requests are written in UTF-8, like everything here. One that claims another charset is refused, not guessed at."""

from __future__ import annotations

import codecs
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from django.utils.http import parse_header_parameters

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

FOREIGN: Final = "text/plain; charset=foreign"
"""Stands for every type that is not ours. Python has no codec of that name, so Django does not decode by it."""


def is_utf8(content_type: str) -> bool:
    """Whether this ``Content-Type`` can be read and claims nothing but UTF-8."""
    try:
        _type, parameters = parse_header_parameters(content_type)
        return codecs.lookup(parameters.get("charset", "utf-8")).name == "utf-8"
    except (LookupError, ValueError):  # no codec; a parameter in a charset of its own that cannot be read
        return False


def mark_foreign(application: WSGIApplication) -> WSGIApplication:
    """Before Django makes a request of it: it decodes by any codec of Python's while it does, and some of them raise.
    ``legibility.py`` refuses what is marked."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not is_utf8(environ.get("CONTENT_TYPE", "")):
            environ["CONTENT_TYPE"] = FOREIGN
        return application(environ, start_response)

    return answer
