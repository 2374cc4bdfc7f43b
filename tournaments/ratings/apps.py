from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "tournaments.ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournaments.log.projections import register
        from tournaments.ratings.projection import RATINGS

        register(RATINGS)
