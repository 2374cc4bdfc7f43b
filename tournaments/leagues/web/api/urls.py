"""The paths of clubs' nights, ladders and seasons under ``/api/``."""

from __future__ import annotations

from typing import Any

from django.urls import path

from tournaments.kit import paths
from tournaments.leagues.web.api import ladders, nights, seasons
from tournaments.leagues.web.api.corrections import CorrectionList, CorrectionTrial

_CLUB = "clubs/<club:club>"
_NIGHT = f"{_CLUB}/nights/<id:night_id>"
_LADDER = f"{_CLUB}/ladders/<id:ladder_id>"
_CHALLENGE = f"{_CLUB}/challenges/<id:challenge_id>"


_PATHS: dict[str, Any] = {
    f"{_CLUB}/calendar": nights.ClubCalendarView,
    f"{_CLUB}/calendar/history": nights.ClubCalendarHistory,
    f"{_CLUB}/here": nights.ClubHere,
    f"{_CLUB}/nights": nights.ClubNightList,
    _NIGHT: nights.ClubNight,
    f"{_NIGHT}/attend": nights.NightAttendance,
    f"{_NIGHT}/mark": nights.NightMark,
    f"{_NIGHT}/move": nights.NightMove,
    f"{_NIGHT}/cancel": nights.NightCancellation,
    f"{_CLUB}/schedules": nights.ScheduleList,
    f"{_CLUB}/schedules/<id:schedule_id>": nights.ScheduleChange,
    f"{_CLUB}/schedules/<id:schedule_id>/end": nights.ScheduleEnd,
    f"{_CLUB}/presets": nights.PresetListOfClub,
    f"{_CLUB}/presets/<id:preset_id>/drop": nights.PresetDrop,
    f"{_CLUB}/ladders": ladders.ClubLadderList,
    _LADDER: ladders.ClubLadderView,
    f"{_LADDER}/history": ladders.ClubLadderHistory,
    f"{_LADDER}/join": ladders.LadderEntry,
    f"{_LADDER}/leave": ladders.LadderLeave,
    f"{_LADDER}/away": ladders.LadderAway,
    f"{_LADDER}/return": ladders.LadderReturn,
    f"{_LADDER}/close": ladders.LadderClosing,
    f"{_LADDER}/rule": ladders.LadderRuling,
    f"{_LADDER}/challenges": ladders.ChallengeList,
    _CHALLENGE: ladders.ChallengeView,
    f"{_CHALLENGE}/answer": ladders.ChallengeAnswer,
    f"{_CHALLENGE}/propose": ladders.ChallengeProposal,
    f"{_CHALLENGE}/agree": ladders.ChallengeAgreement,
    f"{_CHALLENGE}/decline-time": ladders.ChallengeRefusal,
    f"{_CLUB}/seasons": seasons.SeasonList,
    f"{_CLUB}/seasons/<id:season_id>": seasons.SeasonView,
    f"{_CLUB}/seasons/<id:season_id>/history": seasons.SeasonHistory,
    f"{_CLUB}/titles": seasons.TitleList,
    "calendar-feed": seasons.CalendarFeed,
    "calendar-feed/revoke": seasons.CalendarFeedRevocation,
}

paths.register()

urlpatterns = [
    *(path(route, view.as_view()) for route, view in _PATHS.items()),
    path("ratings/<pool:pool>/corrections", CorrectionList.as_view()),
    path("ratings/<pool:pool>/corrections/try", CorrectionTrial.as_view()),
]
