"""What pages of other sites may ask, in every process alike: anything, as nobody or with a token in a header.

Their answers can be read by any page (``*``), which browsers allow for requests without cookies alone. A cookie that
comes along nevertheless is not looked at: the sites that somebody's browser is logged in to are private. Nothing
is ever known by a token in an address, which ends up in logs and histories.
"""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

PATHS: Final = "/api/"
HEADERS: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, "
    "Total-Count, X-Request-Id",
}
"""Of every answer."""
ALLOWED: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, Last-Event-ID",
    "Access-Control-Max-Age": "7200",
}


def preflight(request: HttpRequest) -> HttpResponse | None:
    """The answer to a browser that asks, before it sends what a page of another site wants; ``None`` if it does not."""
    if request.method != "OPTIONS" or "Access-Control-Request-Method" not in request.headers:
        return None
    return HttpResponse(status=204, headers=ALLOWED)


def forget_cookies(request: HttpRequest) -> None:
    """Look at no cookie that a page of another site has had sent. To be called before any is looked at."""
    if not _is_ours(request):
        request.META.pop("HTTP_COOKIE", None)


def _is_ours(request: HttpRequest) -> bool:
    """Browsers name the origin of a page that asks for something elsewhere, and that of one that sends something."""
    origin = request.headers.get("Origin")
    own = f"{request.scheme}://{request.get_host()}"
    return origin is None or origin == own or origin in settings.CSRF_TRUSTED_ORIGINS


class Origins:
    """The same for all that Django's handler answers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(PATHS):
            return self.get_response(request)
        forget_cookies(request)
        response = preflight(request) or self.get_response(request)
        for name, value in HEADERS.items():
            response[name] = value
        return response
