"""What time and the end of accounts bring to clubs: the service's own acts, repeatable without harm."""

from collections.abc import Sequence

from accounts import selectors as accounts
from accounts.models import User
from engine.events import Event
from tournaments.clubs.decisions import lapses, offices
from tournaments.clubs.decisions.lapses import Outside
from tournaments.clubs.events import HandoverEnded, InvitationEnded, Left, RequestEnded
from tournaments.clubs.models import Club as ClubRow
from tournaments.clubs.models import Invitation, Member, Request
from tournaments.clubs.state import Club
from tournaments.clubs.streams import CLUBS
from tournaments.log import sources


def due(now: int) -> list[str]:
    """The clubs that time brings something by *now* (epoch ms), and those whose owner's account is shut."""
    ripe = ClubRow.objects.filter(due__lte=now).values_list("pk", flat=True)
    owners = ClubRow.objects.filter(owner__isnull=False, closed_at__isnull=True)
    shut = User.objects.filter(is_active=False).values("pk")
    return sorted({*ripe, *owners.filter(owner__in=shut).values_list("pk", flat=True)})


def lapse(*, club_id: str, tables: dict[int, int] | None = None) -> None:
    """Do what has come. *tables*: at how many of the club's tables of the last 365 days its claimants sat."""
    owner = CLUBS.current(club_id).state.owner
    is_shut = owner is not None and not User.objects.filter(pk=owner, is_active=True).exists()
    seen = accounts.last_seen(owner) if owner is not None else 0
    outside = Outside(owner_is_shut_out=is_shut, owner_seen_at=seen, tables=tables or {})

    def decide(club: Club) -> Sequence[Event]:
        return lapses.due(club, outside=outside, now=sources.now_ms()) if club.owner == owner else ()

    CLUBS.carry_out(club_id, decide, actor=None, command=None)


def forget(*, user_id: int) -> None:
    """An account ends: out of every club, an owned one to its heir; requests and invitations end with it."""
    clubs = {*Member.objects.filter(user=user_id).values_list("club", flat=True)}
    clubs |= {*Request.objects.filter(user=user_id).values_list("club", flat=True)}
    clubs |= {*Invitation.objects.filter(user=user_id, is_open=True).values_list("club", flat=True)}
    for club_id in sorted(clubs):
        CLUBS.carry_out(club_id, lambda club: _without(club, user_id), actor=None, command=None)


def _without(club: Club, user: int) -> Sequence[Event]:
    found: list[Event] = []
    if user in club.requests:
        found.append(RequestEnded(user, "withdrawn"))
    open_to = [each for each in club.invitations.values() if each.user == user and not each.ended]
    found += [InvitationEnded(each.id, "declined") for each in open_to if not each.is_used_up]
    if club.handover and club.handover.user == user:
        found.append(HandoverEnded("declined"))
    if club.owner == user:
        return [*found, *offices.lose_owner(club, "erased")]
    return [*found, Left(user, "erased")] if user in club.members else found
