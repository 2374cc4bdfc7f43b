"""The Celery application, and what its workers begin with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import structlog
from celery import Task, bootsteps
from celery.beat import PersistentScheduler, Service
from celery.signals import celeryd_after_setup, worker_init
from django.db import InternalError
from structlog.contextvars import bind_contextvars, clear_contextvars

from tournaments.config.postgresql import patience
from tournaments.platform.counting import SECONDS, Counter, Histogram
from tournaments.platform.outages import OUTAGES, is_outage
from tournaments.platform.valkey import Sender

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")  # they import every page: a second and 30 MB in each worker
_log = structlog.get_logger(__name__)

LATER: Final = {"analysis", "films"}
CLOCKS: Final = "clocks"
LEAST_URGENT: Final = 19
PATIENCE: Final = 2.0
LEAST_PAUSE: Final = 0.1
"""Seconds between two looks at what is due. Celery looks twenty times a second, mostly some ms too early."""

_TASKS = Counter("cardroom_tasks", "Tasks that were carried out, dropped or failed.", ["task", "outcome"])
_SECONDS = Histogram("cardroom_task_seconds", "How long tasks took.", ["task"], buckets=SECONDS)


if TYPE_CHECKING:
    AnyTask = Task[..., Any]
else:
    AnyTask = Task


class Patient(AnyTask):
    """A task that is dropped while the database is away: the tick sends again whatever is still to be done."""

    abstract = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        began, outcome, headers = perf_counter(), "failed", self.request.headers or {}
        if not self.request.called_directly:
            begin_lines(self.name, headers)
        try:
            answer = super().__call__(*args, **kwargs)
            outcome = "done"
            return answer
        except (*OUTAGES, InternalError) as error:
            if not is_outage(error):
                raise
            outcome = "dropped"
            _log.warning("task_dropped", error=str(error).strip())
            return None
        finally:
            _TASKS.labels(self.name, outcome).inc()
            _SECONDS.labels(self.name).observe(perf_counter() - began)


def begin_lines(task: str, headers: Mapping[str, Any]) -> None:
    """From here on a worker's lines are those of *task*, and of the request that led to it; of nothing before it."""
    clear_contextvars()
    bind_contextvars(task=task, **({"request_id": str(headers["request_id"])} if "request_id" in headers else {}))


app = Sender("cardroom", task_cls=Patient)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def _be_patient(**_given: object) -> None:
    patience.begin(patience.WORKER)


@celeryd_after_setup.connect
def _give_way(instance: Any, **_given: object) -> None:
    """What works things out about games, or draws them, takes the time that nothing else needs."""
    if set(instance.app.amqp.queues.consume_from) <= LATER:
        os.nice(LEAST_URGENT)


class Scheduler(PersistentScheduler):
    def tick(self, *given: Any, **named: Any) -> float:
        """Seconds until it should look again; 0 if it has sent something, since more may be due."""
        wait: float = super().tick(*given, **named)
        return wait and max(wait, LEAST_PAUSE)


class Beat(bootsteps.StartStopStep):
    """The clockwork that sends the ticks, in a thread of the worker that takes the clocks' queue. With Celery's own
    ``-B`` it is a process more."""

    _thread: Thread | None = None

    def include_if(self, parent: Any) -> bool:
        return CLOCKS in parent.app.amqp.queues.consume_from

    def create(self, parent: Any) -> Any:
        given: Any = {"schedule_filename": parent.schedule_filename, "remote_control": False}
        return Service(parent.app, max_interval=1, scheduler_cls=Scheduler, **given)

    def start(self, parent: Any) -> None:
        self._thread = Thread(target=self._run, name="beat", daemon=True)
        self._thread.start()

    def stop(self, parent: Any) -> None:
        """It notes first what was sent when."""
        self.obj.stop()
        if self._thread is not None:
            self._thread.join(PATIENCE)

    def _run(self) -> None:
        """A worker that sends no tick any more ends, and the supervisor starts another."""
        try:
            self.obj.start()
        except Exception:
            _log.exception("beat_died")
            os._exit(1)


app.steps["worker"].add(Beat)
