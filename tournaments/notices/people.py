"""What the recipients have chosen, in few queries however many there are."""

from collections.abc import Collection

from allauth.account.models import EmailAddress

from accounts.models import User
from tournaments.notices.models import Preferences, PushTarget
from tournaments.notices.policy import Choices


def choices_of(users: Collection[int]) -> dict[int, Choices]:
    """The choices of those of *users* who are people that may come in; bots and closed accounts are left out."""
    zones = dict(
        User.objects.filter(pk__in=users, is_active=True, bot_level="", erased_at=None).values_list("pk", "timezone")
    )
    chosen = Preferences.objects.in_bulk(list(zones))
    verified = set(EmailAddress.objects.filter(user__in=zones, verified=True).values_list("user_id", flat=True))
    pushed = set(PushTarget.objects.filter(user__in=zones).values_list("user_id", flat=True))
    return {
        user: _choices(chosen.get(user) or Preferences(user_id=user), zone, user in verified, user in pushed)
        for user, zone in zones.items()
    }


def _choices(row: Preferences, zone: str, verified: bool, pushed: bool) -> Choices:
    return Choices(
        switches=row.switches,
        muted=frozenset(row.muted),
        quiet_from=row.quiet_from,
        quiet_until=row.quiet_until,
        zone=zone,
        mail=row.mail and verified,
        push=pushed,
    )
