"""Who is calling, and times in the viewer's zone."""

import zoneinfo
from collections.abc import Callable
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.platform.callers import Caller, address_of, calling, device_of

COOKIE = "tz"
"""Set by a script of the pages from what the browser knows; an account may name a zone of its own."""


@lru_cache(maxsize=1024)
def zone(name: str) -> zoneinfo.ZoneInfo | None:
    """The zone called *name*, or ``None``: what a cookie says is not to be trusted."""
    if name not in zoneinfo.available_timezones():
        return None
    return zoneinfo.ZoneInfo(name)


class CallerMiddleware:
    """What is done while a request is answered is done for its caller (:mod:`tournaments.platform.callers`)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with calling(Caller(address_of(request), device_of(request))):
            return self.get_response(request)


class TimezoneMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        chosen = request.user.timezone if request.user.is_authenticated else ""
        found = zone(chosen) or zone(request.COOKIES.get(COOKIE, ""))
        with timezone.override(found):
            return self.get_response(request)
