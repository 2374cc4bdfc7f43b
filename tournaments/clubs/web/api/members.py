"""``/api/clubs/.../join`` and its neighbours: coming in and going out, requests, roles, invitations."""

from typing import Any

from accounts import selectors as accounts
from accounts.models import User
from tournaments.clubs import access, selectors, services
from tournaments.clubs.state import Club, Invitation
from tournaments.clubs.web.api.clubs import ClubEndpoint
from tournaments.clubs.web.api.shapes import (
    ClubInvitation,
    ClubInvitations,
    ClubRequest,
    ClubRequests,
    InvitationSeen,
    InviteToClub,
    JoinClub,
    OfPlayer,
    RemoveMember,
    RevokeInvitation,
    SetRole,
)
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.naming import named
from tournaments.kit.operations import Done

ACT: dict[str, Any] = {
    "tag": "clubs",
    "refusals": {403, 404, 409, 422},
    "scope": "clubs",
}


@operation("POST clubs/<club:club>/join", "joinClub", needs="club:write", **ACT)
def join_club(caller: ClubEndpoint, *, club: str, command: str | None) -> Done:
    """Join an open club."""
    services.join(club_id=caller.id_of(club), by=caller.actor, command=command)
    return Done()


@operation("POST clubs/<club:club>/leave", "leaveClub", needs="club:write", **ACT)
def leave_club(caller: ClubEndpoint, *, club: str, command: str | None) -> Done:
    """Leave a club.

    What you played stays. An owner hands the club over first.
    """
    services.leave(club_id=caller.id_of(club), by=caller.actor, command=command)
    return Done()


@operation(
    "GET clubs/<club:club>/requests", "listClubRequests", needs="club:lead", tag="clubs", refusals={401, 403, 404}
)
def list_club_requests(caller: ClubEndpoint, *, club: str) -> ClubRequests:
    """List who would like to join.

    For the owner and organisers for members.
    """
    state = caller.seen(club)
    access.check(User.objects.get(pk=caller.actor), "accept", state)
    answers, called = selectors.answers(state), accounts.called(state.requests)
    waiting = sorted(state.requests.values(), key=lambda each: each.at)
    return ClubRequests(
        tuple(
            ClubRequest(called[each.user].name, each.at, answers[each.user]) for each in waiting if each.user in called
        )
    )


@operation("POST clubs/<club:club>/requests", "requestToJoinClub", needs="club:write", **ACT)
def request_to_join_club(caller: ClubEndpoint, *, club: str, body: JoinClub, command: str | None) -> Done:
    """Ask to join a club."""
    services.request(club_id=caller.id_of(club), by=caller.actor, answer=body.answer, command=command)
    return Done()


@operation("POST clubs/<club:club>/requests/withdraw", "withdrawClubRequest", needs="club:write", **ACT)
def withdraw_club_request(caller: ClubEndpoint, *, club: str, command: str | None) -> Done:
    """Take your request back."""
    services.withdraw_request(club_id=caller.id_of(club), by=caller.actor, command=command)
    return Done()


@operation("POST clubs/<club:club>/requests/accept", "acceptClubRequest", needs="club:lead", **ACT)
def accept_club_request(caller: ClubEndpoint, *, club: str, body: OfPlayer, command: str | None) -> Done:
    """Let somebody in who asked."""
    club_id, user = caller.id_of(club), named(body.player)
    services.accept(club_id=club_id, by=caller.actor, user_id=user.pk, command=command)
    return Done()


@operation("POST clubs/<club:club>/requests/decline", "declineClubRequest", needs="club:lead", **ACT)
def decline_club_request(caller: ClubEndpoint, *, club: str, body: OfPlayer, command: str | None) -> Done:
    """Decline somebody who asked.

    They can ask again after 30 days.
    """
    club_id, user = caller.id_of(club), named(body.player)
    services.decline(club_id=club_id, by=caller.actor, user_id=user.pk, command=command)
    return Done()


@operation("POST clubs/<club:club>/members/role", "setClubRole", needs="club:lead", **ACT)
def set_club_role(caller: ClubEndpoint, *, club: str, body: SetRole, command: str | None) -> Done:
    """Make a member an organiser, change their duties, or take them back.

    The owner may.
    """
    services.set_role(
        club_id=caller.id_of(club),
        by=caller.actor,
        user_id=named(body.player).pk,
        duties=body.duties,
        command=command,
    )
    return Done()


@operation("POST clubs/<club:club>/members/remove", "removeClubMember", needs="club:lead", **ACT)
def remove_club_member(caller: ClubEndpoint, *, club: str, body: RemoveMember, command: str | None) -> Done:
    """Remove a member, and keep somebody out.

    Organisers for members may remove members, the owner organisers too.
    """
    services.remove(
        club_id=caller.id_of(club),
        by=caller.actor,
        user_id=named(body.player).pk,
        cause=body.cause,
        note=body.note,
        ban_until=body.ban_until,
        command=command,
    )
    return Done()


@operation("POST clubs/<club:club>/members/lift", "liftClubBan", needs="club:lead", **ACT)
def lift_club_ban(caller: ClubEndpoint, *, club: str, body: OfPlayer, command: str | None) -> Done:
    """Lift a ban."""
    services.lift(club_id=caller.id_of(club), by=caller.actor, user_id=named(body.player).pk, command=command)
    return Done()


# -- invitations


@operation(
    "GET clubs/<club:club>/invitations", "listClubInvitations", needs="club:lead", tag="clubs", refusals={401, 403, 404}
)
def list_club_invitations(caller: ClubEndpoint, *, club: str) -> ClubInvitations:
    """List the open invitations of a club."""
    state = caller.seen(club)
    access.check(User.objects.get(pk=caller.actor), "invite", state)
    return ClubInvitations(tuple(_invitation(state, each) for each in selectors.open_invitations(state)))


@operation("POST clubs/<club:club>/invitations", "inviteToClub", needs="club:lead", status=201, **ACT)
def invite_to_club(caller: ClubEndpoint, *, club: str, body: InviteToClub, command: str | None) -> ClubInvitation:
    """Invite somebody, or anybody who has the link.

    By name only those who let themselves be invited by you: by default who has sat at a table with you.
    """
    club_id, whom = caller.id_of(club), named(body.player) if body.player is not None else None
    token = services.invite(
        club_id=club_id,
        by=caller.actor,
        user_id=whom.pk if whom else None,
        expires_at=body.expires_at,
        uses=body.uses,
        approval=body.approval,
        command=command,
    )
    state = selectors.club(club_id)
    return _invitation(state, state.invitations[selectors.id_of_token(token)])


def _invitation(club: Club, made: Invitation) -> ClubInvitation:
    called = accounts.called([made.user] if made.user is not None else [])
    return ClubInvitation(
        id=made.id,
        token=selectors.token(club.id, made.id),
        player=called[made.user].name if made.user in called else None,
        expires_at=made.expires_at,
        uses=made.uses,
        used=made.used,
        approval=made.approval,
    )


@operation("POST clubs/<club:club>/invitations/revoke", "revokeClubInvitation", needs="club:lead", **ACT)
def revoke_club_invitation(caller: ClubEndpoint, *, club: str, body: RevokeInvitation, command: str | None) -> Done:
    """Take an invitation back."""
    services.revoke(club_id=caller.id_of(club), by=caller.actor, invitation=body.invitation, command=command)
    return Done()


@operation("GET club-invitations/<token:token>", "getClubInvitation", needs="club:read", tag="clubs", refusals={404})
def get_club_invitation(caller: Endpoint, *, token: str) -> InvitationSeen:
    """See what an invitation leads to.

    Of a private club its name, emblem and number of members.
    """
    held = selectors.held(token, viewer=caller.viewer)
    club = held.club
    return InvitationSeen(
        name=club.name,
        palette=club.palette,
        emblem=club.emblem,
        members=club.members,
        is_open=held.is_open and club.closed_at is None,
        approval=held.invitation.approval,
        expires_at=held.invitation.expires_at,
    )


@operation("POST club-invitations/<token:token>/join", "followClubInvitation", needs="club:write", **ACT)
def follow_club_invitation(caller: Endpoint, *, token: str, body: JoinClub, command: str | None) -> Done:
    """Join by an invitation.

    Where somebody has to consent, this asks them.
    """
    services.join(club_id="", by=caller.actor, invitation=token, answer=body.answer, command=command)
    return Done()


@operation("POST club-invitations/<token:token>/decline", "declineClubInvitation", needs="club:write", **ACT)
def decline_club_invitation(caller: Endpoint, *, token: str, command: str | None) -> Done:
    """Decline an invitation that is for you alone."""
    services.decline_invitation(by=caller.actor, token=token, command=command)
    return Done()
