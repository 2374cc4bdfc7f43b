"""The addresses in the API of this room."""

from __future__ import annotations

from django.urls import path

from tournaments.kit import paths
from tournaments.people.web.api.account import (
    AccountDetail,
    AccountErasure,
    AccountExport,
    AccountKeeping,
    AccountName,
    AccountPrivacy,
    AccountSession,
    AccountSessions,
    AccountToken,
    AccountTokens,
)
from tournaments.people.web.api.chat import (
    ClubChat,
    ClubMeasures,
    LineDismissal,
    LineMute,
    LineRemoval,
    LineReport,
    ReportList,
    TableChat,
    TableMeasures,
)
from tournaments.people.web.api.chat_stream import stream as chat_stream
from tournaments.people.web.api.friends import (
    BlockEnd,
    BlockList,
    FriendEnd,
    FriendList,
    FriendRequest,
    InvitationList,
    PlayerSearch,
    TableInvite,
    TableInviteRefusal,
)

paths.register()

urlpatterns = [
    path("tables/<id:table_id>/chat", TableChat.as_view()),
    path("tables/<id:table_id>/chat/measures", TableMeasures.as_view()),
    path("tables/<id:table_id>/invite", TableInvite.as_view()),
    path("tables/<id:table_id>/invite/decline", TableInviteRefusal.as_view()),
    path("clubs/<club:club>/chat", ClubChat.as_view()),
    path("clubs/<club:club>/chat/measures", ClubMeasures.as_view()),
    path("clubs/<club:club>/chat/stream", chat_stream),
    path("lines/<row:line>/report", LineReport.as_view()),
    path("lines/<row:line>/remove", LineRemoval.as_view()),
    path("lines/<row:line>/dismiss", LineDismissal.as_view()),
    path("lines/<row:line>/mute", LineMute.as_view()),
    path("reports", ReportList.as_view()),
    path("friends", FriendList.as_view()),
    path("friends/ask", FriendRequest.as_view()),
    path("friends/end", FriendEnd.as_view()),
    path("blocks", BlockList.as_view()),
    path("blocks/end", BlockEnd.as_view()),
    path("invitations", InvitationList.as_view()),
    path("account", AccountDetail.as_view()),
    path("account/name", AccountName.as_view()),
    path("account/privacy", AccountPrivacy.as_view()),
    path("account/sessions", AccountSessions.as_view()),
    path("account/sessions/<handle:session>/end", AccountSession.as_view()),
    path("account/tokens", AccountTokens.as_view()),
    path("account/tokens/<row:token>/revoke", AccountToken.as_view()),
    path("account/export", AccountExport.as_view(), name="account-export"),
    path("account/erasure", AccountErasure.as_view()),
    path("account/erasure/keep", AccountKeeping.as_view()),
    path("players", PlayerSearch.as_view()),
]
