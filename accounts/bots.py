"""Accounts of bots that programs play: who answers for one, and which version of it plays.

An account becomes a bot's by two wishes, its own and its owner's, and stays one. Whether it has played is for the rooms
above to say (``tournaments/people/bots``).
"""

from collections.abc import Collection
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts import naming, privacy
from accounts.errors import BadVersion
from accounts.models import PROGRAM, BotRequest, BotVersion, Reach, User

LONGEST: Final = 40
"""Letters of a version."""
MOST_VERSIONS: Final = 100
"""Of one bot; the oldest are forgotten."""


def ask(*, user: User, owner: User) -> BotRequest:
    """Ask *owner* to answer for *user* as a bot. An earlier request is replaced."""
    asked = {"owner": owner, "at": _now()}
    return BotRequest.objects.update_or_create(pk=user.pk, defaults=asked)[0]


def asked_by(user: User) -> User | None:
    """The owner whose answer *user* waits for."""
    row = BotRequest.objects.select_related("owner").filter(pk=user.pk).first()
    return None if row is None else row.owner


def asking(owner: User) -> list[User]:
    """Those who would be bots of *owner*, in the order in which they asked."""
    rows = BotRequest.objects.filter(owner=owner, user__is_active=True).order_by("at", "pk")
    return [row.user for row in rows.select_related("user")]


def drop(*, user: User, owner: User | None = None) -> bool:
    """The wish is taken back, or declined by *owner*; whether there was one."""
    rows = BotRequest.objects.filter(pk=user.pk)
    return (rows if owner is None else rows.filter(owner=owner)).delete()[0] > 0


def become(*, user: User, owner: User) -> None:
    """*user* is a bot of *owner* from now on, and for good; anybody may invite it until it chooses otherwise. Part of
    the caller's transaction."""
    user.bot_level, user.owner = PROGRAM, owner
    user.save(update_fields=["bot_level", "owner"])
    privacy.choose(user=user, choices={"invitations": Reach.ANYONE})
    BotRequest.objects.filter(pk=user.pk).delete()


def owned_by(owner: User) -> list[User]:
    """The bots of *owner*, by name."""
    return list(User.objects.filter(owner=owner, erased_at=None).order_by("username"))


def owners_of(users: Collection[int]) -> dict[int, int]:
    """The owner of each of *users* that is a program; 0 for one that is erased, whose owner nobody knows any more."""
    rows = User.objects.filter(pk__in=users, bot_level=PROGRAM).values_list("pk", "owner_id")
    return {pk: owner or 0 for pk, owner in rows}


# -- versions


def announce(*, bot: User, version: str) -> BotVersion:
    """*version* plays from now on; the one that plays already changes nothing. Raises :class:`BadVersion`."""
    name = naming.normalised(version)
    if not name or len(name) > LONGEST or not naming.is_shown(name):
        raise BadVersion(f"A version is a line of 1 to {LONGEST} visible letters.")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=bot.pk)  # two at once would both be the last one
        last = BotVersion.objects.filter(user=bot).first()
        if last is not None and last.name == name:
            return last
        made = BotVersion.objects.create(user=bot, name=name, since=_now())
        kept = BotVersion.objects.filter(user=bot).values("pk")[:MOST_VERSIONS]
        BotVersion.objects.filter(user=bot).exclude(pk__in=kept).delete()
    return made


def versions(bot: User) -> list[BotVersion]:
    """The versions that *bot* has announced, the last one first."""
    return list(BotVersion.objects.filter(user=bot))


def _now() -> int:
    return int(timezone.now().timestamp() * 1000)
