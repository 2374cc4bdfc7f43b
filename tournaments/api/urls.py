"""Every path under ``/api/``. None ends with a slash."""

from __future__ import annotations

from django.urls import path, re_path

from tournaments.api import club_urls, league_urls
from tournaments.api.account import (
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
from tournaments.api.announcing import (
    OrganiserConfirmation,
    OrganiserStepDown,
    PresetList,
    TournamentOrganisers,
    TournamentPlan,
)
from tournaments.api.attendance import (
    TournamentBye,
    TournamentCheckIn,
    TournamentConditions,
    TournamentPause,
    TournamentReturn,
)
from tournaments.api.chat import (
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
from tournaments.api.chat_stream import stream as chat_stream
from tournaments.api.corrections import CorrectionList, CorrectionTrial
from tournaments.api.desk import DeskView, MessageList
from tournaments.api.documentation import Docs, Document, Unknown
from tournaments.api.exports import (
    BracketFile,
    CalendarFile,
    EntriesFile,
    PairingsFile,
    PlayerCalendarFile,
    ReportFile,
    StandingsFile,
)
from tournaments.api.friends import (
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
from tournaments.api.games import GameDetail, GameList
from tournaments.api.imports import (
    InvitationRefusal,
    TournamentApart,
    TournamentImport,
    TournamentInvitations,
    TournamentSeeds,
)
from tournaments.api.ladders import LadderDetail, RatingList, SuspicionList
from tournaments.api.notice_stream import stream as notice_stream
from tournaments.api.notices import (
    NoticeList,
    NoticeMuting,
    NoticeRead,
    NoticeReading,
    NoticeSettings,
    PushSubscription,
    PushUnsubscription,
)
from tournaments.api.players import PlayerDetail
from tournaments.api.reviews import RoundRedraw, RoundWhyNot
from tournaments.api.rulings import RulingList, RulingReversal, RulingReversalTrial, RulingTrial
from tournaments.api.stream import stream
from tournaments.api.substitutes import SubstituteConfirmation, SubstituteList, SubstituteRefusal
from tournaments.api.tables import (
    TableAbortion,
    TableDetail,
    TableFilling,
    TableHead,
    TableList,
    TableMove,
    TableRecord,
    TableRematch,
    TableRematchRefusal,
    TableResignation,
    TableSeat,
)
from tournaments.api.teams import TeamConfirmation, TeamList, TeamRefusal
from tournaments.api.tournaments import (
    TournamentBracket,
    TournamentDetail,
    TournamentEntry,
    TournamentList,
    TournamentRounds,
    TournamentStages,
    TournamentStandings,
    TournamentStart,
    TournamentUnrating,
    TournamentWithdrawal,
)
from tournaments.api.vacation import OwnVacation
from tournaments.api.webhooks import WebhookList, WebhookRemoval
from tournaments.kit import paths

paths.register()

urlpatterns = [
    path("games", GameList.as_view()),
    path("games/<key:key>", GameDetail.as_view()),
    path("tables", TableList.as_view()),
    path("tables/<id:table_id>", TableDetail.as_view()),
    path("tables/<id:table_id>/join", TableSeat.as_view()),
    path("tables/<id:table_id>/fill", TableFilling.as_view()),
    path("tables/<id:table_id>/move/<notation:move>", TableMove.as_view()),
    path("tables/<id:table_id>/resign", TableResignation.as_view()),
    path("tables/<id:table_id>/abort", TableAbortion.as_view()),
    path("tables/<id:table_id>/rematch", TableRematch.as_view()),
    path("tables/<id:table_id>/rematch/decline", TableRematchRefusal.as_view()),
    path("tables/<id:table_id>/head", TableHead.as_view()),
    path("tables/<id:table_id>/record", TableRecord.as_view()),
    path("tables/<str:table_id>/stream", stream, name="table-stream"),
    path("tournaments", TournamentList.as_view()),
    path("tournaments/presets", PresetList.as_view()),
    path("tournaments/plan", TournamentPlan.as_view()),
    path("tournaments/<id:tournament_id>", TournamentDetail.as_view()),
    path("tournaments/<id:tournament_id>/organisers", TournamentOrganisers.as_view()),
    path("tournaments/<id:tournament_id>/organisers/confirm", OrganiserConfirmation.as_view()),
    path("tournaments/<id:tournament_id>/organisers/step-down", OrganiserStepDown.as_view()),
    path("tournaments/<id:tournament_id>/join", TournamentEntry.as_view()),
    path("tournaments/<id:tournament_id>/teams", TeamList.as_view()),
    path("tournaments/<id:tournament_id>/teams/<number:number>/confirm", TeamConfirmation.as_view()),
    path("tournaments/<id:tournament_id>/teams/<number:number>/decline", TeamRefusal.as_view()),
    path("tournaments/<id:tournament_id>/substitutes", SubstituteList.as_view()),
    path("tournaments/<id:tournament_id>/substitutes/<number:number>/confirm", SubstituteConfirmation.as_view()),
    path("tournaments/<id:tournament_id>/substitutes/<number:number>/decline", SubstituteRefusal.as_view()),
    path("tournaments/<id:tournament_id>/withdraw", TournamentWithdrawal.as_view()),
    path("tournaments/<id:tournament_id>/conditions", TournamentConditions.as_view()),
    path("tournaments/<id:tournament_id>/check-in", TournamentCheckIn.as_view()),
    path("tournaments/<id:tournament_id>/pause", TournamentPause.as_view()),
    path("tournaments/<id:tournament_id>/return", TournamentReturn.as_view()),
    path("tournaments/<id:tournament_id>/byes", TournamentBye.as_view()),
    path("tournaments/<id:tournament_id>/start", TournamentStart.as_view()),
    path("tournaments/<id:tournament_id>/unrate", TournamentUnrating.as_view()),
    path("tournaments/<id:tournament_id>/rounds", TournamentRounds.as_view()),
    path("tournaments/<id:tournament_id>/desk", DeskView.as_view()),
    path("tournaments/<id:tournament_id>/messages", MessageList.as_view()),
    path("tournaments/<id:tournament_id>/bracket", TournamentBracket.as_view()),
    path("tournaments/<id:tournament_id>/rulings", RulingList.as_view()),
    path("tournaments/<id:tournament_id>/rulings/try", RulingTrial.as_view()),
    path("tournaments/<id:tournament_id>/rulings/<number:ruling>/reverse", RulingReversal.as_view()),
    path("tournaments/<id:tournament_id>/rulings/<number:ruling>/reverse/try", RulingReversalTrial.as_view()),
    path("tournaments/<id:tournament_id>/stages", TournamentStages.as_view()),
    path("tournaments/<id:tournament_id>/standings", TournamentStandings.as_view()),
    path("tournaments/<id:tournament_id>/rounds/<number:number>/why-not", RoundWhyNot.as_view()),
    path("tournaments/<id:tournament_id>/rounds/<number:number>/redraw", RoundRedraw.as_view()),
    path("tournaments/<id:tournament_id>/import", TournamentImport.as_view()),
    path("tournaments/<id:tournament_id>/invitations", TournamentInvitations.as_view()),
    path("tournaments/<id:tournament_id>/invitations/decline", InvitationRefusal.as_view()),
    path("tournaments/<id:tournament_id>/apart", TournamentApart.as_view()),
    path("tournaments/<id:tournament_id>/seeds", TournamentSeeds.as_view()),
    path("tournaments/<id:tournament_id>/entries.csv", EntriesFile.as_view(), name="entries-file"),
    path("tournaments/<id:tournament_id>/pairings.csv", PairingsFile.as_view(), name="pairings-file"),
    path("tournaments/<id:tournament_id>/standings.csv", StandingsFile.as_view(), name="standings-file"),
    path("tournaments/<id:tournament_id>/report.trf", ReportFile.as_view(), name="report-file"),
    path("tournaments/<id:tournament_id>/bracket.json", BracketFile.as_view(), name="bracket-file"),
    path("tournaments/<id:tournament_id>/calendar.ics", CalendarFile.as_view(), name="calendar-file"),
    *league_urls.patterns(),
    *club_urls.urlpatterns,
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
    path("notices", NoticeList.as_view()),
    path("notices/read", NoticeReading.as_view()),
    path("notices/settings", NoticeSettings.as_view()),
    path("notices/mute", NoticeMuting.as_view()),
    path("notices/push", PushSubscription.as_view()),
    path("notices/push/end", PushUnsubscription.as_view()),
    path("notices/stream", notice_stream),
    path("notices/<notice:notice>/read", NoticeRead.as_view()),
    path("clubs/<club:club>/webhooks", WebhookList.as_view()),
    path("clubs/<club:club>/webhooks/<id:webhook>/remove", WebhookRemoval.as_view()),
    path("account", AccountDetail.as_view()),
    path("account/name", AccountName.as_view()),
    path("account/privacy", AccountPrivacy.as_view()),
    path("account/vacation", OwnVacation.as_view()),
    path("account/sessions", AccountSessions.as_view()),
    path("account/sessions/<handle:session>/end", AccountSession.as_view()),
    path("account/tokens", AccountTokens.as_view()),
    path("account/tokens/<row:token>/revoke", AccountToken.as_view()),
    path("account/export", AccountExport.as_view(), name="account-export"),
    path("account/erasure", AccountErasure.as_view()),
    path("account/erasure/keep", AccountKeeping.as_view()),
    path("players", PlayerSearch.as_view()),
    path("ladders/<key:game>", LadderDetail.as_view()),
    path("ratings/<pool:pool>", RatingList.as_view()),
    path("ratings/<pool:pool>/corrections", CorrectionList.as_view()),
    path("ratings/<pool:pool>/corrections/try", CorrectionTrial.as_view()),
    path("ratings/<pool:pool>/suspicions", SuspicionList.as_view()),
    path("players/<name:name>", PlayerDetail.as_view()),
    path("players/<name:name>/calendar.ics", PlayerCalendarFile.as_view(), name="player-calendar-file"),
    path("docs", Docs.as_view(), name="api-docs"),
    path("openapi.json", Document.as_view(), name="api-document"),
    re_path("", Unknown.as_view()),
]
