"""Answers that are the same for everybody, kept for a while."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.cache import cache_page
from django.views.decorators.http import require_safe


def kept(seconds: int, view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """*view*, whose answer follows from its path and the language alone. It is asked once in *seconds*, whatever
    parameters an address has behind the path: each would be kept for itself."""
    answer = cache_page(seconds)(view)

    @require_safe
    @wraps(view, updated=())
    def asked(request: HttpRequest, *args: Any, **given: Any) -> HttpResponse:
        request.META["QUERY_STRING"] = ""
        request.GET = QueryDict()
        return answer(request, *args, **given)

    return asked
