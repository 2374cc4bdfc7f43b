from django.apps import AppConfig


class DirectorConfig(AppConfig):
    name = "tournaments.director"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournaments.director import selectors
        from tournaments.director.projection import TOURNAMENTS
        from tournaments.director.titles import of_user
        from tournaments.kit import visibility
        from tournaments.log.projections import register
        from tournaments.ratings.titles import PROVIDERS

        register(TOURNAMENTS)
        visibility.CHECKS.register("tournament_id", selectors.check_seen)
        PROVIDERS.register("events", of_user)
