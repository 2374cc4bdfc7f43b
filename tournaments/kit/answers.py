"""Answers that browsers keep, and ask whether they are still the same."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, set_response_etag


def unless_known(request: HttpRequest, html: str) -> HttpResponseBase:
    """*html*, or 304 if the browser has it."""
    response = HttpResponse(html, headers={"Cache-Control": "no-cache"})
    set_response_etag(response)
    fresh = get_conditional_response(request, etag=response["ETag"], response=response)
    assert fresh is not None  # noqa: S101  a response was given
    return fresh
