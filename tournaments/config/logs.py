"""Structured logs: a line of JSON an event, or lines for people where DEBUG is on. structlog and logging share it."""

import re
from typing import Any, Final

import structlog
from django.http import HttpRequest
from structlog.typing import EventDict

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


_PRIVATE = re.compile(r"(/move/|/players/|/friends/|/blocks/|[?&](?:name|player)=)[^\s/?&\"']+")


def hide_private(_logger: Any, _method: str, line: str) -> str:
    """The line without the moves and names that stand in addresses of whatever else is logged."""
    return _PRIVATE.sub(r"\1...", line)


def tell_route(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Of a request its method and its path's pattern: an address may hold an invitation, a key for a new password,
    somebody's calendar, a name that is erased, a sealed move, and logs are read by more people. Its table and
    tournament are told beside it (``telemetry/requests.py``)."""
    request = event.get("request")
    if isinstance(request, HttpRequest):
        reason, route = str(event["event"]).partition(": ")[0], _route(request)
        event["event"], event["request"] = f"{reason}: {route}", f"{request.method} {route}"
        event.pop("message", None)  # the same again, if another handler had the record first
    return event


def _route(request: HttpRequest) -> str:
    """Of a path that leads nowhere the first part: the others may be a secret with a slip of the pen."""
    if found := request.resolver_match:
        return f"/{found.route}"
    first, more, _ = request.path.lstrip("/").partition("/")
    return f"/{first}/..." if more else f"/{first}"


LONGEST: Final = 200
"""Characters of a text in a line: the sender of a request chooses how long its address is."""


def shorten(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Cut what is long, and the lines of a traceback one by one: where it went wrong stays to be seen."""
    return {name: _shortened(name, value) for name, value in event.items()}


def _shortened(name: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    lines = value.split("\n") if name == "exception" else [value]
    return "\n".join(line if len(line) <= LONGEST else line[: LONGEST - 1] + "…" for line in lines)


def logging_settings(*, debug: bool, reports_to: str = "") -> dict[str, Any]:
    """Django's LOGGING; structlog is set up on the way. Errors are reported as well, if it is said where to."""
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    last: list[Any] = [tell_route, shorten, structlog.dev.ConsoleRenderer(colors=False), hide_private]
    if not debug:
        told = structlog.processors.JSONRenderer()
        last = [structlog.processors.format_exc_info, tell_route, shorten, told, hide_private]
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": [*SHARED, structlog.stdlib.ExtraAdder()],
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    }
    handlers = {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["outages"]}}
    if reports_to:
        handlers["reports"] = {"class": "tournaments.config.telemetry.reports.Reports", "dsn": reports_to}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "filters": {"outages": {"()": "tournaments.platform.outages.NoTraceback"}},
        "handlers": handlers,
        "root": {"handlers": list(handlers), "level": "INFO"},
        "loggers": {
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            # One line for every task, every second, says nothing.
            "celery.app.trace": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
        },
    }
