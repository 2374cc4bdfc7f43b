"""``/api/clubs/.../join`` and its neighbours: coming in and going out, requests, roles, invitations."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

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
from tournaments.kit.operations import Done, Nothing
from tournaments.kit.problems import Unprocessable

ACT: dict[str, Any] = {
    "tag": "clubs",
    "answers": Done,
    "refusals": {403, 404, 409, 422},
    "scope": "clubs",
    "idempotent": True,
}


def named(name: str) -> User:
    """The account; raises ``Unprocessable`` for nobody's name."""
    user = accounts.by_name(name)
    if user is None:
        raise Unprocessable(_("There is no such player."), "unknown_user", field="player")
    return user


class ClubJoin(ClubEndpoint):
    @operation("joinClub", takes=Nothing, **ACT)
    def post(self, *, club: str, command: str | None) -> Done:
        """Join an open club."""
        services.join(club_id=self.id_of(club), by=self.actor, command=command)
        return Done()


class ClubLeave(ClubEndpoint):
    @operation("leaveClub", takes=Nothing, **ACT)
    def post(self, *, club: str, command: str | None) -> Done:
        """Leave a club.

        What you played stays. An owner hands the club over first.
        """
        services.leave(club_id=self.id_of(club), by=self.actor, command=command)
        return Done()


class ClubRequestList(ClubEndpoint):
    @operation("listClubRequests", tag="clubs", answers=ClubRequests, refusals={401, 403, 404})
    def get(self, *, club: str) -> ClubRequests:
        """List who would like to join.

        For the owner and organisers for members.
        """
        state = self.seen(club)
        access.check(User.objects.get(pk=self.actor), "accept", state)
        answers, called = selectors.answers(state), accounts.called(state.requests)
        waiting = sorted(state.requests.values(), key=lambda each: each.at)
        return ClubRequests(
            tuple(
                ClubRequest(called[each.user].name, each.at, answers[each.user])
                for each in waiting
                if each.user in called
            )
        )

    @operation("requestToJoinClub", takes=JoinClub, **ACT)
    def post(self, *, club: str, body: JoinClub, command: str | None) -> Done:
        """Ask to join a club."""
        services.request(club_id=self.id_of(club), by=self.actor, answer=body.answer, command=command)
        return Done()


class ClubRequestWithdrawal(ClubEndpoint):
    @operation("withdrawClubRequest", takes=Nothing, **ACT)
    def post(self, *, club: str, command: str | None) -> Done:
        """Take your request back."""
        services.withdraw_request(club_id=self.id_of(club), by=self.actor, command=command)
        return Done()


class ClubRequestAcceptance(ClubEndpoint):
    @operation("acceptClubRequest", takes=OfPlayer, **ACT)
    def post(self, *, club: str, body: OfPlayer, command: str | None) -> Done:
        """Let somebody in who asked."""
        club_id, user = self.id_of(club), named(body.player)
        services.accept(club_id=club_id, by=self.actor, user_id=user.pk, command=command)
        return Done()


class ClubRequestRefusal(ClubEndpoint):
    @operation("declineClubRequest", takes=OfPlayer, **ACT)
    def post(self, *, club: str, body: OfPlayer, command: str | None) -> Done:
        """Decline somebody who asked.

        They can ask again after 30 days.
        """
        club_id, user = self.id_of(club), named(body.player)
        services.decline(club_id=club_id, by=self.actor, user_id=user.pk, command=command)
        return Done()


class ClubRole(ClubEndpoint):
    @operation("setClubRole", takes=SetRole, **ACT)
    def post(self, *, club: str, body: SetRole, command: str | None) -> Done:
        """Make a member an organiser, change their duties, or take them back.

        The owner may.
        """
        services.set_role(
            club_id=self.id_of(club),
            by=self.actor,
            user_id=named(body.player).pk,
            organises=bool(body.duties),
            duties=body.duties,
            command=command,
        )
        return Done()


class ClubMemberRemoval(ClubEndpoint):
    @operation("removeClubMember", takes=RemoveMember, **ACT)
    def post(self, *, club: str, body: RemoveMember, command: str | None) -> Done:
        """Remove a member, and keep somebody out.

        Organisers for members may remove members, the owner organisers too.
        """
        services.remove(
            club_id=self.id_of(club),
            by=self.actor,
            user_id=named(body.player).pk,
            cause=body.cause,
            note=body.note,
            ban_until=body.ban_until,
            command=command,
        )
        return Done()


class ClubBanLift(ClubEndpoint):
    @operation("liftClubBan", takes=OfPlayer, **ACT)
    def post(self, *, club: str, body: OfPlayer, command: str | None) -> Done:
        """Lift a ban."""
        services.lift(club_id=self.id_of(club), by=self.actor, user_id=named(body.player).pk, command=command)
        return Done()


# -- invitations


class ClubInvitationList(ClubEndpoint):
    @operation("listClubInvitations", tag="clubs", answers=ClubInvitations, refusals={401, 403, 404})
    def get(self, *, club: str) -> ClubInvitations:
        """List the open invitations of a club."""
        state = self.seen(club)
        access.check(User.objects.get(pk=self.actor), "invite", state)
        return ClubInvitations(tuple(_invitation(state, each) for each in selectors.open_invitations(state)))

    @operation("inviteToClub", takes=InviteToClub, status=201, **{**ACT, "answers": ClubInvitation})
    def post(self, *, club: str, body: InviteToClub, command: str | None) -> ClubInvitation:
        """Invite somebody, or whoever has the link.

        By name only those who let themselves be invited by you: by default who has sat at a table with you.
        """
        club_id, whom = self.id_of(club), named(body.player) if body.player is not None else None
        token = services.invite(
            club_id=club_id,
            by=self.actor,
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


class ClubInvitationRevocation(ClubEndpoint):
    @operation("revokeClubInvitation", takes=RevokeInvitation, **ACT)
    def post(self, *, club: str, body: RevokeInvitation, command: str | None) -> Done:
        """Take an invitation back."""
        services.revoke(club_id=self.id_of(club), by=self.actor, invitation=body.invitation, command=command)
        return Done()


class InvitationDetail(Endpoint):
    @operation("getClubInvitation", tag="clubs", answers=InvitationSeen, refusals={404})
    def get(self, *, token: str) -> InvitationSeen:
        """See what an invitation leads to.

        Of a private club its name, emblem and number of members.
        """
        held = selectors.held(token, viewer=self.viewer)
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


class InvitationJoin(Endpoint):
    @operation("followClubInvitation", takes=JoinClub, **ACT)
    def post(self, *, token: str, body: JoinClub, command: str | None) -> Done:
        """Join by an invitation.

        Where somebody has to consent, this asks them.
        """
        services.join(club_id="", by=self.actor, invitation=token, answer=body.answer, command=command)
        return Done()


class InvitationDecline(Endpoint):
    @operation("declineClubInvitation", takes=Nothing, **ACT)
    def post(self, *, token: str, command: str | None) -> Done:
        """Decline an invitation that is for you alone."""
        services.decline_invitation(by=self.actor, token=token, command=command)
        return Done()
