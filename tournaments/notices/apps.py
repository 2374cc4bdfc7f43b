"""What reaches a person."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "tournaments.notices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts.holdings import ENDED_WITH_TOKENS, register
        from accounts.social import LISTENERS
        from tournaments.notices.following import LISTENER
        from tournaments.notices.hooks.services import end_of
        from tournaments.notices.services import HOLDING

        register(HOLDING)
        ENDED_WITH_TOKENS.register("notices", end_of)
        LISTENERS.register("notices", LISTENER)
