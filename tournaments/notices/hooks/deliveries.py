"""What has gone to a webhook, and what is on its way: kept for a week, the last thousand."""

from typing import Annotated, Final, Literal

from django.db.models import Count
from msgspec import Meta, Struct

from accounts.models import User
from tournaments.director.models import Tournament
from tournaments.log import sources
from tournaments.notices.hooks.services import one
from tournaments.notices.models import Outgoing, Webhook
from tournaments.platform.units import DAY

KEPT: Final = 7 * DAY
MOST: Final = 1_000
SHOWN: Final = 50
AFTER: Final = 30 * DAY
"""How long a webhook outlives its tournament: rulings come late."""


class Delivery(Struct, frozen=True, kw_only=True):
    """A message, and what became of it."""

    id: Annotated[str, Meta(description="Its `webhook-id`.")]
    position: int
    type: str
    at: Annotated[int, Meta(description="When what it tells of happened (epoch ms).")]
    status: Annotated[
        Literal["waiting", "sent", "dropped", "failed"],
        Meta(description="`failed`: given up; `dropped`: nobody's to know any more, or the webhook has ended."),
    ]
    answer: Annotated[str | None, Meta(description="What the endpoint said last: `HTTP 204`, `unknown_host`.")]
    tries: int
    due_at: Annotated[int | None, Meta(description="When it is tried next (epoch ms).")]
    done_at: int | None


def of_webhook(*, user: User, webhook_id: str, before: int | None = None) -> tuple[Delivery, ...]:
    """The last :data:`SHOWN`, or those before a position, the newest first; raises ``UnknownWebhook``."""
    rows = Outgoing.objects.filter(webhook=one(user=user, webhook_id=webhook_id), number__isnull=False)
    if before is not None:
        rows = rows.filter(number__lt=before)
    return tuple(map(_delivery, rows.order_by("-number")[:SHOWN]))


def _delivery(row: Outgoing) -> Delivery:
    told = row.body or {}
    return Delivery(
        id=row.pk,
        position=row.number or 0,
        type=told.get("type", ""),
        at=told.get("at", 0),
        status=row.status,  # type: ignore[arg-type]
        answer=row.answer,
        tries=row.tries,
        due_at=row.due_at if row.status == Outgoing.WAITING else None,
        done_at=row.done_at,
    )


def forget_old() -> None:
    """What was sent long ago, what is too much, and the webhooks of tournaments that are long over."""
    now = sources.now_ms()
    done = Outgoing.objects.filter(webhook__isnull=False, done_at__isnull=False)
    done.filter(done_at__lt=now - KEPT).delete()
    crowded = done.values("webhook").annotate(many=Count("pk")).filter(many__gt=MOST).values_list("webhook", flat=True)
    for hook in list(crowded):
        last = done.filter(webhook=hook).order_by("-number").values_list("number", flat=True)[MOST]
        done.filter(webhook=hook, number__lte=last).delete()
    over = Tournament.objects.filter(ended_at__lt=now - AFTER).values("pk")
    Webhook.objects.filter(tournament__in=over).delete()
