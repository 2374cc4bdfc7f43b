"""The outbox: rows are leased, sent, and marked. A sender that is killed leaves a lease that runs out: what it held is
sent by another one, perhaps twice under the same name, never not at all.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Final, TypeAlias

from django.db import transaction
from django.db.models import Q, QuerySet
from msgspec import Struct

from tournaments.log import sources
from tournaments.notices.models import Outgoing
from tournaments.notices.policy import tried_again_at
from tournaments.notices.told import named

LEASE: Final = 120_000
"""ms; longer than anything may take that is sent."""
MOST: Final = 32
"""Parcels leased at once."""
WINDOW: Final = 500
"""Rows that are looked through for them at a time."""
KEPT: Final = 30 * 86_400_000
LONGEST: Final = 200


Owner: TypeAlias = int | str
"""Whom a parcel is for: a user, or the maker of a webhook, whose number is then a string."""


class Parcel(Struct, frozen=True):
    """Rows that go out together: one, or a digest."""

    rows: tuple[Outgoing, ...]

    @property
    def name(self) -> str:
        """What the outside knows it by: the same however often it is sent."""
        first = self.rows[0]
        if not first.digest:
            return first.pk
        return named(f"digest/{first.channel}/{first.user_id}/{first.due_at}")

    @property
    def channel(self) -> str:
        return self.rows[0].channel

    @property
    def owner(self) -> Owner:
        return self.rows[0].user_id or (str(self.rows[0].webhook.made_by) if self.rows[0].webhook else "")

    @property
    def failed_before(self) -> bool:
        return self.rows[0].tries > 1


class Result(Struct, frozen=True):
    """What became of a parcel; ``error`` if it can be tried again, unless it is ``final``."""

    error: str = ""
    said: str = ""
    """What the other side answered, where that is kept."""
    dropped: bool = False
    final: bool = False


def lease(*, most: int = MOST, again: int = MOST, busy: Collection[Owner] = ()) -> list[Parcel]:
    """Take what is due for a while: one parcel an owner, none for those who are *busy*, at most *again* of those that
    have failed before. A digest is taken whole: with one row of it come the others."""
    now = sources.now_ms()
    first = _chosen(_free(now).filter(tries=0), busy, most)
    chosen = first | _chosen(_free(now).filter(tries__gt=0), {*busy, *first}, min(again, most - len(first)))
    if not chosen:
        return []
    with transaction.atomic():
        free = _free(now).filter(pk__in=list(chosen.values())).order_by("due_at", "number", "id")
        rows = list(free.select_for_update(skip_locked=True, of=("self",)).select_related("webhook"))
        rows += _others(rows, now)
        for row in rows:
            row.leased_until, row.tries = now + LEASE, row.tries + 1
        Outgoing.objects.bulk_update(rows, ["leased_until", "tries"])
    return _parcels(rows)


def _chosen(rows: QuerySet[Outgoing], busy: Collection[Owner], most: int) -> dict[Owner, str]:
    """The longest waiting row of each owner, of *most* owners that are not *busy*."""
    found: dict[Owner, str] = {}
    for _ in range(most):  # each look finds another owner, or is the last
        window = list(_apart(rows, {*busy, *found}).values_list("pk", "user_id", "webhook__made_by")[:WINDOW])
        for name, user, maker in window:
            if len(found) < most:
                found.setdefault(user or str(maker or ""), name)
        if len(found) == most or len(window) < WINDOW:
            break
    return found


def _apart(rows: QuerySet[Outgoing], owners: Collection[Owner]) -> QuerySet[Outgoing]:
    """*rows* of others than *owners*, the longest waiting first."""
    users = [owner for owner in owners if isinstance(owner, int)]
    makers = [int(owner) for owner in owners if isinstance(owner, str) and owner]
    return rows.exclude(user_id__in=users).exclude(webhook__made_by__in=makers).order_by("due_at", "number", "id")


def record(parcel: Parcel, result: Result) -> None:
    """Keep what became of *parcel*; what failed is due again later, or never."""
    now = sources.now_ms()
    again = None if result.final else tried_again_at(now, parcel.rows[0].tries)
    rows = Outgoing.objects.filter(pk__in=[row.pk for row in parcel.rows], status=Outgoing.WAITING)
    if result.dropped or not result.error:
        status = Outgoing.DROPPED if result.dropped else Outgoing.SENT
        rows.update(status=status, done_at=now, leased_until=None, error="")
    elif again is None:
        rows.update(status=Outgoing.FAILED, done_at=now, leased_until=None, error=result.error[:LONGEST])
    elif parcel.rows[0].digest:  # it keeps its moment, which is its name: the lease says when it is tried again
        rows.update(leased_until=again, error=result.error[:LONGEST])
    else:
        rows.update(due_at=again, leased_until=None, error=result.error[:LONGEST])


def due_since(until: int, *, most: int) -> list[int]:
    """When those were due (epoch ms) that should have gone out by *until*, the longest waiting first."""
    rows = _free(sources.now_ms()).filter(due_at__lte=until).order_by("due_at")
    return list(rows.values_list("due_at", flat=True)[:most])


def drop(rows: Iterable[Outgoing]) -> None:
    """What nobody needs to hear any more."""
    ids = [row.pk for row in rows]
    Outgoing.objects.filter(pk__in=ids).update(status=Outgoing.DROPPED, done_at=sources.now_ms(), leased_until=None)


def forget_old() -> None:
    """What was done long ago."""
    Outgoing.objects.filter(done_at__lt=sources.now_ms() - KEPT).delete()


def _free(now: int) -> QuerySet[Outgoing]:
    waiting = Outgoing.objects.filter(status=Outgoing.WAITING, due_at__lte=now)
    return waiting.filter(Q(leased_until=None) | Q(leased_until__lte=now))


def _others(rows: Sequence[Outgoing], now: int) -> list[Outgoing]:
    taken = {row.pk for row in rows}
    same = Q(pk__in=[])
    for channel, user, due in {_batch(row) for row in rows if row.digest}:
        same |= Q(channel=channel, user=user, due_at=due, digest=True)
    found = _free(now).filter(same).exclude(pk__in=taken).order_by("id")
    return list(found.select_for_update(skip_locked=True))


def _batch(row: Outgoing) -> tuple[str, int | None, int]:
    return row.channel, row.user_id, row.due_at


def _parcels(rows: Iterable[Outgoing]) -> list[Parcel]:
    rows = list(rows)
    single = [Parcel((row,)) for row in rows if not row.digest]
    together = sorted((row for row in rows if row.digest), key=lambda row: (*map(str, _batch(row)), row.pk))
    return single + [Parcel(tuple(group)) for _key, group in groupby(together, key=_batch)]
