"""Answers to the questions, as metrics. What does not answer is left out, and said to be away."""

from collections.abc import Iterator, Sequence
from threading import Lock

import structlog
from django.db import DatabaseError, InterfaceError, connection, transaction
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from psycopg.errors import QueryCanceled
from redis import RedisError

from tournaments.config.condition.looking import queues
from tournaments.config.telemetry.questions import BROKER, DATABASE, Gauge, Question, Values
from tournaments.platform import valkey
from tournaments.platform.database import execute

_log = structlog.get_logger(__name__)

PATIENCE = 3
"""Seconds. A question that takes longer is ended: it would not be a small one."""
DATABASE_UP = Gauge("cardroom_database_up", "Whether the database answers.")
VALKEY_UP = Gauge("cardroom_valkey_up", "Whether Valkey answers.")
BROKER_UP = Gauge("cardroom_broker_up", "Whether the broker answers.")


class Gauges(Collector):
    """Asked whenever metrics are collected, on a connection that is given back at once."""

    def __init__(self) -> None:
        self._asking = Lock()

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Names alone: nothing is asked for them."""
        asked = (gauge for question in DATABASE + BROKER for gauge in question.gauges)
        for gauge in (DATABASE_UP, VALKEY_UP, BROKER_UP, *asked):
            yield _metric(gauge, {})

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield from _told(DATABASE_UP, self._ask_database())
        yield _metric(VALKEY_UP, {"": float(_valkey_answers())})
        yield from _told(BROKER_UP, _ask_broker())

    def _ask_database(self) -> list[GaugeMetricFamily] | None:
        """One at a time: those who ask a server that is frozen would pile up."""
        if not self._asking.acquire(timeout=PATIENCE):
            return None
        try:
            with transaction.atomic():  # a pooler gives the next transaction to somebody else, settings and all
                execute("SELECT set_config('statement_timeout', %(most)s, true)", {"most": f"{PATIENCE}s"})
                return list(_each(DATABASE))
        except (DatabaseError, InterfaceError) as error:
            _log.warning("not_measured", server="database", error=str(error).strip())
            return None
        finally:
            connection.close()
            self._asking.release()


def _valkey_answers() -> bool:
    try:
        return bool(valkey.client().ping())
    except RedisError as error:
        _log.warning("not_measured", server="valkey", error=str(error).strip())
        return False


def _ask_broker() -> list[GaugeMetricFamily] | None:
    try:
        return list(_answers(BROKER))
    except queues.AWAY as error:
        _log.warning("not_measured", server="broker", error=str(error).strip())
        return None
    except Exception as error:  # its address is unfit, and may be repeated
        _log.warning("not_measured", server="broker", error=type(error).__name__)
        return None


def _told(up: Gauge, answers: Sequence[GaugeMetricFamily] | None) -> Iterator[GaugeMetricFamily]:
    yield _metric(up, {"": float(answers is not None)})
    yield from answers or ()


def _answers(questions: Sequence[Question]) -> Iterator[GaugeMetricFamily]:
    for question in questions:
        for gauge, values in zip(question.gauges, question.ask(), strict=True):
            yield _metric(gauge, values)


def _each(questions: Sequence[Question]) -> Iterator[GaugeMetricFamily]:
    """What the database answers. It may be there though a server that the log lies on is not: without that one's
    answers it is up. One that is not there at all, or takes too long, raises."""
    for question in questions:
        try:
            with transaction.atomic():
                yield from list(_answers([question]))
        except DatabaseError as error:
            if isinstance(error.__cause__, QueryCanceled):
                raise
            execute("SELECT 1", {})
            _log.warning("not_measured", server="database", error=str(error).strip())


def _metric(gauge: Gauge, values: Values) -> GaugeMetricFamily:
    metric = GaugeMetricFamily(gauge.name, gauge.help, labels=[gauge.label] if gauge.label else [])
    for label, value in values.items():
        metric.add_metric([label] if gauge.label else [], value)
    return metric
