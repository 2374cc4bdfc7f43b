from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "tournaments.clubs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournaments.clubs import selectors
        from tournaments.clubs.projection import CLUBS
        from tournaments.kit import visibility
        from tournaments.log.projections import register

        register(CLUBS)
        visibility.HIDING.register("club", selectors.check_address)
