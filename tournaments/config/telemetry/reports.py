"""Errors, reported to Sentry or what takes its reports. A report is built from what may be in it, not stripped.

It holds the classes of the errors, where in the code they were raised, and by which request or task they can be found
in the log. Not their texts, no local variables (they hold hidden cards), nothing of the request (moves, tokens, names),
no lines of the log, nothing of the machine.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import sentry_sdk
from sentry_sdk.utils import event_from_exception
from structlog.contextvars import get_contextvars

from tournaments.platform.outages import is_outage

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

Trouble = tuple[type[BaseException], BaseException, TracebackType | None]

_EVENT: Final = ("event_id", "timestamp", "level", "platform", "logger", "release", "environment", "sdk", "tags")
_ERROR: Final = ("type", "module", "mechanism")
_MECHANISM: Final = ("type", "handled", "exception_id", "parent_id", "source")
_FRAME: Final = ("filename", "module", "function", "lineno", "in_app", "pre_context", "context_line", "post_context")
_TAGS: Final = ("request_id", "task")
PATIENCE: Final = 2.0
"""Seconds that a process which ends waits for its last reports to be sent."""


class Reports(logging.Handler):
    """Reports what is logged as an error together with an exception: whatever nobody caught comes there."""

    def __init__(self, dsn: str, **options: Any) -> None:
        super().__init__(logging.ERROR)
        sentry_sdk.init(
            dsn=dsn,
            before_send=built,
            default_integrations=False,
            auto_enabling_integrations=False,
            include_local_variables=False,
            max_breadcrumbs=0,
            auto_session_tracking=False,
            server_name="",
            **options,
        )

    def emit(self, record: logging.LogRecord) -> None:
        try:
            trouble = _trouble(record)
            if trouble is not None and not is_outage(trouble[1]):
                report(trouble, record.name)
        except Exception:
            self.handleError(record)

    def close(self) -> None:
        sentry_sdk.flush(PATIENCE)
        super().close()


def report(trouble: Trouble, logger: str) -> None:
    event, hint = event_from_exception(trouble, sentry_sdk.get_client().options, {"type": "logging", "handled": True})
    event["logger"] = logger
    event["tags"] = {name: str(value) for name, value in get_contextvars().items() if name in _TAGS}
    sentry_sdk.capture_event(event, hint)


def built(event: Event, _hint: Hint) -> Event | None:
    """*event* as it leaves the service."""
    errors = [_error(error) for error in (event.get("exception") or {}).get("values", ())]
    made: Any = {**_of(event, _EVENT), "exception": {"values": errors}}
    answer: Event = made
    return answer


def _error(error: Mapping[str, Any]) -> dict[str, Any]:
    frames = [_of(frame, _FRAME) for frame in (error.get("stacktrace") or {}).get("frames", ())]
    mechanism = _of(error.get("mechanism") or {}, _MECHANISM)
    return {**_of(error, _ERROR), "mechanism": mechanism, "stacktrace": {"frames": frames}}


def _of(given: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: given[name] for name in names if given.get(name) is not None}


def _trouble(record: logging.LogRecord) -> Trouble | None:
    """The exception that *record* was logged with: by logging, or by structlog, which keeps it in the event."""
    given = record.exc_info or (record.msg.get("exc_info") if isinstance(record.msg, dict) else None)
    if isinstance(given, BaseException):
        return type(given), given, given.__traceback__
    found = sys.exc_info() if given is True else given
    return found if isinstance(found, tuple) and found[0] is not None else None
