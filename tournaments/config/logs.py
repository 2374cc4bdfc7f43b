"""Structured logs: a line of JSON an event, or lines for people where DEBUG is on. structlog and logging share it."""

from __future__ import annotations

import re
from typing import Any

import structlog

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


_MOVE = re.compile(r"(/move/)[^\s/?\"']+")


def hide_moves(_logger: Any, _method: str, line: str) -> str:
    """The line without the moves that stand in addresses: one may be sealed, and logs are read by more people."""
    return _MOVE.sub(r"\1...", line)


def logging_settings(*, debug: bool) -> dict[str, Any]:
    """Django's LOGGING; structlog is set up on the way."""
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    last: list[Any] = [structlog.dev.ConsoleRenderer(colors=False), hide_moves]
    if not debug:
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(), hide_moves]
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": [*SHARED, structlog.stdlib.ExtraAdder()],
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "filters": {"outages": {"()": "accounts.outages.NoTraceback"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["outages"]}},
        "root": {"handlers": ["stderr"], "level": "INFO"},
        "loggers": {
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            # One line for every task, every second, says nothing.
            "celery.app.trace": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
        },
    }
