"""The Celery application: queues ``bots``, ``clocks`` and ``default``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import structlog
from celery import Task
from django.db import InternalError

from accounts.outages import OUTAGES, is_outage
from accounts.valkey import Sender

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
_log = structlog.get_logger(__name__)


if TYPE_CHECKING:
    AnyTask = Task[..., Any]
else:
    AnyTask = Task


class Patient(AnyTask):
    """A task that is dropped while the database is away: the tick sends again whatever is still to be done."""

    abstract = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().__call__(*args, **kwargs)
        except (*OUTAGES, InternalError) as error:
            if not is_outage(error):
                raise
            _log.warning("task_dropped", task=self.name, error=str(error).strip())
            return None


app = Sender("cardroom", task_cls=Patient)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
