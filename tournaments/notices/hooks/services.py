"""Webhooks as their owners set them up, try them and end them. Nothing is asked of an address here: workers send."""

import base64
import secrets
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args
from urllib.parse import urlsplit

from django.core.cache import cache
from django.db import transaction

from accounts import staff
from accounts.models import User
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.log import selectors as log
from tournaments.log import sources
from tournaments.log.errors import KeyReused, RoomError
from tournaments.notices import inserting, outside, queue
from tournaments.notices.errors import Refused, UnknownWebhook
from tournaments.notices.hooks import owners
from tournaments.notices.hooks.owners import Owner
from tournaments.notices.models import Outgoing, Webhook
from tournaments.notices.told import Told
from tournaments.notices.webhook_types import ADDED, TEST, TYPES, keys
from tournaments.platform import limits
from tournaments.platform.units import DAY

Flavour: TypeAlias = Literal["standard", "discord", "slack"]
Why: TypeAlias = Literal["failing", "gone", "staff", "tokens"]
FLAVOURS: Final[tuple[Flavour, ...]] = get_args(Flavour)
MOST: Final = 5
HOSTS: Final = {"discord": ("discord.com", "discordapp.com"), "slack": ("hooks.slack.com",)}
MOST_AGAIN: Final = 200
"""Messages that are sent again at once."""
REMEMBERED: Final = DAY // 1_000
"""Seconds for which a command to send again is known."""


def of_owner(*, user: User, owner: Owner) -> list[Webhook]:
    """Raises what they are refused who may not set up any."""
    owners.check(user, owner)
    return list(owner.hooks)


def add(
    *, user: User, owner: Owner, url: str, flavour: str, types: Sequence[str], command: str | None = None
) -> Webhook:
    """Have what *types* name sent to *url* too; its secret is the answer's, to be kept there.

    A first message goes there by a worker, and ``last_status`` tells how it went.
    """
    limits.count("notices", user=user.pk)
    owners.check(user, owner)
    chosen = keys(owner.sort, tuple(types))
    if flavour not in FLAVOURS or chosen is None:
        unknown = sorted({*types} - {each.name for each in TYPES[owner.sort].values()})
        said = Text(_("Nothing of that kind is sent from here: {types}."), {"types": ", ".join(unknown)})
        raise Refused("unknown_kind", said if unknown else _("Choose what to send, and how."), field="types")
    webhook_id = sources.id_for(user.pk, f"{owner.id}/{command}") if command else sources.new_id()
    if not Webhook.objects.filter(pk=webhook_id).exists():
        _check(url, flavour)
    with transaction.atomic():
        owners.lock(owner)
        made = Webhook.objects.filter(pk=webhook_id).first() or _make(webhook_id, user, owner, url, flavour, chosen)
    if (made.url, made.flavour, tuple(made.kinds)) != (url, flavour, chosen):
        raise KeyReused()
    return made


def one(*, user: User, webhook_id: str) -> Webhook:
    """Raises ``UnknownWebhook`` also for one that is not theirs to see."""
    hook = Webhook.objects.filter(pk=webhook_id).first()
    try:
        if hook is not None:
            owners.check(user, owners.of(hook))
            return hook
    except RoomError:
        pass
    raise UnknownWebhook


def remove(*, user: User, webhook_id: str) -> Owner:
    """Whose it was. With it goes what is on its way."""
    hook = one(user=user, webhook_id=webhook_id)
    owner = owners.of(hook)
    hook.delete()
    return owner


def try_out(*, user: User, webhook_id: str, command: str | None = None) -> None:
    """Have a message sent there that says nothing else."""
    limits.count("deliveries", user=user.pk)
    hook = one(user=user, webhook_id=webhook_id)
    _check_open(hook)
    name = sources.id_for(user.pk, f"{webhook_id}/{command}") if command else sources.new_id()
    queue.put(hook, {"type": TEST}, name=f"test/{name}", at=sources.now_ms())


def again(*, user: User, webhook_id: str, position: int, command: str | None = None) -> int:
    """Have everything sent again from *position* on, :data:`MOST_AGAIN` messages at most, each under its old name; how
    many. What is on its way stays so."""
    limits.count("deliveries", user=user.pk)
    hook = one(user=user, webhook_id=webhook_id)
    _check_open(hook)
    known = f"notices/again/{user.pk}/{webhook_id}/{command}"
    if command and (before := cache.get(known)) is not None:
        if before[0] != position:
            raise KeyReused()
        return int(before[1])
    rows = Outgoing.objects.filter(webhook=hook, number__gte=position).exclude(status=Outgoing.WAITING)
    chosen = list(rows.order_by("number").values_list("pk", flat=True)[:MOST_AGAIN])
    fresh = {"due_at": sources.now_ms(), "tries": 0, "leased_until": None, "done_at": None, "error": ""}
    done = Outgoing.objects.filter(pk__in=chosen).update(status=Outgoing.WAITING, **fresh)
    if command:
        cache.set(known, (position, done), REMEMBERED)
    return done


def end(hook: Webhook, why: Why) -> None:
    """It is sent nothing more, and who made it is told."""
    with transaction.atomic():
        now = sources.now_ms()
        if not Webhook.objects.filter(pk=hook.pk, ended_at=None).update(ended_at=now, ended_why=why):
            return
        rows = Outgoing.objects.filter(webhook=hook, status=Outgoing.WAITING)
        rows.update(status=Outgoing.DROPPED, done_at=now, leased_until=None)
        facts = {"webhook": hook.pk, "host": urlsplit(hook.url).hostname or "", "why": why}
        told = Told(kind="webhook_ended", users=(hook.made_by,), subject=hook.pk, facts=facts, due=now)
        inserting.write_timed(told, at=now)


def end_of(user: User) -> None:
    """End those of the account of *user*: somebody who knew the old password or found a token may have made one."""
    for hook in Webhook.objects.filter(user=user, ended_at=None):
        end(hook, "tokens")


def end_by_staff(hook: Webhook) -> None:
    """End it by a command of the staff, which is noted."""
    with transaction.atomic():
        staff.note("webhook.ended", f"webhook:{hook.pk}", by=None)
        end(hook, "staff")


def _check_open(hook: Webhook) -> None:
    if hook.ended_at is not None:
        raise Refused("webhook_ended", _("This webhook has ended. Remove it, and add another one."))


def _make(webhook_id: str, user: User, owner: Owner, url: str, flavour: str, kinds: Sequence[str]) -> Webhook:
    if owner.hooks.count() >= MOST:
        raise Refused("too_many_webhooks", _("There are five webhooks here: remove one first."))
    now = sources.now_ms()
    made = Webhook.objects.create(
        id=webhook_id,
        **owner.fields,
        url=url,
        flavour=flavour,
        kinds=list(kinds),
        secret=f"whsec_{base64.b64encode(secrets.token_bytes(24)).decode()}",
        made_by=user.pk,
        made_at=now,
    )
    queue.put(made, {"type": ADDED}, name="added", at=now)
    if owner.sort == "tournament" and "announced" in kinds:  # that was before any webhook could be there
        queue.put_event([made], log.load(f"tournament:{owner.id}", until=1)[0])
    return made


def _check(url: str, flavour: str) -> None:
    host = outside.check(url).hostname or ""
    if len(url) > 500:
        raise Refused("too_long", _("That address is too long."), field="url")
    if flavour in HOSTS and host not in HOSTS[flavour]:
        raise Refused("wrong_host", _("That address does not belong to this service."), field="url")
