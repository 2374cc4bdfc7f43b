"""Reads: the inbox, what people have chosen."""

from collections.abc import Collection
from typing import Literal, TypeAlias

from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from accounts.models import PROGRAM, User
from tournaments.notices import naming
from tournaments.notices.badge import unread
from tournaments.notices.kinds import KINDS
from tournaments.notices.models import Notice, Preferences, PushTarget
from tournaments.notices.naming import Shown
from tournaments.notices.policy import Choices
from tournaments.platform.places import Place, beyond, part

__all__ = ["Filter", "Shown", "choices_of", "inbox", "preferences", "push_targets", "unread"]

Filter: TypeAlias = Literal["all", "answer", "rulings", "clubs"]
ANSWERS = [kind.key for kind in KINDS.values() if kind.answers or kind.group == "urgent"]
_CLUBS = [kind.key for kind in KINDS.values() if kind.group in ("nights", "clubs")]


def inbox(
    user: User, *, only: Filter = "all", behind: Place | None = None, limit: int = 50, offset: int = 0
) -> list[Shown]:
    """The newest first."""
    further = beyond(behind, "at", "id") if behind else None
    rows = part(_narrowed(user, only).order_by("-at", "id"), limit, offset, further)
    return naming.in_words(list(rows), zone=user.timezone)


def to_answer(user: User) -> int:
    """How many wait for something that *user* is to do."""
    return _narrowed(user, "answer").count()


def _narrowed(user: User, only: Filter) -> QuerySet[Notice]:
    rows = Notice.objects.filter(user=user, shown=True, head=None)
    match only:
        case "answer":
            return rows.filter(kind__in=ANSWERS, over_at=None)
        case "rulings":
            return rows.filter(kind="ruling")
        case "clubs":
            return rows.filter(kind__in=_CLUBS)
    return rows


def preferences(user: int) -> Preferences:
    return Preferences.objects.filter(pk=user).first() or Preferences(user_id=user)


def push_targets(user: int) -> list[PushTarget]:
    return list(PushTarget.objects.filter(user=user).order_by("-made_at"))


def choices_of(users: Collection[int]) -> dict[int, Choices]:
    """The choices of those of *users* who may come in, people and programs; the service's own bots and closed accounts
    are left out."""
    reached = User.objects.filter(pk__in=users, is_active=True, bot_level__in=("", PROGRAM), erased_at=None)
    zones = dict(reached.values_list("pk", "timezone"))
    chosen = Preferences.objects.in_bulk(list(zones))
    verified = set(EmailAddress.objects.filter(user__in=zones, verified=True).values_list("user_id", flat=True))
    pushed = set(PushTarget.objects.filter(user__in=zones).values_list("user_id", flat=True))
    rows = {user: chosen.get(user) or Preferences(user_id=user) for user in zones}
    return {
        user: Choices(
            switches=row.switches,
            muted=frozenset(row.muted),
            quiet_from=row.quiet_from,
            quiet_until=row.quiet_until,
            zone=zones[user],
            mail=row.mail and user in verified,
            push=user in pushed,
        )
        for user, row in rows.items()
    }
