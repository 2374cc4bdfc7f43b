"""Invitations: links for many and for one, with their uses. Pure; times are epoch ms."""

from engine.events import Event
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.clubs.choices import INVITATION_LASTS, MOST_INVITATIONS, MOST_USES
from tournaments.clubs.errors import Refused, UnknownInvitation, WrongStatus
from tournaments.clubs.events import InvitationEnded, Invited
from tournaments.clubs.state import Club, Invitation
from tournaments.platform.units import DAY


def invite(club: Club, wanted: Invited, *, now: int) -> tuple[Event, ...]:
    """Make *wanted*; of one person there is one open invitation at a time."""
    if wanted.invitation in club.invitations:
        return ()
    _check(wanted, now)
    there = [each for each in club.invitations.values() if each.is_open(now)]
    if wanted.user is not None:
        if wanted.user in club.members:
            raise Refused("already_member", _("They are already a member."), field="user")
        if any(each.user == wanted.user for each in there):
            raise Refused("already_invited", _("They have already been invited."), field="user")
    if len(there) >= MOST_INVITATIONS:
        reason = Text(_("There are {most} open invitations: revoke one first."), {"most": MOST_INVITATIONS})
        raise WrongStatus("too_many_invitations", reason)
    return (wanted,)


def _check(wanted: Invited, now: int) -> None:
    if wanted.expires_at <= now:
        raise Refused("past", _("That time has already passed."), field="expires_at")
    if wanted.expires_at > now + INVITATION_LASTS:
        reason = Text(_("An invitation can last at most {days} days."), {"days": INVITATION_LASTS // DAY})
        raise Refused("too_long", reason, field="expires_at")
    if wanted.uses is not None and not 1 <= wanted.uses <= MOST_USES:
        raise Refused("bad_uses", Text(_("It can be used 1 to {most} times."), {"most": MOST_USES}), field="uses")


def revoke(club: Club, invitation: str) -> tuple[Event, ...]:
    held = club.invitations.get(invitation)
    if held is None:
        raise UnknownInvitation()
    return () if held.ended else (InvitationEnded(held.id, "revoked"),)


def decline(club: Club, invitation: str, user: int) -> tuple[Event, ...]:
    """Only the one who is named in an invitation can decline it."""
    held = found_for(club, invitation, user)
    if held.user is None:
        raise UnknownInvitation()
    return () if held.ended or held.is_used_up else (InvitationEnded(held.id, "declined"),)


def found_for(club: Club, invitation: str, user: int | None) -> Invitation:
    """The invitation, if it is one for *user*: somebody else's is not there."""
    held = club.invitations.get(invitation)
    if held is None or held.user not in (None, user):
        raise UnknownInvitation()
    return held


def check_use(held: Invitation, now: int) -> None:
    """Raise unless it lets one more in at *now*."""
    if held.ended:
        raise WrongStatus("revoked", _("This invitation was revoked."))
    if held.is_used_up:
        raise WrongStatus("used_up", _("This invitation has been used up."))
    if now >= held.expires_at:
        raise WrongStatus("expired", _("This invitation has expired."))
