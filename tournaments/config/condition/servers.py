"""The servers and disks behind the service, judged: pure."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.text import gettext_noop as _
from tournaments.config.condition.facts import Database, Disk, Facts
from tournaments.config.condition.parts import Part, graded, part, size

LITTLE: Final = 2_000_000_000
"""Bytes that are left when it is time to make room."""
FULL: Final = 300_000_000
"""Bytes that are left when PostgreSQL may stop at any moment."""
DRIFT: Final = (1.0, 5.0)
"""Seconds between two clocks."""


def judge(facts: Facts) -> Iterator[Part]:
    if facts.database is None:
        yield part("database", "fails", _("It does not answer: see whether PostgreSQL runs, and DATABASE_URL."))
    else:
        yield part("database", "ok", _("It answers."))
        yield _migrations(facts.database)
        yield _writing(facts.database)
        yield _clock(facts.database)
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
    if database.standby:
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
