"""Having a table analysed: asked for once, made by a worker, kept until somebody has it deleted or made again.

A worker says now and then that it is alive; what none has been at for five minutes is sent again (:func:`upkeep`). Each
run has a token, without which nothing is written: of a table that was deleted and asked for again, or whose worker was
thought dead, only the run that began last is heard.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Final

import msgspec
from django.db import transaction
from django.db.models import F, Q, QuerySet

from accounts.holdings import Holding
from accounts.models import User
from engine.text import gettext_noop as _
from tournaments.learning.analysis import by_seat
from tournaments.learning.analysis.findings import NOTHING, VERSION, Findings
from tournaments.learning.analysis.models import Analysis
from tournaments.log import sources
from tournaments.platform import limits, valkey
from tournaments.platform.errors import TooOften
from tournaments.platform.units import DAY, MINUTE, SECOND
from tournaments.tables import selectors
from tournaments.tables.errors import NotAllowed, Refused
from tournaments.tables.selectors import Summary
from tournaments.tables.state import deal_is_over

MAKE: Final = "learning.analyse"
WAITING: Final = 1_000
"""Tables that wait; nobody asks for one more."""
TRIES: Final = 3
LATELY: Final = 200
"""Tables of matches that are looked through for one to be analysed by itself."""
PATIENCE: Final = 5 * MINUTE
"""A worker that has not been heard of for so long has died, or its message was lost: it gives way to everything else,
so one step of a second may take minutes."""
KEPT: Final = 90 * DAY
"""What nobody has asked for is kept for so long, and what could not be made."""
KEPT_ASKED: Final = 730 * DAY
"""What somebody has asked for."""


def check(table: Summary) -> None:
    """Raises ``Refused`` if there is nothing to work out at *table*: it has to be finished, and played here."""
    if not (deal_is_over(table) and table.status == "finished"):
        raise Refused("not_finished", _("This table is not finished."))
    if table.in_room:
        raise Refused("played_in_room", _("This table was played with real cards."))


def ask(table_id: str, user: User) -> None:
    """Have a table analysed, unless it is or is being. Raises ``UnknownTable``, ``Refused`` and ``TooOften``."""
    limits.count("analyses", user=user.pk, guest=user.is_guest)
    check(selectors.summary(table_id))
    order(table_id, user.pk)


def order(table_id: str, user: int | None) -> None:
    """The same, for nobody or somebody who may: what failed, what older versions found, and what there was no time for
    is made again; what was found stays until then."""
    if Analysis.objects.filter(made_at=None, tries__lt=TRIES).exclude(pk=table_id).count() >= WAITING:
        raise TooOften(retry_after=60)
    given = {"asked_by": user, "asked_at": sources.now_ms()}
    row, ordered = Analysis.objects.get_or_create(pk=table_id, defaults=given | {"version": VERSION})
    if ordered or ((is_given_up(row) or _may_be_better(row)) and _reset(row, given)):
        transaction.on_commit(lambda: valkey.send_task(MAKE, [table_id]))


def _reset(row: Analysis, given: dict[str, int | None]) -> int:
    """Have it wait as if it were new, unless somebody else has since *row* was read."""
    new = {"begun_at": None, "beat_at": None, "tries": 0, "done": 0, "made_at": None}
    return Analysis.objects.filter(pk=row.pk, asked_at=row.asked_at, made_at=row.made_at).update(**given, **new)


def drop(table_id: str, user: User) -> None:
    """Delete what was found, and what is kept of *user* there; anybody may ask for it again. What is kept of the others
    is theirs. Raises ``NotAllowed`` if *user* did not play there."""
    limits.count("analyses", user=user.pk, guest=user.is_guest)
    if user.pk not in selectors.summary(table_id).seats:
        raise NotAllowed("not_a_player", _("Only a player of this table may delete its analysis."))
    Analysis.objects.filter(pk=table_id, found__isnull=False).delete()
    by_seat.forget(user.pk, table_id)


def is_given_up(row: Analysis) -> bool:
    """Whether it was tried often enough, and no worker is at it."""
    quiet = row.beat_at is None or row.beat_at < sources.now_ms() - PATIENCE
    return row.made_at is None and row.tries >= TRIES and quiet


def found_in(row: Analysis) -> Findings | None:
    return None if row.found is None else msgspec.json.decode(bytes(row.found), type=Findings)


def _may_be_better(row: Analysis) -> bool:
    found = found_in(row)
    return row.made_at is not None and found is not None and (row.version != VERSION or not found.whole)


# -- for workers


def begin(table_id: str) -> int | None:
    """The token of the run that begins, for the one worker that is to make it; else ``None``."""
    now = sources.now_ms()
    free = Q(beat_at=None) | Q(beat_at__lt=now - PATIENCE)
    waiting = Analysis.objects.filter(free, pk=table_id, made_at=None, tries__lt=TRIES)
    return now if waiting.update(begun_at=now, beat_at=now, tries=F("tries") + 1, done=0) else None


def known(table_id: str) -> Findings:
    """What the next run need not find again: all that this version has found."""
    row = Analysis.objects.filter(pk=table_id, version=VERSION).first()
    return (found_in(row) if row else None) or NOTHING


def say(table_id: str, done: int, *, run: int | None) -> None:
    """That its worker is alive, and has *done* that many percent."""
    _of(table_id, run).update(beat_at=sources.now_ms(), done=done)


def keep(table_id: str, found: Findings, *, run: int | None) -> None:
    """What was found; nothing if it was deleted meanwhile, or another run has begun."""
    row = {"found": msgspec.json.encode(found), "made_at": sources.now_ms(), "version": VERSION, "done": 100}
    table = selectors.summary(table_id)
    with transaction.atomic():
        people = by_seat.hold(table)
        if _of(table_id, run).update(**row):
            by_seat.keep(table, found, people)


def give_up(table_id: str, *, run: int | None) -> None:
    """It cannot be made."""
    _of(table_id, run).update(tries=TRIES, beat_at=None)


def put_off(table_id: str, *, run: int | None) -> None:
    """What it needs is away for a while: this try does not count."""
    _of(table_id, run).update(tries=F("tries") - 1)


def _of(table_id: str, run: int | None) -> QuerySet[Analysis]:
    """The row, as long as it is that *run* which is to make it: ``None`` before any has begun."""
    return Analysis.objects.filter(pk=table_id, made_at=None, begun_at=run)


def upkeep() -> None:
    """Have made what was lost on the way; delete what is old."""
    now = sources.now_ms()
    unwanted = Q(asked_by=None) | Q(made_at=None)
    Analysis.objects.filter(unwanted, asked_at__lt=now - KEPT).delete()
    Analysis.objects.filter(asked_at__lt=now - KEPT_ASKED).delete()
    quiet = now - PATIENCE
    lost = Analysis.objects.filter(made_at=None, tries__lt=TRIES, asked_at__lt=quiet)
    for table in lost.exclude(beat_at__gte=quiet).order_by("asked_at").values_list("pk", flat=True)[:WAITING]:
        valkey.send_task(MAKE, [table], expires=MINUTE / SECOND)


def order_one() -> None:
    """Have the table of a match analysed that ended last, if there is one, and none waits."""
    if Analysis.objects.filter(made_at=None, tries__lt=TRIES).exists():
        return
    lately = selectors.of_matches_lately(sources.now_ms() - DAY, most=LATELY)
    known = set(Analysis.objects.filter(pk__in=lately).values_list("pk", flat=True))
    for table in [table for table in lately if table not in known][:1]:
        order(table, None)


def rows(user: User) -> Iterable[object]:
    """Those that *user* asked for, then what was found of *user*."""
    asked = Analysis.objects.filter(asked_by=user.pk).order_by("asked_at", "pk")
    return chain(asked.values("table", "asked_at").iterator(), by_seat.rows(user.pk))


def forget(user: int) -> None:
    """That *user* asked for any, and what was found of them."""
    Analysis.objects.filter(asked_by=user).update(asked_by=None)
    by_seat.forget(user)


HOLDING: Final = Holding("analyses", rows, forget)
