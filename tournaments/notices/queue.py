"""What is on its way to webhooks: a row for each message, under a name that follows from what it tells."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.db.models import Count, Q

from tournaments.director.streams import TOURNAMENTS
from tournaments.log import sources
from tournaments.log.events import Stored
from tournaments.notices.models import Notice, Outgoing, Webhook
from tournaments.notices.told import Told, named
from tournaments.notices.webhook_types import EVENTS, STORED

MOST: Final = 1_000
"""Messages that wait for one webhook; what comes beyond them is noted, and sent only again."""
BATCH: Final = 500
PERSONAL: Final = frozenset(("place",))
"""Facts about the one who is told: a club's webhook is told for nobody."""


def put(hook: Webhook, body: Mapping[str, Any], *, name: str, at: int) -> None:
    """Have *hook* sent what *body* names, once under its *name*."""
    put_all([_row(hook, body, name=name, at=at)])


def put_all(rows: Sequence[Outgoing]) -> None:
    """The same of any number, in two statements for each :data:`BATCH`."""
    for batch in (rows[at : at + BATCH] for at in range(0, len(rows), BATCH)):
        waiting = Outgoing.objects.filter(webhook__in={row.webhook_id for row in batch}, status=Outgoing.WAITING)
        crowded = waiting.values("webhook").annotate(many=Count("pk")).filter(many__gte=MOST)
        full = set(crowded.values_list("webhook", flat=True))
        for row in batch:
            if row.webhook_id in full:
                row.status, row.done_at, row.answer = Outgoing.DROPPED, row.due_at, "too_many_waiting"
        Outgoing.objects.bulk_create(batch, ignore_conflicts=True)


def _row(hook: Webhook, body: Mapping[str, Any], *, name: str, at: int, notice: str | None = None) -> Outgoing:
    return Outgoing(
        id=named(f"webhook/{hook.pk}/{name}"),
        channel="webhook",
        webhook=hook,
        notice_id=notice,
        body={"at": at, **body},
        due_at=sources.now_ms(),
    )


def tell_club(told: Told, *, stream: str, seq: int, at: int) -> None:
    """The webhooks of a club hear what all its members are told."""
    facts = {name: None if name in PERSONAL else value for name, value in told.facts.items()}
    body = {"type": f"club.{told.kind}", "kind": told.kind, "facts": facts}
    name = f"{told.kind}/{stream}/{seq}"
    put_all([_row(hook, body, name=name, at=at) for hook in _of(Q(club=told.club), told.kind)])


def tell_people(notices: Collection[Notice]) -> None:
    """The webhooks of accounts hear what their users are told: all *notices* are of one kind."""
    kinds, by_user = {row.kind for row in notices}, {row.user_id: row for row in notices}
    for kind in kinds:
        body = {"type": f"account.{kind}"}
        told = [(hook, by_user[hook.user_id or 0]) for hook in _of(Q(user__in=by_user), kind)]
        put_all([_row(hook, body, name=row.pk, at=row.at, notice=row.pk) for hook, row in told])


def tell_event(stored: Stored) -> None:
    """The webhooks of a tournament, and of its club, hear of an event of it. What they are told of it is worked out
    when it is sent."""
    prefix, _, tournament = stored.stream.partition(":")
    if prefix != "tournament" or (key := STORED.get(stored.kind)) is None:
        return
    owners = Q(tournament=tournament)
    if (club := club_told(tournament)) is not None:
        owners |= Q(club=club)
    put_event(_of(owners, key), stored)


def put_event(hooks: Iterable[Webhook], stored: Stored) -> None:
    """Have *hooks* sent a tournament's event."""
    place = {"tournament": stored.stream.partition(":")[2], "seq": stored.seq}
    body = {"type": EVENTS[STORED[stored.kind]].name, **place}
    name = f"{stored.stream}/{stored.seq}"
    put_all([_row(hook, body, name=name, at=stored.recorded_at) for hook in hooks])


def club_told(tournament: str) -> str | None:
    """The club whose webhooks are told of a tournament: none of a private one, or one for those who are invited."""
    settings = TOURNAMENTS.current(tournament).state.settings
    return None if settings.private or settings.by_invitation else settings.club


def _of(owners: Q, key: str) -> Iterator[Webhook]:
    yield from Webhook.objects.filter(owners, kinds__contains=[key], ended_at=None).order_by("pk")
