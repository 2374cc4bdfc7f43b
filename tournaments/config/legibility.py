"""What cannot be meant is refused once, before any view: a foreign host or charset, control characters, too much."""

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from django.core.exceptions import DisallowedHost, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from tournaments.config.charsets import is_utf8
from tournaments.kit import error_pages as errors
from tournaments.kit import problems
from tournaments.kit.requests import CONTROL

_IN_ADDRESSES = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
"""An address has no lines, unlike the texts of a form."""


class LegibleRequests:
    """First in the list: nothing after it meets such a request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            request.get_host()
        except DisallowedHost:
            # no page of ours: its links would lead to that host
            return _refuse(request, illegible(), lambda text: HttpResponse(text, status=400, content_type="text/plain"))
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Here, and not before, an error page knows its reader."""
        if fault := find_fault(request):
            return _refuse(request, fault, lambda text: errors.page(request, 400, text))
        return None


def find_fault(request: HttpRequest) -> str:
    """Why the request cannot be read; empty if it can."""
    if not is_utf8(request.META.get("CONTENT_TYPE", "")):
        return _("Only UTF-8 is read here, and the request says that it is written in another charset.")
    try:
        return "" if is_legible(request) else illegible()
    except SuspiciousOperation:  # too many fields, or too long: what is read of the request from here on is empty
        request.GET = QueryDict()
        request._mark_post_parse_error()  # type: ignore[attr-defined]  # not in the stubs
        return illegible()


def illegible() -> str:
    return _("The request cannot be read.")


def is_legible(request: HttpRequest) -> bool:
    """Whether no control character, and no half of a surrogate pair, stands in the path, the query, or the fields of a
    page's form."""
    if any(map(_IN_ADDRESSES.search, [request.path, *_texts(request.GET)])):
        return False
    return request.path.startswith("/api/") or not any(map(CONTROL.search, _texts(request.POST)))


def _texts(given: QueryDict) -> Iterable[str]:
    for name, values in given.lists():
        yield name
        yield from map(str, values)


def _refuse(request: HttpRequest, fault: str, draw: Callable[[str], HttpResponse]) -> HttpResponse:
    if not request.path.startswith("/api/"):
        return draw(fault)
    body = msgspec.json.encode(problems.problem(400, "malformed", fault))
    return HttpResponse(body, status=400, content_type=problems.MEDIA_TYPE)
