"""Club nights, seasons and challenge ladders."""

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "tournaments.leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import holdings
        from tournaments.clubs.bans import FOLLOWERS
        from tournaments.leagues import bans
        from tournaments.leagues.holdings import HOLDINGS
        from tournaments.leagues.ladders.streams import ROWS as LADDERS
        from tournaments.leagues.nights.streams import ROWS as CALENDARS
        from tournaments.leagues.seasons.selectors import behind_pool
        from tournaments.leagues.seasons.streams import ROWS as SEASONS
        from tournaments.leagues.titles import of_user
        from tournaments.log.projections import register
        from tournaments.ratings.seasons import FINDERS
        from tournaments.ratings.titles import PROVIDERS

        FOLLOWERS.register("leagues", bans.withdraw)
        FINDERS.register("leagues", behind_pool)
        PROVIDERS.register("leagues", of_user)
        for rows in (CALENDARS, SEASONS, LADDERS):
            register(rows)
        for holding in HOLDINGS:
            holdings.register(holding)
