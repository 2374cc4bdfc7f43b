"""``/api/clubs/.../handover`` and its neighbours: who owns a club, and its closing."""

from __future__ import annotations

from tournaments.clubs import services
from tournaments.clubs.web.api.clubs import ClubEndpoint
from tournaments.clubs.web.api.members import ACT, named
from tournaments.clubs.web.api.shapes import AnswerOffer, HandOver, StaffReason, Trust
from tournaments.kit.endpoints import operation
from tournaments.kit.operations import Done, Nothing
from tournaments.tables import read as tables


class ClubHandover(ClubEndpoint):
    @operation("handClubOver", takes=HandOver, **ACT)
    def post(self, *, club: str, body: HandOver, command: str | None) -> Done:
        """Offer the club to a member of seven days.

        They have 14 days to accept. Staff hand it over at once, and say why.
        """
        user = named(body.player).pk
        services.hand_over(club_id=self.id_of(club), by=self.actor, user_id=user, reason=body.reason, command=command)
        return Done()


class ClubHandoverWithdrawal(ClubEndpoint):
    @operation("withdrawClubOffer", takes=Nothing, **ACT)
    def post(self, *, club: str, command: str | None) -> Done:
        """Take the offer of the club back."""
        services.withdraw_offer(club_id=self.id_of(club), by=self.actor, command=command)
        return Done()


class ClubHandoverAnswer(ClubEndpoint):
    @operation("answerClubOffer", takes=AnswerOffer, **ACT)
    def post(self, *, club: str, body: AnswerOffer, command: str | None) -> Done:
        """Accept the club that is offered to you, or decline."""
        services.answer_offer(club_id=self.id_of(club), by=self.actor, accepts=body.accepts, command=command)
        return Done()


class ClubClaim(ClubEndpoint):
    @operation("claimClub", takes=Nothing, **ACT)
    def post(self, *, club: str, command: str | None) -> Done:
        """Claim a club that has no owner.

        Members of 30 days may who sat at one of its tables in the last 90 days.
        """
        club_id = self.id_of(club)
        services.claim(
            club_id=club_id, by=self.actor, sat_lately=tables.sat_lately(club_id, self.actor), command=command
        )
        return Done()


class ClubOwnerCall(ClubEndpoint):
    @operation("callClubOwner", takes=Nothing, **ACT)
    def post(self, *, club: str, command: str | None) -> Done:
        """Say that the owner has been away for 180 days.

        Organisers may. The owner has 30 days to come.
        """
        services.call_owner(club_id=self.id_of(club), by=self.actor, command=command)
        return Done()


class ClubOwnerAnswer(ClubEndpoint):
    @operation("answerClubCall", takes=Nothing, **ACT)
    def post(self, *, club: str, command: str | None) -> Done:
        """Say that you, the owner, are there."""
        services.answer_call(club_id=self.id_of(club), by=self.actor, command=command)
        return Done()


class ClubClosing(ClubEndpoint):
    @operation("closeClub", takes=StaffReason, **ACT)
    def post(self, *, club: str, body: StaffReason, command: str | None) -> Done:
        """Close the club in seven days.

        Staff close it at once, and say why. Nothing in it is deleted.
        """
        services.close(club_id=self.id_of(club), by=self.actor, reason=body.reason, command=command)
        return Done()


class ClubKeepOpen(ClubEndpoint):
    @operation("keepClubOpen", takes=Nothing, **ACT)
    def post(self, *, club: str, command: str | None) -> Done:
        """Keep a club open that was to close."""
        services.keep_open(club_id=self.id_of(club), by=self.actor, command=command)
        return Done()


class ClubReopening(ClubEndpoint):
    @operation("reopenClub", takes=StaffReason, **ACT)
    def post(self, *, club: str, body: StaffReason, command: str | None) -> Done:
        """Open a closed club again, within 30 days."""
        services.reopen(club_id=self.id_of(club), by=self.actor, reason=body.reason, command=command)
        return Done()


class ClubTrust(ClubEndpoint):
    @operation("trustClub", takes=Trust, **ACT)
    def post(self, *, club: str, body: Trust, command: str | None) -> Done:
        """Say, as staff, whether this club's rulings move the site's ratings, too.

        Without, a ruling on a played table changes the tournament and the club's own pools, and the site's ratings
        stay as it was played.
        """
        services.trust(
            club_id=self.id_of(club), by=self.actor, trusted=body.trusted, reason=body.reason, command=command
        )
        return Done()


class ClubLook(ClubEndpoint):
    @operation("lookIntoClub", takes=StaffReason, **ACT)
    def post(self, *, club: str, body: StaffReason, command: str | None) -> Done:
        """Say, as staff, why you look into a private club.

        You see it for an hour; before, it is not there for you. Its members read your reason in the club's history.
        """
        services.look_in(club_id=self.id_of(club), by=self.actor, reason=body.reason, command=command)
        return Done()
