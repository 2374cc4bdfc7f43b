"""The addresses in the API of this room."""

from __future__ import annotations

from django.urls import path

from tournaments.director.web.api.announcing import (
    OrganiserConfirmation,
    OrganiserStepDown,
    PresetList,
    TournamentOrganisers,
    TournamentPlan,
)
from tournaments.director.web.api.attendance import (
    TournamentBye,
    TournamentCheckIn,
    TournamentConditions,
    TournamentPause,
    TournamentReturn,
)
from tournaments.director.web.api.desk import DeskView, MessageList
from tournaments.director.web.api.exports import (
    BracketFile,
    CalendarFile,
    EntriesFile,
    PairingsFile,
    PlayerCalendarFile,
    ReportFile,
    StandingsFile,
)
from tournaments.director.web.api.imports import (
    InvitationRefusal,
    TournamentApart,
    TournamentImport,
    TournamentInvitations,
    TournamentSeeds,
)
from tournaments.director.web.api.reviews import RoundRedraw, RoundWhyNot
from tournaments.director.web.api.rulings import RulingList, RulingReversal, RulingReversalTrial, RulingTrial
from tournaments.director.web.api.substitutes import SubstituteConfirmation, SubstituteList, SubstituteRefusal
from tournaments.director.web.api.teams import TeamConfirmation, TeamList, TeamRefusal
from tournaments.director.web.api.tournaments import (
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
from tournaments.kit import paths

paths.register()

urlpatterns = [
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
    path("players/<name:name>/calendar.ics", PlayerCalendarFile.as_view(), name="player-calendar-file"),
]
