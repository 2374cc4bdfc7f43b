"""``/api/clubs/.../handover`` and its neighbours: who owns a club, and its closing."""

from tournaments.clubs import services
from tournaments.clubs.web.api.clubs import ClubEndpoint
from tournaments.clubs.web.api.members import ACT
from tournaments.clubs.web.api.shapes import AnswerOffer, HandOver, StaffReason, Trust
from tournaments.kit.endpoints import operation
from tournaments.kit.naming import named
from tournaments.kit.operations import Done
from tournaments.tables import read as tables


@operation("POST clubs/<club:club>/handover", "handClubOver", needs="club:lead", **ACT)
def hand_club_over(caller: ClubEndpoint, *, club: str, body: HandOver, command: str | None) -> Done:
    """Offer the club to a member of seven days.

    They have 14 days to accept. Staff hand it over at once, and say why.
    """
    user = named(body.player).pk
    services.hand_over(club_id=caller.id_of(club), by=caller.actor, user_id=user, reason=body.reason, command=command)
    return Done()


@operation("POST clubs/<club:club>/handover/withdraw", "withdrawClubOffer", needs="club:lead", **ACT)
def withdraw_club_offer(caller: ClubEndpoint, *, club: str, command: str | None) -> Done:
    """Take the offer of the club back."""
    services.withdraw_offer(club_id=caller.id_of(club), by=caller.actor, command=command)
    return Done()


@operation("POST clubs/<club:club>/handover/answer", "answerClubOffer", needs="club:write", **ACT)
def answer_club_offer(caller: ClubEndpoint, *, club: str, body: AnswerOffer, command: str | None) -> Done:
    """Accept the club that is offered to you, or decline."""
    services.answer_offer(club_id=caller.id_of(club), by=caller.actor, accepts=body.accepts, command=command)
    return Done()


@operation("POST clubs/<club:club>/claim", "claimClub", needs="club:write", **ACT)
def claim_club(caller: ClubEndpoint, *, club: str, command: str | None) -> Done:
    """Claim a club that has no owner.

    Members of 30 days may who sat at one of its tables in the last 90 days.
    """
    club_id = caller.id_of(club)
    services.claim(
        club_id=club_id, by=caller.actor, sat_lately=tables.sat_lately(club_id, caller.actor), command=command
    )
    return Done()


@operation("POST clubs/<club:club>/owner/call", "callClubOwner", needs="club:write", **ACT)
def call_club_owner(caller: ClubEndpoint, *, club: str, command: str | None) -> Done:
    """Say that the owner has been away for 180 days.

    Organisers may. The owner has 30 days to come.
    """
    services.call_owner(club_id=caller.id_of(club), by=caller.actor, command=command)
    return Done()


@operation("POST clubs/<club:club>/owner/answer", "answerClubCall", needs="club:write", **ACT)
def answer_club_call(caller: ClubEndpoint, *, club: str, command: str | None) -> Done:
    """Say that you, the owner, are there."""
    services.answer_call(club_id=caller.id_of(club), by=caller.actor, command=command)
    return Done()


@operation("POST clubs/<club:club>/close", "closeClub", needs="club:lead", **ACT)
def close_club(caller: ClubEndpoint, *, club: str, body: StaffReason, command: str | None) -> Done:
    """Close the club in seven days.

    Staff close it at once, and say why. Nothing in it is deleted.
    """
    services.close(club_id=caller.id_of(club), by=caller.actor, reason=body.reason, command=command)
    return Done()


@operation("POST clubs/<club:club>/keep-open", "keepClubOpen", needs="club:lead", **ACT)
def keep_club_open(caller: ClubEndpoint, *, club: str, command: str | None) -> Done:
    """Keep a club open that was to close."""
    services.keep_open(club_id=caller.id_of(club), by=caller.actor, command=command)
    return Done()


@operation("POST clubs/<club:club>/reopen", "reopenClub", needs="club:lead", **ACT)
def reopen_club(caller: ClubEndpoint, *, club: str, body: StaffReason, command: str | None) -> Done:
    """Open a closed club again, within 30 days."""
    services.reopen(club_id=caller.id_of(club), by=caller.actor, reason=body.reason, command=command)
    return Done()


@operation("POST clubs/<club:club>/trust", "trustClub", needs="club:lead", **ACT)
def trust_club(caller: ClubEndpoint, *, club: str, body: Trust, command: str | None) -> Done:
    """Say, as staff, whether this club's rulings move the site's ratings, too.

    Without, a ruling on a played table changes the tournament and the club's own pools, and the site's ratings
    stay as it was played.
    """
    services.trust(
        club_id=caller.id_of(club), by=caller.actor, trusted=body.trusted, reason=body.reason, command=command
    )
    return Done()


@operation("POST clubs/<club:club>/look", "lookIntoClub", needs="club:lead", **ACT)
def look_into_club(caller: ClubEndpoint, *, club: str, body: StaffReason, command: str | None) -> Done:
    """Say, as staff, why you look into a private club.

    You see it for an hour; before, it is not there for you. Its members read your reason in the club's history.
    """
    services.look_in(club_id=caller.id_of(club), by=caller.actor, reason=body.reason, command=command)
    return Done()
