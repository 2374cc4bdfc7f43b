"""Writing what was told: a row for each person, what goes out for it, and what speaks for many.

Every id follows from what a notice is about, so that a second time nothing is written.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from tournaments.log import sources
from tournaments.notices import badge
from tournaments.notices.kinds import KINDS
from tournaments.notices.models import Notice, Outgoing, Webhook
from tournaments.notices.numbers import NextNumber
from tournaments.notices.policy import MANY, Choices, is_heard, is_on, ways
from tournaments.notices.selectors import choices_of
from tournaments.notices.told import Over, Told, named, notice_id, timed_id
from tournaments.platform.units import HOUR

BATCH = 500
PERSONAL = frozenset(("place",))
"""Facts about the one who is told: a club's webhook is told for nobody."""
KEPT = 400 * 86_400_000
"""How long (ms) a notice stays in the inbox."""
BY_OTHERS = "challenges"
"""The group of what others do to somebody as often as they like: to take it back does not make room for more."""


def write(told: Told, *, stream: str, seq: int, at: int) -> None:
    """What event *seq* of *stream*, recorded *at*, tells."""
    _write(told, at, lambda user: notice_id(user, told.kind, stream, seq), stream=stream, seq=seq)
    if told.club is not None and KINDS[told.kind].webhook:
        _tell_webhooks(told, stream, seq, at)


def write_timed(told: Told, *, at: int) -> int:
    """What a moment brings; how many are told for the first time."""
    due = told.due
    if due is None:
        raise ValueError("a timed notice is about a moment")
    return _write(told, at, lambda user: timed_id(user, told.kind, told.subject, due))


def again(told: Told, *, at: int) -> None:
    """What was told already, and was over, is so again: it stands in the inbox, and is not sent a second time."""
    if told.due is None:
        raise ValueError("a timed notice is about a moment")
    names = [timed_id(user, told.kind, told.subject, told.due) for user in told.users]
    rows = Notice.objects.filter(pk__in=names, over_at__isnull=False)
    if users := frozenset(rows.values_list("user_id", flat=True)):
        rows.update(over_at=None, read_at=None, at=at, number=NextNumber())
        transaction.on_commit(partial(badge.tell, users))


def end(overs: Iterable[Over], *, stream: str, seq: int, now: int) -> None:
    """With event *seq* of *stream* these are no longer true: they count as read, and are not sent any more."""
    users: set[int] = set()
    for over in overs:
        rows = Notice.objects.filter(subject=over.subject, kind__in=over.kinds, over_at=None)
        rows = rows.exclude(stream=stream, seq__gte=seq)  # what it tells itself, should it be taken again
        if over.users is not None:
            rows = rows.filter(user__in=over.users)
        if found := list(rows.values_list("user_id", flat=True)):
            rows.update(over_at=now, number=NextNumber())
            users.update(found)
    if users:
        transaction.on_commit(partial(badge.tell, frozenset(users)))


def _write(
    told: Told, at: int, name: Callable[[int], str], *, stream: str | None = None, seq: int | None = None
) -> int:
    chosen = choices_of(told.users)
    ids = {user: name(user) for user in told.users if user in chosen and is_heard(told.kind, told.club, chosen[user])}
    known = set(Notice.objects.filter(pk__in=ids.values()).values_list("pk", flat=True))
    rows = [
        Notice(
            id=key,
            user_id=user,
            kind=told.kind,
            stream=stream,
            seq=seq,
            subject=told.subject,
            club=told.club,
            facts=dict(told.facts),
            at=at,
            due=told.due,
            shown=is_on(told.kind, "inbox", chosen[user]),
        )
        for user, key in ids.items()
        if key not in known
    ]
    if rows:
        alone = _apart_from_many(rows, told.kind, at)
        Notice.objects.bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)
        out = [each for row in alone for each in _outgoing(row, chosen[row.user_id], at)]
        Outgoing.objects.bulk_create(out, batch_size=BATCH, ignore_conflicts=True)
        transaction.on_commit(partial(badge.tell, frozenset(row.user_id for row in rows)))
    return len(rows)


def _outgoing(row: Notice, chosen: Choices, at: int, part: str = "") -> list[Outgoing]:
    return [
        Outgoing(
            id=named(f"out/{way.channel}/{row.pk}{part}"),
            channel=way.channel,
            notice_id=row.pk,
            user_id=row.user_id,
            digest=way.digest,
            due_at=way.due_at,
        )
        for way in ways(row.kind, chosen, at=max(at, sources.now_ms()))
    ]


def forget_old() -> None:
    """Notices of more than a year ago, some at a time: no inbox grows for ever."""
    old = Notice.objects.filter(at__lt=sources.now_ms() - KEPT).order_by("at").values("pk")[: 20 * BATCH]
    Notice.objects.filter(pk__in=old).delete()


# -- many of a kind in an hour become one


def _apart_from_many(rows: Sequence[Notice], kind: str, at: int) -> list[Notice]:
    """Those of *rows* that speak for themselves; the others are put to the first of their hour."""
    users = [row.user_id for row in rows]
    recent = Notice.objects.filter(user__in=users, kind=kind, at__gt=at - HOUR)
    if KINDS[kind].group != BY_OTHERS:
        recent = recent.filter(over_at=None)
    counted = Counter(recent.values_list("user_id", flat=True))
    crowded = {user for user, count in counted.items() if count >= MANY}
    joining = [row for row in rows if row.user_id in crowded and not _sets_a_time(row)]
    for row in joining:
        _put_together(row)
    return [row for row in rows if row not in joining]


def _sets_a_time(row: Notice) -> bool:
    """Whether it is a ruling by which somebody may lose who does not hear of it."""
    return row.kind == "ruling" and "until" in row.facts


def _put_together(row: Notice) -> None:
    """*row* joins those of its hour: one stands for all of them, as unread as the newest."""
    same = Notice.objects.filter(user=row.user_id, kind=row.kind, at__gt=row.at - HOUR, over_at=None)
    head = same.filter(head=None).order_by("-count", "at", "id").first()
    if head is None:
        return
    joined = same.filter(head=None).exclude(pk=head.pk)
    members = dict(joined.values_list("pk", "count"))
    row.head = head.pk
    _waiting(members).update(status=Outgoing.DROPPED, done_at=sources.now_ms())
    joined.update(head=head.pk)
    head.count += 1 + sum(members.values())
    head.at, head.read_at = row.at, None
    head.save(update_fields=["count", "at", "read_at"])
    if not _waiting([head.pk]).exists():
        _send_again(head)


def _send_again(head: Notice) -> None:
    """It has gone out for itself: for the others it does so once an hour at most."""
    chosen = choices_of([head.user_id])
    if head.user_id in chosen:
        rows = _outgoing(head, chosen[head.user_id], head.at, f"/{head.at // HOUR}")
        Outgoing.objects.bulk_create(rows, ignore_conflicts=True)


def _waiting(notices: Iterable[str]) -> QuerySet[Outgoing]:
    return Outgoing.objects.filter(notice__in=list(notices), status=Outgoing.WAITING)


# -- a club's webhooks


def _tell_webhooks(told: Told, stream: str, seq: int, at: int) -> None:
    facts = {name: None if name in PERSONAL else value for name, value in told.facts.items()}
    for hook in Webhook.objects.filter(club=told.club, kinds__contains=[told.kind]):
        tell_webhook(hook, told.kind, facts, name=f"{told.kind}/{stream}/{seq}", at=at)


def tell_webhook(hook: Webhook, kind: str, facts: Mapping[str, Any], *, name: str, at: int) -> None:
    """What *hook* gets, once under its *name*."""
    row = Outgoing(
        id=named(f"webhook/{hook.pk}/{name}"),
        channel="webhook",
        webhook=hook,
        body={"kind": kind, "at": at, "facts": dict(facts)},
        due_at=at,
    )
    Outgoing.objects.bulk_create([row], ignore_conflicts=True)
