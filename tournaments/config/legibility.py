"""What cannot be meant is refused once, before any view: a host that is not ours, control characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from tournaments.api import problems
from tournaments.api.requests import CONTROL
from tournaments.pages.views import errors

_IN_ADDRESSES = re.compile(r"[\x00-\x1f\x7f]")
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
            return _refuse(request, lambda text: HttpResponse(text, status=400, content_type="text/plain"))
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Here, and not before, an error page knows its reader."""
        if is_legible(request):
            return None
        return _refuse(request, lambda text: errors.page(request, 400, text))


def is_legible(request: HttpRequest) -> bool:
    """Whether no control character stands in the path, the query, or the fields of a page's form."""
    if any(map(_IN_ADDRESSES.search, [request.path, *_texts(request.GET)])):
        return False
    return request.path.startswith("/api/") or not any(map(CONTROL.search, _texts(request.POST)))


def _texts(given: QueryDict) -> Iterable[str]:
    for name, values in given.lists():
        yield name
        yield from map(str, values)


def _refuse(request: HttpRequest, draw: Callable[[str], HttpResponse]) -> HttpResponse:
    text = _("The request cannot be read.")
    if not request.path.startswith("/api/"):
        return draw(text)
    body = msgspec.json.encode(problems.problem(400, "malformed", text))
    return HttpResponse(body, status=400, content_type=problems.MEDIA_TYPE)
