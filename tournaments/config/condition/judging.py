"""All parts of the service, judged by what was found out about each: pure."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from engine.text import gettext_noop as _
from tournaments.config.condition.facts import (
    Anchors,
    Answer,
    Archive,
    Database,
    Disk,
    Facts,
    Films,
    Follower,
    Pictures,
    Queue,
    Reviews,
    Servers,
    Site,
    Standby,
    Waiting,
)
from tournaments.config.condition.parts import DAY, HOUR, MINUTE, Part, State, graded, number, part, size, span, worst

LITTLE: Final = 2_000_000_000
"""Bytes that are left when it is time to make room."""
FULL: Final = 300_000_000
"""Bytes that are left when PostgreSQL may stop at any moment."""
DRIFT: Final = (1.0, 5.0)
"""Seconds between two clocks."""

UNFILMED: Final = 5 * MINUTE
"""Seconds after which a film that was ordered is late."""


def judge_servers(facts: Facts) -> Iterator[Part]:
    if facts.database is None:
        yield part("database", "fails", _("It does not answer: see whether PostgreSQL runs, and DATABASE_URL."))
    elif facts.database.worker:
        message = _("It is a worker of Citus, without the service's tables: lead DATABASE_URL to the coordinator.")
        yield part("database", "fails", message)
    else:
        yield part("database", "ok", _("It answers."))
        yield _migrations(facts.database)
        yield _writing(facts.database)
        yield _clock(facts.database)
    if facts.servers is not None:
        yield _log_servers(facts.servers)
    if facts.standby is not None:
        yield _standby(facts.standby)
    yield _redis(facts)
    yield from map(_disk, disks(facts))


def disks(facts: Facts) -> Sequence[Disk]:
    """Those of this machine, and that of the database's data where it is known."""
    free = None if facts.database is None else facts.database.free
    return facts.disks if free is None else (*facts.disks, Disk(("database",), free))


def is_full(disk: Disk) -> bool:
    return disk.free < FULL


def is_off(database: Database) -> bool:
    """Whether one of the two clocks is wrong by more than anybody would call a drift."""
    return graded(abs(database.ahead), warns=DRIFT[0], fails=DRIFT[1]) == "fails"


def _migrations(database: Database) -> Part:
    if database.unapplied:
        message = _("Not applied: {n}. Run manage.py migrate.")
        return part("migrations", "fails", message, n=database.unapplied)
    return part("migrations", "ok", _("All are applied."))


def _writing(database: Database) -> Part:
    if database.in_recovery:
        message = _("The database is a standby and can only be read: promote it, or lead DATABASE_URL to the primary.")
        return part("writing", "fails", message)
    if database.read_only:
        message = _("The database can only be read: see who set default_transaction_read_only, and why.")
        return part("writing", "fails", message)
    return part("writing", "ok", _("The database can be written to."))


def _clock(database: Database) -> Part:
    apart = f"{abs(database.ahead):.1f}"
    state = graded(abs(database.ahead), warns=DRIFT[0], fails=DRIFT[1])
    if state == "ok":
        return part("clock", "ok", _("This machine's clock and the database's are {seconds} s apart."), seconds=apart)
    message = _("This machine's clock and the database's are {seconds} s apart: let both follow a time server (NTP).")
    return part("clock", state, message, seconds=apart)


def _log_servers(servers: Servers) -> Part:
    if servers.trouble is not None:
        return Part("servers", "fails", servers.trouble)
    return part(
        "servers", "ok", _("The log lies on {n} servers beside the coordinator, and each answers."), n=servers.number
    )


def _standby(standby: Standby) -> Part:
    if standby.behind is None:
        message = _("It does not answer, or follows nobody: all is asked of the primary. See DATABASE_REPLICA_URL.")
        return part("standby", "warns", message)
    if standby.late:
        message = _(
            "It is up to {age} behind: all is asked of the primary. See its log, and the network between the two."
        )
        return part("standby", "warns", message, age=span(standby.behind))
    return part("standby", "ok", _("It follows, and is read."))


def _redis(facts: Facts) -> Part:
    if facts.redis:
        return part("redis", "ok", _("It answers."))
    message = _(
        "It does not answer: games go on, but slower, and bots stand still. See whether it runs, and REDIS_URL."
    )
    return part("redis", "fails", message)


def _disk(disk: Disk) -> Part:
    name, told = f"disk:{disk.folders[0]}", {"free": size(disk.free), "folders": ", ".join(disk.folders)}
    if is_full(disk):
        message = _("Only {free} are free for {folders}: make room now, or nothing is written.")
        return part(name, "fails", message, **told)
    if disk.free < LITTLE:
        return part(name, "warns", _("{free} are free for {folders}: make room soon."), **told)
    return part(name, "ok", _("{free} are free for {folders}."), **told)


SOON: Final = (30, 5 * MINUTE)
"""Seconds that a message may wait."""
PATIENT: Final[Mapping[str, tuple[int, int]]] = {
    "films": (15 * MINUTE, 2 * HOUR),
    "corrections": (15 * MINUTE, 2 * HOUR),
    "analysis": (2 * HOUR, DAY),
}
"""Queues where something may take long that holds up nobody."""
TICKS: Final = (10, MINUTE)
"""Seconds without one; there is one a second."""
BEHIND: Final = (30, 10 * MINUTE)
UNKEPT: Final = (2 * HOUR, DAY)
UNVISITED: Final = 3 * DAY
"""Since the archive was brought up to date, which happens once a day."""
RENEWED: Final = (14 * DAY, 2 * DAY)
"""For how long a certificate must be good still."""


def _judge_upkeep(facts: Facts) -> Iterator[Part]:
    if facts.broker is not None:
        yield _broker(facts.broker)
    yield from map(_queue, facts.queues)
    if facts.waiting:  # the rooms could be asked
        yield _tick(facts.ticked)
    yield from map(_follower, facts.followers)
    if facts.anchors is not None:
        yield _anchors(facts.anchors)
    if facts.archive is not None:
        yield _archive(facts.archive)
    if facts.open_data is not None:
        yield _open_data(facts.open_data)
    if facts.films is not None:
        yield _films(facts.films)
    if facts.pictures is not None:
        yield _pictures(facts.pictures)
    if facts.site is not None:
        yield _streams(facts.site)
        yield from _certificate(facts.site.certificate)


_BROKER: Final[Mapping[Answer, str]] = {
    "silent": _("It does not answer: bots and clocks stand still. See whether it runs, and its address."),
    "refuses": _("It refuses us: bots and clocks stand still. See the user, password and name in its address."),
    "unfit": _("Nothing answers at its address: bots and clocks stand still. See BROKER_URL, or REDIS_URL."),
}


def _broker(answer: Answer) -> Part:
    if answer == "answers":
        return part("broker", "ok", _("It answers."))
    return part("broker", "fails", _BROKER[answer])


def _queue(queue: Queue) -> Part:
    name = f"queue:{queue.name}"
    oldest = queue.oldest or 0.0
    warns, fails = PATIENT.get(queue.name, SOON)
    state = graded(oldest, warns=warns, fails=fails)
    if queue.taken is False:
        message = _("Messages: {n}, and no worker has answered that takes them: start one with -Q {of}.")
        return part(name, "fails" if state != "ok" else "warns", message, n=queue.length, of=queue.name)
    if state != "ok":
        message = _("Messages: {n}, the oldest is {age} old: see the log of its worker, or start more with -Q {of}.")
        return part(name, state, message, n=queue.length, age=span(oldest), of=queue.name)
    if queue.length and queue.oldest is None:
        return part(name, "ok", _("Messages waiting: {n}. This broker does not say for how long."), n=queue.length)
    return part(name, "ok", _("Messages waiting: {n}."), n=queue.length)


def _tick(ago: float | None) -> Part:
    if ago is None:
        return part("tick", "fails", _("It has never run: start the worker of the clocks."))
    if ago < -TICKS[0]:
        message = _("It ran {age} in the future: the clock was set back, or that of another machine is ahead (NTP).")
        return part("tick", graded(-ago, warns=TICKS[0], fails=TICKS[1]), message, age=span(-ago))
    state = graded(ago, warns=TICKS[0], fails=TICKS[1])
    if state == "ok":
        return part("tick", "ok", _("It ran {age} ago."), age=span(max(0.0, ago)))
    message = _("It ran {age} ago and should every second: see the worker of the clocks.")
    return part("tick", state, message, age=span(ago))


def _follower(follower: Follower) -> Part:
    name, commits = f"follower:{follower.name}", number(follower.commits, more=follower.more)
    state = graded(follower.seconds if follower.commits else 0, warns=BEHIND[0], fails=BEHIND[1])
    if state == "ok":
        return part(name, "ok", _("Commits behind: {n}."), n=commits)
    message = _("Commits behind: {n}, for {age}: see the log of the worker that follows.")
    return part(name, state, message, n=commits, age=span(follower.seconds))


def _anchors(anchors: Anchors) -> Part:
    if anchors.away:
        return part("anchors", "fails", _("They cannot be kept: {why}. See ANCHORS."), why=anchors.away)
    state = graded(anchors.seconds, warns=UNKEPT[0], fails=UNKEPT[1])
    if state == "ok":
        return part("anchors", "ok", _("They are kept every hour."))
    message = _("Something of {age} ago is not kept: see the log of the worker for corrections; run manage.py anchor.")
    return part("anchors", state, message, age=span(anchors.seconds))


def _archive(archive: Archive) -> Part:
    if archive.away:
        message = _("Old tables cannot be read: {why}. See ARCHIVE.")
        return part("archive", "fails", message, why=archive.away)
    if archive.problem:
        return part("archive", "warns", _("Tables stay in the log: {why}."), why=archive.problem)
    if archive.seconds is None:
        return part("archive", "ok", _("No table has gone there yet."))
    if archive.seconds > UNVISITED:
        message = _("Tables last went there {age} ago: see the log of the worker for corrections.")
        return part("archive", "warns", message, age=span(archive.seconds))
    return part("archive", "ok", _("Tables went there {age} ago."), age=span(archive.seconds))


def _open_data(trouble: str) -> Part:
    if trouble:
        return part("open_data", "warns", _("The next month will not be published: {why}. See OPEN_DATA."), why=trouble)
    return part("open_data", "ok", _("Its folder can be written to."))


def _films(films: Films) -> Part:
    if films.waiting and films.seconds > UNFILMED:
        message = _("Ordered: {n}, the first {age} ago: see the log of the worker for films.")
        return part("films", "warns", message, n=films.waiting, age=span(films.seconds))
    message = _("Kept: {n} of {most}, {size}; {waiting} are being made.")
    return part("films", "ok", message, n=films.kept, most=films.most, size=size(films.size), waiting=films.waiting)


def _pictures(pictures: Pictures) -> Part:
    message = _("Drawn in this hour: {n}. For one person: {rate}.")
    return part("pictures", "ok", message, n=pictures.drawn, rate=pictures.rate)


def _streams(site: Site) -> Part:
    if site.streams:
        return part("streams", "ok", _("Their process answers."))
    if site.streams is None:
        message = _("Nobody answers at SITE_URL from here: see the proxy, or ask from where visitors come.")
        return part("streams", "warns", message)
    message = _("Their process does not answer: tables are told of moves late. See its log.")
    return part("streams", "fails", message)


def _certificate(seconds: float | None) -> Iterator[Part]:
    if seconds is None:
        return
    if seconds <= 0:
        yield part("certificate", "fails", _("It has run out: browsers turn visitors away. See the proxy's log."))
    elif seconds < RENEWED[0]:
        message = _("It is good for {age} only: see in the proxy's log why it was not renewed.")
        yield part("certificate", "fails" if seconds < RENEWED[1] else "warns", message, age=span(seconds))
    else:
        yield part("certificate", "ok", _("It is good for {age}."), age=span(seconds))


PATIENCE: Final[Mapping[str, tuple[int, float]]] = {
    "clocks": (10, 2 * MINUTE),
    "bots": (15, 5 * MINUTE),
    "results": (30, 5 * MINUTE),
    "tournaments": (30, math.inf),  # most wait for a person
    "notices": (2 * MINUTE, HOUR),
}
"""Seconds after which something of a kind is late, and after which it fails."""

_LATE: Final[Mapping[str, str]] = {
    "clocks": _("Tables: {n}, the first for {age}: the tick does not come to them. See the worker of the clocks."),
    "bots": _("Tables: {n}, the first for {age}: start more workers with -Q bots, or set weaker bots."),
    "results": _("Tables: {n}, the first for {age}: see the log of the worker for default."),
    "tournaments": _("Number: {n}, the first for {age}: see the desk of each, and the log of the worker for default."),
    "notices": _("Number: {n}, the first for {age}: see the log of the worker for notices, and EMAIL_URL."),
}


def _judge_waiting(waiting: Waiting) -> Part:
    if not waiting.count:
        return part(waiting.name, "ok", _("None is late."))
    warns, fails = PATIENCE[waiting.name]
    state = graded(max(waiting.seconds, warns), warns=warns, fails=fails)
    count = number(waiting.count, more=waiting.more)
    return part(waiting.name, state, _LATE[waiting.name], n=count, age=span(waiting.seconds))


class Description(Struct, frozen=True):
    at: int
    """When it was so; epoch ms."""
    parts: tuple[Part, ...]

    @property
    def state(self) -> State:
        return worst(self.parts)


def describe(facts: Facts) -> Description:
    late = map(_judge_waiting, facts.waiting)
    reviews = map(_reviews, filter(None, [facts.reviews]))
    return Description(facts.at, (*judge_servers(facts), *_judge_upkeep(facts), *late, *reviews))


def _reviews(reviews: Reviews) -> Part:
    message = _("Going on: {n}; without a step for an hour: {quiet}. One person may have {most}.")
    return part("reviews", "ok", message, n=reviews.open, quiet=reviews.quiet, most=reviews.most)
