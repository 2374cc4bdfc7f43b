from django.apps import AppConfig


class LogConfig(AppConfig):
    name = "tournaments.log"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournaments.log.projections import HEADS, register

        register(HEADS)
