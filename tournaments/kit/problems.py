"""What went wrong, as ``application/problem+json`` (RFC 9457): one shape for every error under ``/api/``.

``code`` is stable and for programs, ``detail`` for people; ``error`` repeats the detail for clients that were written
for lichess. The rooms below raise errors of their own (``RoomError``).
"""

import http
import logging
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

import msgspec
from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404
from django.utils.translation import gettext as _
from msgspec import UNSET, Meta, UnsetType
from rest_framework import exceptions
from rest_framework.response import Response

from accounts.models import User
from tournaments.kit.words import plain
from tournaments.log.errors import ArchiveAway, RoomError
from tournaments.platform import callers
from tournaments.platform.errors import Refusal, TooOften
from tournaments.platform.outages import RETRY_AFTER, Outage, distrust_connections, is_outage, outage_of
from tournaments.platform.registry import Registry

logger = logging.getLogger(__name__)

ARCHIVE_AGAIN = 60
"""Seconds: mostly somebody has to mount a disk again."""
MEDIA_TYPE = "application/problem+json"


HEARERS: Final = Registry[Callable[[User, Mapping[str, Any], "Problem"], None]]()
"""Told of what the program of a bot was refused, with what stood in the path."""


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why a request was refused."""

    type: Annotated[str, Meta(description="Names the kind of problem; a page to read about it.")]
    title: Annotated[str, Meta(description="The status in words.")]
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: Annotated[str, Meta(description="What is wrong with this request, for people.")]
    code: Annotated[str, Meta(description="What is wrong, for programs. Stable.", pattern="^[a-z][a-z0-9_]*$")]
    errors: Annotated[dict[str, list[str]], Meta(description="What is wrong with single fields, by their paths.")]
    error: Annotated[str, Meta(description="The detail again, where clients of lichess look for it.")]
    seq: Annotated[int | UnsetType, Meta(description="With `stale`: the last event of the table now.")] = UNSET


class Malformed(exceptions.APIException):
    """The request cannot be read: not JSON, an unknown field, a wrong type."""

    status_code = http.HTTPStatus.BAD_REQUEST
    default_code = "malformed"

    def __init__(self, detail: str, *, field: str = "") -> None:
        super().__init__(detail)
        self.errors = {field: [detail]} if field else {}


class Unprocessable(exceptions.APIException):
    """The request can be read, but names what is not there."""

    status_code = http.HTTPStatus.UNPROCESSABLE_ENTITY

    def __init__(self, detail: str, code: str, *, field: str) -> None:
        super().__init__(detail, code)
        self.errors = {field: [detail]}


class ScopeMissing(exceptions.PermissionDenied):
    """The token is good, and not for this: it lacks the scope that the operation *needs* (RFC 6750, 3.1)."""

    def __init__(self, needs: str) -> None:
        super().__init__(_("The token lacks the scope {scope}.").format(scope=needs), "scope_missing")
        self.auth_header = f'Bearer realm="api", error="insufficient_scope", scope="{needs}"'


class TooLarge(exceptions.APIException):
    status_code = http.HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"
    default_detail = "The request is too large."


def answer_error(error: Exception, context: Mapping[str, Any]) -> Response:
    """Django REST Framework's exception handler: *error* as a problem, whatever it is."""
    problem, headers = describe(error)
    if callers.is_bot():
        for hear in HEARERS:
            hear(context["request"].user, context["kwargs"], problem)
    if is_outage(error):
        distrust_connections()
        logger.warning("The database is away: %s", error)
    elif problem.status >= http.HTTPStatus.INTERNAL_SERVER_ERROR and not isinstance(error, RoomError):
        logger.error("The API failed", exc_info=error)
    return Response(problem, status=problem.status, headers=headers, content_type=MEDIA_TYPE)


def describe(error: Exception) -> tuple[Problem, dict[str, str]]:
    """The problem that *error* is, and the headers that go with it."""
    if isinstance(error, RoomError):
        reason = plain(error.reason)
        errors = {error.field: [reason]} if error.field else {}
        return problem(error.status, error.code, reason, errors, seq=getattr(error, "seq", UNSET)), _come_back(error)
    if isinstance(error, Refusal):
        return problem(error.status, error.code, str(error)), _retry_after(error)
    if (outage := outage_of(error)) is not None:
        return during(outage), {"Retry-After": str(RETRY_AFTER)}
    known = _framework_error(error)
    if known is None:
        return problem(500, "internal", _("Something went wrong on our side.")), {}
    headers = {}
    if challenge := getattr(known, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    return problem(known.status_code, str(known.get_codes()), str(known.detail), getattr(known, "errors", {})), headers


def _come_back(error: RoomError) -> dict[str, str]:
    if error.status != http.HTTPStatus.SERVICE_UNAVAILABLE:
        return {}
    return {"Retry-After": str(ARCHIVE_AGAIN if isinstance(error, ArchiveAway) else RETRY_AFTER)}


def _retry_after(error: Refusal) -> dict[str, str]:
    return {"Retry-After": str(error.retry_after)} if isinstance(error, TooOften) else {}


def during(outage: Outage) -> Problem:
    match outage:
        case "read_only":
            return read_only()
        case "disk_full":
            return disk_full()
    return away()


def away() -> Problem:
    """The database does not answer. Sent again with the same ``Idempotency-Key``, a command is carried out once."""
    return problem(503, "unavailable", _("The service cannot reach its records just now. Try again in a few seconds."))


def read_only() -> Problem:
    """The database can only be read. Nothing was done, and it may be asked for again."""
    return problem(503, "read_only", _("The service is read-only at the moment. Nothing was changed."))


def disk_full() -> Problem:
    """There was no room to write. Nothing was done, and it may be asked for again."""
    return problem(503, "disk_full", _("The service has run out of storage. Nothing was changed. Try again later."))


def problem(
    status: int, code: str, detail: str, errors: Mapping[str, list[str]] | None = None, seq: int | UnsetType = UNSET
) -> Problem:
    return Problem(
        type=f"{settings.SITE_URL}/about/codes/{code}",
        title=http.HTTPStatus(status).phrase,
        status=status,
        detail=detail,
        code=code,
        errors=dict(errors or {}),
        error=detail,
        seq=seq,
    )


def _framework_error(error: Exception) -> exceptions.APIException | None:
    """*error* as one of Django REST Framework's, if it is the client's fault."""
    match error:
        case exceptions.APIException():
            return error
        case Http404():
            return exceptions.NotFound()
        case PermissionDenied():
            return exceptions.PermissionDenied()
        case RequestDataTooBig():
            return TooLarge()
        case SuspiciousOperation():
            return Malformed(_("The request cannot be read."))
    return None
