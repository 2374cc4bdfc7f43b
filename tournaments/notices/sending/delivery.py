"""Sending: what is due is leased, written, sent side by side, and marked.

Nobody waits for another's endpoint that does not answer. An owner has one parcel on its way at a time; what has failed
before takes a part of the senders alone; a sender that is done takes the next parcel at once.
"""

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Final, TypeAlias

import structlog
from django.db import DatabaseError

from tournaments.notices import naming
from tournaments.notices.kinds import Channel
from tournaments.notices.models import Notice
from tournaments.notices.policy import Choices, is_heard, is_on
from tournaments.notices.selectors import choices_of
from tournaments.notices.sending import mails, outbox, pushes, webhooks
from tournaments.notices.sending.outbox import Parcel, Result

_log = structlog.get_logger(__name__)

SENDERS: Final = outbox.MOST
AGAIN: Final = SENDERS // 4
"""Senders for what has failed before."""
ROUND: Final = 20.0
"""Seconds after which nothing more is begun: the next message of the beat goes on."""

Send: TypeAlias = Callable[[], Callable[[], Result]]
"""Sends, without the database, and returns what then keeps the result."""
Flights: TypeAlias = dict[Future[Callable[[], Result]], Parcel]


def deliver() -> int:
    """Send what is due, until nothing is; how many parcels. What this process does not come to mark is sent again."""
    flights: Flights = {}
    until, leased = time.monotonic() + ROUND, 0
    with ThreadPoolExecutor(SENDERS) as pool:
        while True:
            begun = _begin(pool, flights) if time.monotonic() < until else 0
            leased += begun
            if flights:
                _end(flights)
            elif not begun:
                return leased


def _begin(pool: ThreadPoolExecutor, flights: Flights) -> int:
    """Lease for the senders that are free; how many parcels."""
    again = AGAIN - sum(parcel.failed_before for parcel in flights.values())
    busy = {parcel.owner for parcel in flights.values()}
    parcels = outbox.lease(most=SENDERS - len(flights), again=again, busy=busy)
    for parcel in parcels:
        if (send := _prepared(parcel)) is not None:
            flights[pool.submit(send)] = parcel
    return len(parcels)


def _end(flights: Flights) -> None:
    """Wait for the first of *flights*, and mark what has become of it."""
    for done in wait(flights, return_when=FIRST_COMPLETED).done:
        outbox.record(flights.pop(done), _result(done.result))


def _result(done: Callable[[], Callable[[], Result]]) -> Result:
    try:
        return done()()
    except DatabaseError:
        raise
    except Exception as failed:
        _log.exception("not_sent")
        return Result(error=type(failed).__name__)


def _prepared(parcel: Parcel) -> Send | None:
    try:
        return _webhook(parcel) if parcel.channel == "webhook" else _to_person(parcel)
    except DatabaseError:
        raise
    except Exception as failed:
        _log.exception("not_prepared", parcel=parcel.name)
        outbox.record(parcel, Result(error=type(failed).__name__))
        return None


def _webhook(parcel: Parcel) -> Send | None:
    letter = webhooks.prepare(parcel)
    if letter is None:
        outbox.drop(parcel.rows)
        return None

    def send() -> Callable[[], Result]:
        result = webhooks.send(letter)
        return lambda: webhooks.record(parcel, result)

    return send


def _to_person(parcel: Parcel) -> Send | None:
    rows = _still_wanted(parcel)
    if not rows:
        return None
    if parcel.channel == "mail":
        mail = mails.prepare(parcel, rows)
        if mail is not None:
            return lambda: _kept(mails.send(mail))
    elif message := pushes.prepare(parcel, rows):
        return lambda: _pushed(pushes.send(message))
    outbox.drop(parcel.rows)
    return None


def _kept(result: Result) -> Callable[[], Result]:
    return lambda: result


def _pushed(pushed: pushes.Pushed) -> Callable[[], Result]:
    return lambda: pushes.record(pushed)


def _still_wanted(parcel: Parcel) -> list[Notice]:
    """The notices that are still true, unread, wanted by this channel, and of clubs that their readers may still know;
    the others are dropped."""
    channel: Channel = "mail" if parcel.channel == "mail" else "push"
    notices = Notice.objects.select_related("user").in_bulk([row.notice_id for row in parcel.rows])
    chosen = choices_of({notice.user_id for notice in notices.values()})
    wanted, hidden = [], naming.unseen(notices.values())
    for row in parcel.rows:
        notice = notices.get(row.notice_id or "")
        own = chosen.get(notice.user_id) if notice else None
        if notice is None or own is None or notice in hidden or not _is_wanted(notice, channel, own):
            outbox.drop([row])
        else:
            wanted.append(notice)
    return sorted(wanted, key=lambda notice: (notice.at, notice.pk))


def _is_wanted(notice: Notice, channel: Channel, own: Choices) -> bool:
    if notice.read_at is not None or notice.over_at is not None:
        return False
    return is_on(notice.kind, channel, own) and is_heard(notice.kind, notice.club, own)
