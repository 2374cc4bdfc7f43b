"""One of the many things that a tick does, each about a stream of its own: the trouble of one holds up none of the
others, nor does what is logged of one stand in the lines of the next."""

from collections.abc import Callable
from contextvars import copy_context

import structlog

from tournaments.log.errors import Conflict, RoomError
from tournaments.platform.outages import is_outage

_log = structlog.get_logger(__name__)


def attempt(of: str, step: Callable[[], object]) -> None:
    """Take *step*, which is about *of*. What was done before is refused, and that is well; what breaks is logged, and
    is tried again by the next tick. While the database is away nothing can be done for the others either: it raises."""
    try:
        copy_context().run(step)
    except RoomError as refused:
        _log.info("tick_refused", of=of, code=refused.code)
    except Conflict:
        _log.info("tick_late", of=of)
    except Exception as error:
        if is_outage(error):
            raise
        _log.exception("tick_failed", of=of)
