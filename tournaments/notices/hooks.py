"""Webhooks of clubs: whom the gate lets set them up, and what they may look like."""

import base64
import secrets
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

from django.db import transaction

from accounts.models import User
from engine.text import gettext_noop as _
from tournaments.clubs import access
from tournaments.clubs.models import Club
from tournaments.log import sources
from tournaments.log.errors import KeyReused
from tournaments.notices import inserting, outside
from tournaments.notices.errors import Refused, UnknownWebhook
from tournaments.notices.kinds import WEBHOOK_KINDS
from tournaments.notices.models import Webhook
from tournaments.notices.words import GREETING
from tournaments.platform import limits

Flavour: TypeAlias = Literal["standard", "discord", "slack"]
FLAVOURS: Final[tuple[Flavour, ...]] = get_args(Flavour)
MOST: Final = 5
HOSTS: Final = {"discord": ("discord.com", "discordapp.com"), "slack": ("hooks.slack.com",)}


def of_club(*, user: User, club_id: str) -> list[Webhook]:
    """Raises what the gate refuses."""
    _allowed(user, club_id)
    return list(Webhook.objects.filter(club=club_id).order_by("made_at", "id"))


def add(
    *, user: User, club_id: str, url: str, flavour: str, kinds: Sequence[str], command: str | None = None
) -> Webhook:
    """Have the club's notices of *kinds* sent to *url* too; its secret is the answer's, to be kept there.

    Nothing is asked of *url* here. A first message goes there by a worker, and ``last_status`` tells how it went.
    """
    limits.count("notices", user=user.pk)
    _allowed(user, club_id)
    chosen = tuple(dict.fromkeys(kinds))
    if flavour not in FLAVOURS or not chosen or not set(chosen) <= set(WEBHOOK_KINDS):
        raise Refused("unknown_kind", _("Choose what to send, and how."), field="kinds")
    webhook_id = sources.id_for(user.pk, f"{club_id}/{command}") if command else sources.new_id()
    if not Webhook.objects.filter(pk=webhook_id).exists():
        _check(url, flavour)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club_id)  # several at once make no more than one at a time
        made = Webhook.objects.filter(pk=webhook_id).first() or _make(webhook_id, user, club_id, url, flavour, chosen)
    if (made.url, made.flavour, tuple(made.kinds)) != (url, flavour, chosen):
        raise KeyReused()
    return made


def _make(webhook_id: str, user: User, club_id: str, url: str, flavour: str, kinds: Sequence[str]) -> Webhook:
    if Webhook.objects.filter(club=club_id).count() >= MOST:
        raise Refused("too_many_webhooks", _("The club has five webhooks: remove one first."))
    now = sources.now_ms()
    made = Webhook.objects.create(
        id=webhook_id,
        club=club_id,
        url=url,
        flavour=flavour,
        kinds=list(kinds),
        secret=f"whsec_{base64.b64encode(secrets.token_bytes(24)).decode()}",
        made_by=user.pk,
        made_at=now,
    )
    inserting.tell_webhook(made, GREETING, {"club": club_id}, name="added", at=now)
    return made


def remove(*, user: User, club_id: str, webhook_id: str) -> None:
    _allowed(user, club_id)
    if not Webhook.objects.filter(pk=webhook_id, club=club_id).delete()[0]:
        raise UnknownWebhook


def _check(url: str, flavour: str) -> None:
    host = outside.check(url).hostname or ""
    if len(url) > 500:
        raise Refused("too_long", _("That address is too long."), field="url")
    if flavour in HOSTS and host not in HOSTS[flavour]:
        raise Refused("wrong_host", _("That address does not belong to this service."), field="url")


def _allowed(user: User, club_id: str) -> None:
    access.check(user, "webhooks", access.seen(user, club_id))
