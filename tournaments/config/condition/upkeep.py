"""What keeps the service going, judged: the broker and its workers, the tick, followers, anchors, the way in. Pure."""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.text import gettext_noop as _
from tournaments.config.condition.facts import Anchors, Answer, Archive, Facts, Follower, Queue, Site
from tournaments.config.condition.parts import DAY, HOUR, MINUTE, Part, graded, number, part, span

SOON: Final = (30, 5 * MINUTE)
"""Seconds that a message may wait."""
PATIENT: Final[Mapping[str, tuple[int, int]]] = {"corrections": (15 * MINUTE, 2 * HOUR)}
"""Queues where something may take long that holds up nobody."""
TICKS: Final = (10, MINUTE)
"""Seconds without one; there is one a second."""
BEHIND: Final = (30, 10 * MINUTE)
UNKEPT: Final = (2 * HOUR, DAY)
UNVISITED: Final = 3 * DAY
"""Since the archive was brought up to date, which happens once a day."""
RENEWED: Final = (14 * DAY, 2 * DAY)
"""For how long a certificate must be good still."""


def judge(facts: Facts) -> Iterator[Part]:
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
        return part("tick", "fails", _("It has never run: start beat, and the worker of the clocks."))
    if ago < -TICKS[0]:
        message = _("It ran {age} in the future: the clock was set back, or that of another machine is ahead (NTP).")
        return part("tick", graded(-ago, warns=TICKS[0], fails=TICKS[1]), message, age=span(-ago))
    state = graded(ago, warns=TICKS[0], fails=TICKS[1])
    if state == "ok":
        return part("tick", "ok", _("It ran {age} ago."), age=span(max(0.0, ago)))
    message = _("It ran {age} ago and should every second: see beat, and the worker of the clocks.")
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
        message = _("Tables last went there {age} ago: see beat, and the worker for corrections.")
        return part("archive", "warns", message, age=span(archive.seconds))
    return part("archive", "ok", _("Tables went there {age} ago."), age=span(archive.seconds))


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
