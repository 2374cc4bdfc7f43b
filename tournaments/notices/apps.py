"""What reaches a person."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "tournaments.notices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import holdings
        from accounts.social import LISTENERS
        from tournaments.notices.following import LISTENER
        from tournaments.notices.services import HOLDING

        holdings.register(HOLDING)
        LISTENERS.register("notices", LISTENER)
