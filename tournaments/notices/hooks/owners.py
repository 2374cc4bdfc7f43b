"""Who owns a webhook (a club, a tournament, an account), and who may set one up there."""

from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import QuerySet
from msgspec import Struct

from accounts.models import User
from engine.text import gettext_noop as _
from tournaments.clubs import access
from tournaments.clubs import selectors as clubs
from tournaments.clubs.models import Club
from tournaments.director import selectors as tournaments
from tournaments.director.commands import callers
from tournaments.director.models import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log.errors import RoomError
from tournaments.notices.errors import NotAllowed, UnknownWebhook
from tournaments.notices.models import Preferences, Webhook
from tournaments.notices.webhook_types import Sort

_ROWS: Final = {"club": Club, "tournament": Tournament, "account": User}


class Owner(Struct, frozen=True):
    """``id`` is that of a club or a tournament, or the number of a user."""

    sort: Sort
    id: str

    @property
    def fields(self) -> dict[str, str | int]:
        """As a webhook names it."""
        return {"user_id": int(self.id)} if self.sort == "account" else {self.sort: self.id}

    @property
    def hooks(self) -> QuerySet[Webhook]:
        return Webhook.objects.filter(**self.fields).order_by("made_at", "id")


def of(hook: Webhook) -> Owner:
    if hook.tournament:
        return Owner("tournament", hook.tournament)
    return Owner("club", hook.club) if hook.club else Owner("account", str(hook.user_id))


def lock(owner: Owner) -> None:
    """Several at once make no more than one at a time."""
    _ROWS[owner.sort].objects.select_for_update().get(pk=owner.id)  # type: ignore[attr-defined]


def check(user: User, owner: Owner) -> None:
    """Raise the refusal of somebody who may not set up webhooks there."""
    if user.is_guest:
        raise NotAllowed("guest", _("Guests cannot have webhooks. Sign up first."))
    if owner.sort == "club":
        access.check(user, "webhooks", access.seen(user, owner.id))
    elif owner.sort == "tournament":
        tournaments.check_seen(owner.id, user)
        callers.check_directs(TOURNAMENTS.current(owner.id).state, user.pk)
    elif owner.id != str(user.pk):
        raise UnknownWebhook


def may_keep(hook: Webhook) -> bool:
    """Whether who made *hook* may still be told what it is told. A club's stays when the club has another owner, as
    long as the one before may see the club."""
    user = User.objects.filter(pk=hook.made_by, is_active=True, erased_at=None).first()
    if user is None:
        return False
    try:
        if hook.club:
            access.seen(user, hook.club)
        else:
            check(user, of(hook))
    except RoomError:
        return False
    return True


def address(hook: Webhook, user: User) -> str:
    """Where it sends to; for others than who made it the host alone, since those of Discord and Slack are secrets."""
    return hook.url if hook.made_by == user.pk else f"https://{urlsplit(hook.url).hostname}/…"


def language(hook: Webhook) -> str:
    """In which its sentences are written: a club's own, else that of the mails of who made it."""
    if hook.club:
        club = clubs.by_ids([hook.club]).get(hook.club)
        return (club.language if club else "") or settings.LANGUAGE_CODE
    chosen = Preferences.objects.filter(pk=hook.made_by).values_list("language", flat=True).first()
    return chosen or settings.LANGUAGE_CODE


def name(owner: Owner) -> str:
    """What a club or a tournament is called; empty of an account, and of what is not there."""
    if owner.sort == "club":
        club = clubs.by_ids([owner.id]).get(owner.id)
        return club.name if club else ""
    summary = tournaments.summary(owner.id) if owner.sort == "tournament" else None
    return summary.name if summary else ""
