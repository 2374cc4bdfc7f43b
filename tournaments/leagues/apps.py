"""Club nights, seasons and challenge ladders."""

from __future__ import annotations

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "tournaments.leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournaments.leagues.ladders.streams import ROWS as LADDERS
        from tournaments.leagues.nights.streams import ROWS as CALENDARS
        from tournaments.leagues.seasons.streams import ROWS as SEASONS
        from tournaments.log.projections import register

        for rows in (CALENDARS, SEASONS, LADDERS):
            register(rows)
