"""Invitations: links for many, and for one person."""

from collections.abc import Sequence

from django.db import transaction

from accounts import privacy
from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.clubs import tokens
from tournaments.clubs.commands import requests
from tournaments.clubs.decisions import invitations
from tournaments.clubs.errors import NotAllowed
from tournaments.clubs.events import Invited
from tournaments.clubs.state import Club
from tournaments.log import sources
from tournaments.log.commands import command_for
from tournaments.platform import limits


def invite(
    *,
    club_id: str,
    by: int,
    expires_at: int,
    user_id: int | None = None,
    uses: int | None = None,
    approval: bool = False,
    command: str | None = None,
) -> str:
    """Invite *user_id*, or all who have the link, and return its token."""
    made = sources.id_for(by, f"{club_id}/{command}") if command else sources.new_id()
    wanted = Invited(made, user_id, expires_at, 1 if user_id is not None else uses, approval)

    def decide(club: Club) -> Sequence[Event]:
        if user_id is not None and made not in club.invitations:
            _check_wanted(user_id, by)
        return invitations.invite(club, wanted, now=sources.now_ms())

    rate: limits.Action | None = "club_invitations" if user_id is not None else None
    asked = command_for(command, "invite", wanted)
    with transaction.atomic():
        requests.ask(club_id, decide, by=by, action="invite", command=asked, rate=rate)
    return tokens.token(club_id, made)


def _check_wanted(user_id: int, by: int) -> None:
    """Raise unless that person lets themselves be invited by this one."""
    requests.check_user(user_id)
    if not privacy.may_ask("invitations", by=by, to=user_id):
        raise NotAllowed(
            "not_invitable", _("This player does not accept invitations, or only from people they have sat with.")
        )


def revoke(*, club_id: str, by: int, invitation: str, command: str | None = None) -> Club:
    return requests.ask(
        club_id,
        lambda club: invitations.revoke(club, invitation),
        by=by,
        action="revoke",
        command=command_for(command, "revoke", invitation),
    )


def decline(*, by: int, token: str, command: str | None = None) -> Club:
    """Say no to one's own invitation."""
    held = tokens.read(token)
    return requests.ask(
        held.club_id,
        lambda club: invitations.decline(club, held.id, by),
        by=by,
        action="join",
        command=command_for(command, "decline invitation", held.id),
        invited=True,
    )
