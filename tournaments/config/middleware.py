"""The short way of programs: what comes with a token needs no session, no messages, nothing that is for browsers."""

from collections.abc import Callable
from typing import ClassVar, Final

from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

Handler = Callable[[HttpRequest], HttpResponse]

SHARED: Final = frozenset({"/now", "/now/air", "/now/tables", "/now/tv"})
"""Parts of pages that every reader asks for every few seconds."""


PAGE: Final = "/api/docs"
"""The one page under ``/api/``: it is for people, whatever they show."""


def is_program(request: HttpRequest) -> bool:
    """Whether a token says who asks. Without one it may be a browser: with its cookie it takes the whole way."""
    if not request.path.startswith("/api/") or request.path == PAGE:
        return False
    return request.headers.get("Authorization", "")[:7].lower() == "bearer "


class _Browsers:
    """The middleware called *name*, passed by for programs."""

    name: ClassVar[str]

    def __init__(self, get_response: Handler) -> None:
        self._past = get_response
        self._through: Handler = import_string(self.name)(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._past(request) if is_program(request) else self._through(request)


class ContentSecurityPolicy(_Browsers):
    name = "csp.middleware.CSPMiddleware"


class Sessions(_Browsers):
    name = "django.contrib.sessions.middleware.SessionMiddleware"


class Authentication(_Browsers):
    name = "django.contrib.auth.middleware.AuthenticationMiddleware"


class Messages(_Browsers):
    name = "django.contrib.messages.middleware.MessageMiddleware"


class FrameOptions(_Browsers):
    name = "django.middleware.clickjacking.XFrameOptionsMiddleware"


class Zones(_Browsers):
    name = "accounts.middleware.TimezoneMiddleware"

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """What is the same for everybody has no times in it, and is not worth looking up an account."""
        return self._past(request) if request.path in SHARED else super().__call__(request)


class Htmx(_Browsers):
    name = "django_htmx.middleware.HtmxMiddleware"
