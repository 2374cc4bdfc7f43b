"""The addresses of clubs in the API."""

from __future__ import annotations

from django.urls import path

from tournaments.clubs.web.api import clubs, members, office
from tournaments.kit import paths

paths.register()

urlpatterns = [
    path("clubs", clubs.ClubList.as_view()),
    path("clubs/<club:club>", clubs.ClubDetail.as_view()),
    path("clubs/<club:club>/edit", clubs.ClubEdit.as_view()),
    path("clubs/<club:club>/members", clubs.ClubMemberList.as_view()),
    path("clubs/<club:club>/history", clubs.ClubHistoryLines.as_view()),
    path("clubs/<club:club>/news", clubs.ClubNews.as_view()),
    path("clubs/<club:club>/news/withdraw", clubs.ClubNewsWithdrawal.as_view()),
    path("clubs/<club:club>/removal", clubs.ClubRemoval.as_view()),
    path("clubs/<club:club>/join", members.ClubJoin.as_view()),
    path("clubs/<club:club>/leave", members.ClubLeave.as_view()),
    path("clubs/<club:club>/requests", members.ClubRequestList.as_view()),
    path("clubs/<club:club>/requests/withdraw", members.ClubRequestWithdrawal.as_view()),
    path("clubs/<club:club>/requests/accept", members.ClubRequestAcceptance.as_view()),
    path("clubs/<club:club>/requests/decline", members.ClubRequestRefusal.as_view()),
    path("clubs/<club:club>/members/role", members.ClubRole.as_view()),
    path("clubs/<club:club>/members/remove", members.ClubMemberRemoval.as_view()),
    path("clubs/<club:club>/members/lift", members.ClubBanLift.as_view()),
    path("clubs/<club:club>/invitations", members.ClubInvitationList.as_view()),
    path("clubs/<club:club>/invitations/revoke", members.ClubInvitationRevocation.as_view()),
    path("clubs/<club:club>/handover", office.ClubHandover.as_view()),
    path("clubs/<club:club>/handover/withdraw", office.ClubHandoverWithdrawal.as_view()),
    path("clubs/<club:club>/handover/answer", office.ClubHandoverAnswer.as_view()),
    path("clubs/<club:club>/claim", office.ClubClaim.as_view()),
    path("clubs/<club:club>/owner/call", office.ClubOwnerCall.as_view()),
    path("clubs/<club:club>/owner/answer", office.ClubOwnerAnswer.as_view()),
    path("clubs/<club:club>/close", office.ClubClosing.as_view()),
    path("clubs/<club:club>/look", office.ClubLook.as_view()),
    path("clubs/<club:club>/trust", office.ClubTrust.as_view()),
    path("clubs/<club:club>/keep-open", office.ClubKeepOpen.as_view()),
    path("clubs/<club:club>/reopen", office.ClubReopening.as_view()),
    path("club-invitations/<token:token>", members.InvitationDetail.as_view()),
    path("club-invitations/<token:token>/join", members.InvitationJoin.as_view()),
    path("club-invitations/<token:token>/decline", members.InvitationDecline.as_view()),
]
