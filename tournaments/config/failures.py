"""The answer to what nobody caught, middlewares included: a problem under ``/api/``, else a page."""

import sys

import msgspec
from django.http import HttpRequest, HttpResponse

from tournaments.kit import error_pages as errors
from tournaments.kit import problems
from tournaments.platform.outages import distrust_connections, outage_of


def answer_failure(request: HttpRequest) -> HttpResponse:
    """Django's ``handler500``. If the database is away, the code is not at fault, and 503 says when to come back."""
    error = sys.exc_info()[1]
    outage = outage_of(error)
    if outage is not None:
        distrust_connections()
    if request.path.startswith("/api/"):
        problem, headers = problems.describe(error if isinstance(error, Exception) else RuntimeError())
        body = msgspec.json.encode(problem)
        return HttpResponse(body, status=problem.status, headers=headers, content_type=problems.MEDIA_TYPE)
    return errors.broken(request) if outage is None else errors.unavailable(request, outage)
