"""The part of the tour of the API that goes through clubs."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from django.utils import timezone

from accounts.models import User
from tests.api.client import Caller
from tests.factories import open_for
from tournaments.clubs import services
from tournaments.clubs.decisions import offices
from tournaments.log import sources
from tournaments.platform.units import DAY

CLUB = {
    "slug": "harbour-street",
    "name": "Harbour Street Card Club",
    "zone": "Europe/Lisbon",
    "emblem": "lantern",
    "palette": "harbour",
    "description": "We meet at **Harbour Street 14** and here.",
}


def clubs(ann: Caller, bob: Caller, stranger: Caller) -> Iterator[tuple[str, Any]]:
    User.objects.update(date_joined=timezone.now() - timedelta(days=400))
    club = ann.post("/api/clubs", CLUB)
    yield "foundClub", club.body
    path = f"/api/clubs/{club['slug']}"
    yield "editClub", ann.post(f"{path}/edit", {"name": "Harbour Street"}).body
    yield "postClubNews", ann.post(f"{path}/news", {"title": "Advent", "text": "Two *knock-outs*."}).body
    yield "listClubNews", (news := stranger.get(f"{path}/news")).body
    yield "withdrawClubNews", ann.post(f"{path}/news/withdraw", {"news": news["news"][0]["id"]}).body
    yield from _coming_in(ann, bob, stranger, path)
    yield from _invitations(ann, bob, stranger, path)
    yield "setClubRole", ann.post(f"{path}/members/role", {"player": "bob", "duties": ["events"]}).body
    yield "listClubMembers", stranger.get(f"{path}/members").body
    yield "getClub", stranger.get(path).body
    yield "listClubs", stranger.get("/api/clubs", name="harbour").body
    yield "getClubHistory", bob.get(f"{path}/history", limit=3).body
    yield from _ownership(ann, bob, path)


def _coming_in(ann: Caller, bob: Caller, stranger: Caller, path: str) -> Iterator[tuple[str, Any]]:
    yield "requestToJoinClub", bob.post(f"{path}/requests", {"answer": "I bring biscuits."}).body
    yield "listClubRequests", ann.get(f"{path}/requests").body
    yield "withdrawClubRequest", bob.post(f"{path}/requests/withdraw").body
    bob.post(f"{path}/requests")
    yield "acceptClubRequest", ann.post(f"{path}/requests/accept", {"player": "bob"}).body
    yield "leaveClub", bob.post(f"{path}/leave").body
    ann.post(f"{path}/edit", {"join": "open"})
    yield "joinClub", bob.post(f"{path}/join").body
    removal = {"player": "bob", "cause": "mistake", "note": "Taken for somebody else.", "ban_until": 9 * 10**12}
    yield "removeClubMember", ann.post(f"{path}/members/remove", removal).body
    yield "getRemovalNote", bob.get(f"{path}/removal").body
    yield "liftClubBan", ann.post(f"{path}/members/lift", {"player": "bob"}).body
    ann.post(f"{path}/edit", {"join": "request"})
    bob.post(f"{path}/requests")
    yield "declineClubRequest", ann.post(f"{path}/requests/decline", {"player": "bob"}).body


def _invitations(ann: Caller, bob: Caller, stranger: Caller, path: str) -> Iterator[tuple[str, Any]]:
    assert ann.user is not None
    assert bob.user is not None
    open_for(ann.user, bob.user)
    until = sources.now_ms() + 7 * DAY
    personal = ann.post(f"{path}/invitations", {"expires_at": until, "player": "bob"})
    yield "declineClubInvitation", bob.post(f"/api/club-invitations/{personal['token']}/decline").body
    link = ann.post(f"{path}/invitations", {"expires_at": until, "uses": 12})
    yield "inviteToClub", link.body | {"token": "tokentoken" + "x" * 22}
    other = ann.post(f"{path}/invitations", {"expires_at": until})
    yield "revokeClubInvitation", ann.post(f"{path}/invitations/revoke", {"invitation": other["id"]}).body
    seen = ann.get(f"{path}/invitations").body
    yield "listClubInvitations", {"invitations": [seen["invitations"][0] | {"token": "tokentoken" + "x" * 22}]}
    yield "getClubInvitation", stranger.get(f"/api/club-invitations/{link['token']}").body
    yield "followClubInvitation", bob.post(f"/api/club-invitations/{link['token']}/join").body


def _ownership(ann: Caller, bob: Caller, path: str) -> Iterator[tuple[str, Any]]:
    with patch.object(offices, "HEIR_STANDING", 0):
        yield "handClubOver", ann.post(f"{path}/handover", {"player": "bob"}).body
    yield "withdrawClubOffer", ann.post(f"{path}/handover/withdraw").body
    with patch.object(offices, "HEIR_STANDING", 0):
        ann.post(f"{path}/handover", {"player": "bob"})
    yield "answerClubOffer", bob.post(f"{path}/handover/answer", {"accepts": True}).body
    away = {"date_joined": timezone.now() - timedelta(days=400), "last_login": None}
    assert bob.user is not None
    bob.user.tokens.all().update(last_used_at=None)
    User.objects.filter(pk=bob.user.pk).update(**away)
    yield "callClubOwner", ann.post(f"{path}/owner/call").body
    yield "answerClubCall", bob.post(f"{path}/owner/answer").body
    yield "closeClub", bob.post(f"{path}/close").body
    yield "keepClubOpen", bob.post(f"{path}/keep-open").body
    yield from _claim(ann, bob)
    User.objects.filter(pk=bob.user.pk).update(is_staff=True)
    ann.post("/api/clubs", CLUB | {"slug": "lantern"})
    bob.post("/api/clubs/lantern/close", {"reason": "It sold seats."})
    yield "reopenClub", bob.post("/api/clubs/lantern/reopen", {"reason": "It does not any more."}).body
    trust = {"trusted": True, "reason": "They have an arbiter."}
    yield "trustClub", bob.post("/api/clubs/lantern/trust", trust).body
    ann.post("/api/clubs/lantern/edit", {"visibility": "private"})
    yield "lookIntoClub", bob.post("/api/clubs/lantern/look", {"reason": "Somebody has complained."}).body
    User.objects.filter(pk=bob.user.pk).update(is_staff=False)


def _claim(ann: Caller, bob: Caller) -> Iterator[tuple[str, Any]]:
    """The owner's account is shut, and nobody organises."""
    assert ann.user is not None
    club = ann.post("/api/clubs", CLUB | {"slug": "left-alone", "join": "open"})
    path = f"/api/clubs/{club['slug']}"
    bob.post(f"{path}/join")
    table = ann.post("/api/tables", {"game": "duck-soup", "seats": ["me", None], "club": "left-alone"})
    bob.post(f"/api/tables/{table['id']}/join")
    User.objects.filter(pk=ann.user.pk).update(is_active=False)
    services.lapse(club_id=club["id"])
    with patch.object(offices, "CLAIMANT_STANDING", 0):
        yield "claimClub", bob.post(f"{path}/claim").body
    User.objects.filter(pk=ann.user.pk).update(is_active=True)
