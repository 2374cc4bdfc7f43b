"""What a message to a webhook says: a sentence, a page, and its ``data``."""

from typing import Any

from django.urls import reverse
from msgspec import Struct

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.notices import naming
from tournaments.notices.hooks import events, owners
from tournaments.notices.hooks.shapes import AccountTold, ClubTold, TournamentTold, WebhookTold
from tournaments.notices.models import Notice, Outgoing, Webhook
from tournaments.notices.queue import club_told
from tournaments.notices.webhook_types import TEST

Data = WebhookTold | ClubTold | AccountTold | TournamentTold


class Message(Struct, frozen=True, kw_only=True):
    """As it is sent. ``timestamp`` is when what it tells of happened (ISO 8601, UTC)."""

    type: str
    timestamp: str
    position: int
    data: Data


def said(hook: Webhook, row: Outgoing) -> Data | None:
    """What *row* says now, in the language that is active; ``None`` where it is nobody's to know any more."""
    told: dict[str, Any] = row.body or {}
    if row.notice_id is not None:
        return _notice(row.notice_id)
    if "kind" in told:
        text, path = naming.sentence_and_path(told["kind"], told["facts"])
        return ClubTold(text=text, url=naming.absolute(path), club=hook.club, facts=told["facts"])
    if "tournament" in told:
        if hook.club and club_told(told["tournament"]) != hook.club:
            return None
        return events.told(told["tournament"], told["seq"])
    return _about(hook, told["type"])


def _notice(notice_id: str) -> AccountTold | None:
    row = Notice.objects.select_related("user").get(pk=notice_id)
    if naming.unseen([row]):
        return None
    (shown,) = naming.in_words([row], zone=row.user.timezone)
    return AccountTold(
        text=shown.text,
        url=naming.absolute(shown.path),
        notice=row.pk,
        over=shown.over,
        club=row.club,
        subject=row.subject,
        facts=row.facts,
    )


def _about(hook: Webhook, kind: str) -> WebhookTold:
    url = naming.absolute(reverse("webhook", kwargs={"webhook": hook.pk}))
    if kind == TEST:
        return WebhookTold(text=naming.plain(Text(_("A test: it has arrived"))), url=url)
    if name := owners.name(owners.of(hook)):
        return WebhookTold(text=naming.plain(Text(_("{name} sends its notices here"), {"name": name})), url=url)
    return WebhookTold(text=naming.plain(Text(_("Your notices are sent here"))), url=url)
