"""The paths of clubs' nights, ladders and seasons under ``/api/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.api import club_ladders as ladders
from tournaments.api import club_nights as nights
from tournaments.api import club_seasons as seasons

_CLUB = "clubs/<id:club_id>"
_NIGHT = f"{_CLUB}/nights/<id:night_id>"
_LADDER = f"{_CLUB}/ladders/<id:ladder_id>"
_CHALLENGE = f"{_CLUB}/challenges/<id:challenge_id>"


def patterns() -> list[URLPattern]:
    """Once the converters of paths are known."""
    return [
        path(f"{_CLUB}/calendar", nights.ClubCalendarView.as_view()),
        path(f"{_CLUB}/here", nights.ClubHere.as_view()),
        path(f"{_CLUB}/nights", nights.ClubNightList.as_view()),
        path(_NIGHT, nights.ClubNight.as_view()),
        path(f"{_NIGHT}/attend", nights.NightAttendance.as_view()),
        path(f"{_NIGHT}/mark", nights.NightMark.as_view()),
        path(f"{_NIGHT}/move", nights.NightMove.as_view()),
        path(f"{_NIGHT}/cancel", nights.NightCancellation.as_view()),
        path(f"{_CLUB}/schedules", nights.ScheduleList.as_view()),
        path(f"{_CLUB}/schedules/<id:schedule_id>", nights.ScheduleChange.as_view()),
        path(f"{_CLUB}/schedules/<id:schedule_id>/end", nights.ScheduleEnd.as_view()),
        path(f"{_CLUB}/presets", nights.PresetListOfClub.as_view()),
        path(f"{_CLUB}/presets/<id:preset_id>/drop", nights.PresetDrop.as_view()),
        path(f"{_CLUB}/ladders", ladders.ClubLadderList.as_view()),
        path(_LADDER, ladders.ClubLadderView.as_view()),
        path(f"{_LADDER}/join", ladders.LadderEntry.as_view()),
        path(f"{_LADDER}/leave", ladders.LadderLeave.as_view()),
        path(f"{_LADDER}/away", ladders.LadderAway.as_view()),
        path(f"{_LADDER}/return", ladders.LadderReturn.as_view()),
        path(f"{_LADDER}/close", ladders.LadderClosing.as_view()),
        path(f"{_LADDER}/rule", ladders.LadderRuling.as_view()),
        path(f"{_LADDER}/challenges", ladders.ChallengeList.as_view()),
        path(_CHALLENGE, ladders.ChallengeView.as_view()),
        path(f"{_CHALLENGE}/answer", ladders.ChallengeAnswer.as_view()),
        path(f"{_CHALLENGE}/propose", ladders.ChallengeProposal.as_view()),
        path(f"{_CHALLENGE}/agree", ladders.ChallengeAgreement.as_view()),
        path(f"{_CHALLENGE}/decline-time", ladders.ChallengeRefusal.as_view()),
        path(f"{_CLUB}/seasons", seasons.SeasonList.as_view()),
        path(f"{_CLUB}/seasons/<id:season_id>", seasons.SeasonView.as_view()),
        path(f"{_CLUB}/titles", seasons.TitleList.as_view()),
        path("calendar-feed", seasons.CalendarFeed.as_view()),
        path("calendar-feed/revoke", seasons.CalendarFeedRevocation.as_view()),
    ]
