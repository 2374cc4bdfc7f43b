"""Queries that may return rows up to two seconds old run on a standby, while it is known to be that close.

Rights are asked of the primary. A selector names the statements that may go to the standby, and says what the primary
has to confirm of the answer; a view says by ``may_be_old`` that what its reader is shown need not be newer.

    @may_be_old             what this view reads may be old, for a reader who has done nothing in the last seconds
    alias()                 the database for a statement that asks for rows alone
    of_the_primary()        around what is drawn once for many readers
    ask(question, holds)    the answer of the standby if the primary says that it *holds*, else that of the primary
"""

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar

import structlog
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.http import HttpRequest, HttpResponse
from psycopg.errors import DeadlockDetected, QueryCanceled, SerializationFailure

from tournaments.platform.database import execute
from tournaments.platform.outages import is_outage

_log = structlog.get_logger(__name__)
_P = ParamSpec("_P")
_T = TypeVar("_T")

REPLICA: Final = "replica"
SAFE: Final = ("GET", "HEAD", "OPTIONS", "TRACE")
MAX_AGE: Final = 2.0
"""Seconds that a row may be old."""
LOOK_EVERY: Final = 0.5
"""Seconds between two looks at the standby, of a process that is asked for pages."""
RETRY_AFTER: Final = 5.0
"""Seconds without a try after a failure."""
COOKIE: Final = "fresh"
PRIMARY_FOR: Final = 5
"""Seconds in which a browser that has just done something is shown what the primary knows."""

_WHO: Final = "current_database() || ' of ' || (SELECT system_identifier FROM pg_control_system())"
_WRITTEN: Final = "SELECT (pg_current_wal_lsn() - '0/0')::bigint, " + _WHO + " WHERE NOT pg_is_in_recovery()"
_REPLAYED: Final = "SELECT (pg_last_wal_replay_lsn() - '0/0')::bigint, " + _WHO + " WHERE pg_is_in_recovery()"
_SINCE: Final = """
SELECT extract(epoch FROM clock_timestamp() - coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time()))
    ::float8"""

_CANCELLED: Final = (QueryCanceled, SerializationFailure, DeadlockDetected)
"""As PostgreSQL names a statement that took too long, or was in the way of what is replayed."""


class NotAStandby(Error):
    """What answers there follows nobody, as it may have been promoted, or another database than the primary's."""


class End(NamedTuple):
    """Where the log of a server ends, in bytes, and whose it is."""

    at: float
    who: str

    def check(self, standby: "End") -> None:
        """Raises :class:`NotAStandby`. A standby has nothing that its primary has not, unless that was restored."""
        if self.who and (self.who != standby.who or standby.at > self.at):
            raise NotAStandby(f"It does not follow this primary: it is {standby.who}, and that is {self.who}.")


class Watch:
    """Up to which moment this process knows the standby to hold everything.

    A commit made before moment t lies at or before the WAL position read at t. A standby that has replayed to that
    position has it. No clock but this machine's is read, and an idle primary makes nothing old.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._held = self._next = float("-inf")
        self._ends: list[tuple[float, float]] = []
        """Moments, and where the primary's log ended then, that the standby has not replayed."""
        self._away = False
        self._looking, self._state = threading.Lock(), threading.Lock()

    def is_fresh(self) -> bool:
        if self.clock() >= self._next and self._looking.acquire(blocking=False):
            try:
                self._look()
            finally:
                self._looking.release()
        return self.clock() - self._held <= MAX_AGE

    def _look(self) -> None:
        now = self.clock()
        self._next = due = now + LOOK_EVERY
        try:
            until = replayed()
        except Error as error:
            self.fail(error)
            return
        end = written()
        try:
            end.check(until)
        except NotAStandby as other:
            self.fail(other)
            return
        with self._state:
            if self._next == due:  # else it has failed in another thread meanwhile
                self._ends = [*(each for each in self._ends if now - each[0] <= MAX_AGE), (now, end.at)]
                self._take_in(until.at)

    def _take_in(self, until: float) -> None:
        self._held = max([self._held, *(moment for moment, end in self._ends if end <= until)])
        if self._away:
            self._away = False
            _log.info("standby_back")

    def fail(self, error: Exception) -> None:
        """Ask the standby nothing for a while."""
        with self._state:
            if not self._away:
                _log.warning("standby_away", error=str(error).strip())
            self._away, self._ends = True, []
            self._held, self._next = float("-inf"), self.clock() + RETRY_AFTER
        connections[REPLICA].close()
        connections[REPLICA].errors_occurred = False


watch: Final = Watch()
_MAY_BE_OLD: Final = ContextVar("may_be_old", default=False)
"""Whether the rows of this request may be."""


def is_there() -> bool:
    return REPLICA in connections.settings


def written() -> End:
    """The primary's, now: out of reach while it is in recovery itself, as in a takeover."""
    return End(*(execute(_WRITTEN, {}).fetchone() or (math.inf, "")))


def replayed() -> End:
    """How far the standby has come; raises ``django.db.Error``."""
    found = execute(_REPLAYED, {}, using=REPLICA).fetchone()
    if found is None:
        raise NotAStandby("It is not a standby.")
    return End(found[0] or 0, found[1])


def behind() -> float:
    """By how many seconds the standby lags at most; raises ``django.db.Error``. What is on its way may arrive first."""
    standby = replayed()
    end = written()
    end.check(standby)
    for _ in range(3):
        if replayed().at >= end.at:
            return 0.0
        time.sleep(0.1)
    return float((execute(_SINCE, {}, using=REPLICA).fetchone() or (0.0,))[0])


@contextmanager
def of_the_primary() -> Iterator[None]:
    """What is kept for other readers, too, is drawn in this: among them is one who has just done something."""
    before = _MAY_BE_OLD.set(False)
    try:
        yield
    finally:
        _MAY_BE_OLD.reset(before)


def alias() -> str:
    """The database for rows that may be old. A transaction reads from the primary alone."""
    if not _MAY_BE_OLD.get() or connections[DEFAULT_DB_ALIAS].in_atomic_block or not watch.is_fresh():
        return DEFAULT_DB_ALIAS
    return REPLICA


def ask(question: Callable[[str], _T], holds: Callable[[_T], bool]) -> _T:
    """The answer to *question*, which gets the name of a database. *holds* asks the primary whether the reader may
    still see all of an answer that is old."""
    using = alias()
    found = question(using)
    return found if using == DEFAULT_DB_ALIAS or holds(found) else question(DEFAULT_DB_ALIAS)


View = Callable[Concatenate[HttpRequest, _P], HttpResponse]


def may_be_old(view: View[_P]) -> View[_P]:
    """A view whose rows may be old, for a browser that has done nothing in the last seconds. If the standby fails it
    is asked again, of the primary alone."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: _P.args, **kwargs: _P.kwargs) -> HttpResponse:
        if not is_there() or request.method not in ("GET", "HEAD") or _has_acted(request):
            return view(request, *args, **kwargs)
        before = _MAY_BE_OLD.set(True)
        try:
            return view(request, *args, **kwargs)
        except Error as error:
            if not connections[REPLICA].errors_occurred:  # the primary's, or one that it would answer, too
                raise
            _note(error)
        finally:
            _MAY_BE_OLD.reset(before)
        return view(request, *args, **kwargs)

    return answer


def _note(error: Error) -> None:
    """A statement that the standby could not carry out says nothing of the next one."""
    if is_outage(error) and not isinstance(error.__cause__, _CANCELLED):
        watch.fail(error)
    else:
        _log.warning("standby_refused", error=str(error).strip())


def _has_acted(request: HttpRequest) -> bool:
    """A program may have, too: it has no cookie to say so."""
    return COOKIE in request.COOKIES or "Authorization" in request.headers


class JustDone:
    """A browser that has sent something reads from the primary for some seconds."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not is_there():
            raise MiddlewareNotUsed
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        if request.method not in SAFE and "Authorization" not in request.headers:
            secure = settings.SESSION_COOKIE_SECURE
            response.set_cookie(COOKIE, "1", max_age=PRIMARY_FOR, secure=secure, httponly=True, samesite="Lax")
        return response


class Router:
    """Nothing goes to the standby but what names it: a row that was read there is written to the primary."""

    def db_for_read(self, model: type, **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def db_for_write(self, model: type, **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: object, other: object, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == DEFAULT_DB_ALIAS
