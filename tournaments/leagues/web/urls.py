"""The addresses of a club's nights, ladders and seasons."""

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, path

from tournaments.kit.embeds import embedded
from tournaments.kit.kept import kept
from tournaments.leagues.web.views import calendar as club_calendar
from tournaments.leagues.web.views import challenges as club_challenges
from tournaments.leagues.web.views import corrections as club_corrections
from tournaments.leagues.web.views import embedding, home, posters, signs
from tournaments.leagues.web.views import feeds as club_feeds
from tournaments.leagues.web.views import ladders as club_ladders
from tournaments.leagues.web.views import nights as club_nights
from tournaments.leagues.web.views import ratings as club_ratings
from tournaments.leagues.web.views import schedules as club_schedules
from tournaments.leagues.web.views import seasons as club_seasons

MINUTE = 60
"""Seconds that a picture is kept."""
_CLUB = "clubs/<slug:address>"
_NIGHT = "nights/<slug:night_id>"
_LADDER = "ladders/<slug:ladder_id>"
_CHALLENGE = "challenges/<slug:challenge_id>"


def _of(rest: str, view: Callable[..., HttpResponse], name: str, **given: str) -> URLPattern:
    return path(f"{_CLUB}/{rest}", view, given, name=name)


urlpatterns = [
    path(_CLUB, home.home, name="club"),
    _of("poster", posters.of_the_club, "club-poster"),
    _of("sign/<slug:language>.png", embedded(kept(MINUTE, signs.of_the_club)), "club-sign"),
    _of("embed", embedded(embedding.next_night), "club-embed"),
    _of("calendar", club_calendar.calendar, "club-calendar"),
    _of("calendar/history", club_calendar.what_happened, "club-calendar-history"),
    _of("calendar.ics", club_feeds.of_club, "club-calendar-file"),
    path("calendars/<str:token>.ics", club_feeds.of_token, name="calendar-feed"),
    _of("feed", club_feeds.renew, "club-feed"),
    _of("here", club_calendar.here, "club-here"),
    _of("nights/new", club_nights.new, "club-night-new"),
    _of(_NIGHT, club_nights.night, "club-night"),
    _of(f"{_NIGHT}/poster", posters.of_night, "club-night-poster"),
    _of(f"{_NIGHT}/attend", club_nights.attend, "club-night-attend"),
    _of(f"{_NIGHT}/add", club_nights.add, "club-night-add"),
    _of(f"{_NIGHT}/mark", club_nights.mark, "club-night-mark"),
    _of(f"{_NIGHT}/move", club_nights.move, "club-night-move"),
    _of(f"{_NIGHT}/cancel", club_nights.cancel, "club-night-cancel"),
    _of("schedules", club_schedules.schedules, "club-schedules"),
    _of("schedules/new", club_schedules.schedule, "club-schedule-new"),
    _of("schedules/<slug:schedule_id>", club_schedules.schedule, "club-schedule"),
    _of("schedules/<slug:schedule_id>/end", club_schedules.end, "club-schedule-end"),
    _of("presets/new", club_schedules.preset, "club-preset-new"),
    _of("presets/<slug:preset_id>/drop", club_schedules.drop, "club-preset-drop"),
    _of("ratings/<slug:key>", club_ratings.ratings, "club-ratings"),
    _of("ratings/<slug:key>/rulings", club_ratings.rulings, "club-rating-rulings"),
    _of("ratings/<slug:key>/correct", club_corrections.correct, "club-rating-correct"),
    _of("ratings/<slug:key>/suspicions", club_ratings.suspicions, "club-suspicions"),
    _of("ladders", club_ladders.ladders, "club-ladders"),
    _of("ladders/new", club_ladders.new, "club-ladder-new"),
    _of(_LADDER, club_ladders.ladder, "club-ladder"),
    _of(f"{_LADDER}/history", club_ladders.what_happened, "club-ladder-history"),
    _of(f"{_LADDER}/away", club_ladders.away, "club-ladder-away"),
    _of(f"{_LADDER}/rule", club_ladders.rule, "club-ladder-rule"),
    *(_of(f"{_LADDER}/{verb}", club_ladders.act, f"club-ladder-{verb}", verb=verb) for verb in club_ladders.VERBS),
    _of(f"{_LADDER}/challenge", club_challenges.challenge, "club-ladder-challenge"),
    _of(_CHALLENGE, club_challenges.shown_challenge, "club-challenge"),
    *(
        _of(f"{_CHALLENGE}/{verb}", club_challenges.act, f"club-challenge-{verb}", verb=verb)
        for verb in club_challenges.VERBS
    ),
    _of("seasons", club_seasons.seasons, "club-seasons"),
    _of("seasons/new", club_seasons.new, "club-season-new"),
    _of("seasons/<slug:season_id>", club_seasons.season, "club-season"),
    _of("seasons/<slug:season_id>/embed", embedded(embedding.season), "club-season-embed"),
    _of("seasons/<slug:season_id>/edit", club_seasons.edit, "club-season-edit"),
    _of("seasons/<slug:season_id>/history", club_seasons.what_happened, "club-season-history"),
    _of("seasons/<slug:season_id>/ratings", club_ratings.of_season, "club-season-ratings"),
    _of("archive", club_seasons.archive, "club-archive"),
]
